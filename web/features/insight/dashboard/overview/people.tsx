import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { useBytes } from '../../../../lib/files/bytes.ts';
import { Panel } from '../../../../ui/page/panel.tsx';
import behind from './behind.module.css';
import classes from './people.module.css';
import { Shares } from '../shares.tsx';
import type { Dashboard } from '../dashboard.ts';

interface Props {
  dashboard: Dashboard;
  licences: (licences: Dashboard['licences']) => ReactNode;
}

/** Who belongs to the company, how many seats they take, and what its files take. */
export function People({ dashboard, licences }: Props) {
  const t = useTranslations('dashboard');
  const { number } = useFormatter();
  const bytes = useBytes();
  const { people, files } = dashboard;
  const parts = [
    { key: 'active', label: t('active'), count: people.active, tone: 'good' },
    { key: 'not_activated', label: t('not_activated'), count: people.not_activated, tone: 'quiet' },
    { key: 'blocked', label: t('blocked'), count: people.blocked, tone: 'bad' },
  ] as const;
  return (
    <Panel
      title={t('people_panel')}
      actions={
        <Link to="/user" className={`${behind.all} presses`}>
          {t('to_people')}
        </Link>
      }
    >
      <div className={classes.parts}>
        <div>
          <Shares parts={parts} />
          <dl className={classes.legend}>
            {parts.map(({ key, label, count, tone }) => (
              <div key={key} className="stack" data-tone={tone}>
                <dt>{label}</dt>
                <dd>{number(count)}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h3 className="quiet strong flush before-4 unless-first">{t('licences')}</h3>
          {licences(dashboard.licences)}
        </div>
        <div>
          <h3 className="quiet strong flush before-4 unless-first">{t('files')}</h3>
          <p className={classes.files}>{t('files_text', { files: files.files, size: bytes(files.bytes) })}</p>
        </div>
      </div>
    </Panel>
  );
}
