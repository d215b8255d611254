import { listGroupStandings, listProgramStandings } from '#contract/insight/dashboard';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { useData } from '../../../../lib/api/use-data.ts';
import { useNumbers } from '../../../../lib/words/numbers.ts';
import { LinkList } from '../../../../ui/page/link-list.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Panel } from '../../../../ui/page/panel.tsx';
import classes from './behind.module.css';

const FEW = 5;

/** The groups or programs whose students are furthest behind, with the way to all of them. */
export function Behind({ id, of }: { id: number; of: 'groups' | 'programs' }) {
  const t = useTranslations('dashboard');
  const { number } = useNumbers();
  const endpoint = of === 'groups' ? listGroupStandings : listProgramStandings;
  const query = useData(endpoint, { params: { id }, query: { page_size: FEW } });
  return (
    <Panel
      title={t(`${of}_behind`)}
      actions={
        <Link to={`#${of}`} className={`${classes.all} presses`} aria-label={`${t('show_all')}: ${t(of)}`}>
          {t('show_all')}
        </Link>
      }
    >
      <Loaded query={query} skeleton={<Skeleton height={220} radius="md" />}>
        {({ results }) => {
          const items = results
            .filter(({ progress, students }) => progress !== null && students > 0)
            .map(({ id: its, name, students, progress, overdue }) => ({
              id: its,
              name,
              to: `/${of === 'groups' ? 'group' : 'program'}/${its}`,
              description: [
                t('standing', { students, share: number((progress ?? 0) / 100, { style: 'percent' }) }),
                ...(overdue > 0 ? [t('overdue_count', { count: overdue })] : []),
              ].join(' · '),
            }));
          // In the frame of a list it would look like a row.
          if (items.length === 0) return <p className="dim flush">{t('nothing_behind')}</p>;
          return <LinkList empty={null} items={items} />;
        }}
      </Loaded>
    </Panel>
  );
}
