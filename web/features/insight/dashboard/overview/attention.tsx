import { useTranslations } from 'use-intl';
import { LinkList } from '../../../../ui/page/link-list.tsx';
import { Panel } from '../../../../ui/page/panel.tsx';
import type { Dashboard } from '../dashboard.ts';

/** Courses that many are late with, whose tests are seldom passed, and that many have not begun. */
export function Attention({ dashboard: { overdue, seldom_passed, not_begun } }: { dashboard: Dashboard }) {
  const t = useTranslations('dashboard');
  return (
    <Panel title={t('attention')}>
      {overdue.length + seldom_passed.length + not_begun.length === 0 && (
        <p className="dim flush">{t('no_attention')}</p>
      )}
      {overdue.length > 0 && (
        <>
          <h3 className="quiet strong flush before-4 unless-first">{t('overdue_by_many')}</h3>
          <LinkList
            empty={null}
            items={overdue.map(({ id, name, students, overdue: count }) => ({
              id,
              name,
              to: `/course/${id}#students`,
              description: t('overdue_by_many_text', { overdue: count, students }),
            }))}
          />
        </>
      )}
      {seldom_passed.length > 0 && (
        <>
          <h3 className="quiet strong flush before-4 unless-first">{t('seldom_passed')}</h3>
          <LinkList
            empty={null}
            items={seldom_passed.map(({ id, name, attempts, passed }) => ({
              id,
              name,
              to: `/course/${id}#analytics`,
              description: t('seldom_passed_text', { passed, attempts }),
            }))}
          />
        </>
      )}
      {not_begun.length > 0 && (
        <>
          <h3 className="quiet strong flush before-4 unless-first">{t('not_begun')}</h3>
          <LinkList
            empty={null}
            items={not_begun.map(({ id, name, students, not_begun: count }) => ({
              id,
              name,
              to: `/course/${id}#students`,
              description: t('not_begun_text', { not_begun: count, students }),
            }))}
          />
        </>
      )}
    </Panel>
  );
}
