import type { App } from '../../platform/http/app.ts';
import { serve, servePublic } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { checkedCertificate, pageOfCertificates } from './queries.ts';
import { exportCertificates } from './service-export.ts';
import { downloadCertificate } from './service-pdf.ts';

export function certificateRoutes(app: App) {
  app.contracts.push(contract);
  servePublic(app, contract.checkCertificate, ({ env, db, sender, params }) =>
    checkedCertificate(env, db, sender(), params.number),
  );
  serve(app, contract.listCertificates, ({ db, scope, query }) => pageOfCertificates(db, scope, query));
  serve(app, contract.exportCertificates, ({ db, scope, query }) => exportCertificates(db, scope, query));
  serve(app, contract.downloadCertificate, ({ env, db, scope, params, query }) =>
    downloadCertificate(env, db, scope, params.id, query),
  );
}
