import type { Scope } from '../../platform/context.ts';
import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { pageOfAllSpacesUsers, pageOfPlaces, pageOfUsers, userOf } from './queries.ts';
import { membershipsOf } from './queries-memberships.ts';
import {
  blockMembership,
  changeUsers,
  createMembership,
  createUser,
  deleteMembership,
  inviteUser,
  removeUserPhoto,
  updateOneself,
  proposeName,
  answerProposedName,
  updateUser,
  uploadUserPhoto,
} from './service.ts';

/** Everybody reaches themselves, and sees all of their places. */
const knowingOneself = (scope: Scope, id: number): Scope =>
  id === scope.user_id ? { ...scope, reach: 'company' } : scope;

export function userRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.listUsers, ({ db, scope, query }) => pageOfUsers(db, scope, query));
  serve(app, contract.listAllSpacesUsers, ({ db, scope, query }) => pageOfAllSpacesUsers(db, scope, query));
  serve(app, contract.changeUsers, ({ env, db, scope, body, later }) =>
    changeUsers(env, db, scope, body, later),
  );
  serve(app, contract.getUser, ({ db, scope, params }) =>
    userOf(db, knowingOneself(scope, params.id), params.id),
  );
  serve(app, contract.createUser, ({ env, db, scope, body, later }) =>
    createUser(env, db, scope, body, later),
  );
  serve(app, contract.updateUser, ({ env, db, scope, sender, params, body, later }) =>
    params.id === scope.user_id
      ? updateOneself(env, db, scope, sender(), body, later)
      : updateUser(db, scope, params.id, body),
  );
  serve(app, contract.uploadUserPhoto, ({ env, db, scope, params, upload }) =>
    uploadUserPhoto(env, db, scope, params.id, upload),
  );
  serve(app, contract.removeUserPhoto, ({ env, db, scope, params }) =>
    removeUserPhoto(env, db, scope, params.id),
  );
  serve(app, contract.inviteUser, ({ env, db, scope, body, later }) =>
    inviteUser(env, db, scope, body, later),
  );
  serve(app, contract.createSignInSheets, async ({ env, db, scope, body }) => {
    // Fonts and PDF are heavy, and few requests need them.
    const { signInSheets } = await import('./service-sheets.ts');
    return signInSheets(env, db, scope, body.user_ids);
  });
  serve(app, contract.listPositions, ({ db, scope, query }) => pageOfPlaces(db, scope, 'position', query));
  serve(app, contract.listSubdivisions, ({ db, scope, query }) =>
    pageOfPlaces(db, scope, 'subdivision', query),
  );
  serve(app, contract.listMemberships, ({ db, scope, query }) =>
    membershipsOf(db, scope, scope.user_id, query),
  );
  serve(app, contract.getMemberships, ({ db, scope, params, query }) =>
    membershipsOf(db, scope, params.id, query),
  );
  serve(app, contract.createMembership, ({ env, db, scope, body, later }) =>
    createMembership(env, db, scope, body, later),
  );
  serve(app, contract.deleteMembership, ({ db, scope, params }) => deleteMembership(db, scope, params.id));
  serve(app, contract.proposeName, ({ db, scope, params, body }) => proposeName(db, scope, params.id, body));
  serve(app, contract.answerProposedName, ({ db, scope, body }) => answerProposedName(db, scope, body));
  serve(app, contract.blockMembership, ({ db, scope, body }) => blockMembership(db, scope, body));
}
