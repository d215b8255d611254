import { statisticSummary, type courseStatistic } from '#contract/insight/statistics';
import { useTranslations } from 'use-intl';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import type { ListState } from '../../../../lib/form/list-state.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useNumbers } from '../../../../lib/words/numbers.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import classes from './summary-cards.module.css';

type List = ListState<typeof courseStatistic>;

interface Card {
  key: 'students' | 'started' | 'finished' | 'average_progress' | 'average_percent' | 'passed' | 'in_review';
  figure: string;
  note?: string;
  /** The filter of the table that shows whom the figure counts; '' shows everybody. */
  filter?: ['state' | 'result', string] | '';
}

/** The course summed up; a figure that counts students shows them in the table. */
export function SummaryCards({ course_id, list }: { course_id: number; list: List }) {
  const t = useTranslations('statistics.cards');
  const group = list.filter('group');
  const query = useData(statisticSummary, {
    params: { id: course_id },
    query: group ? { group } : {},
    keep: true,
  });
  return (
    <section className={classes.section} aria-label={t('label')}>
      <Loaded query={query} skeleton={<CardsSkeleton />}>
        {(summary) => <Cards summary={summary} list={list} />}
      </Loaded>
    </section>
  );
}

type Summary = NonNullable<ReturnType<typeof useData<typeof statisticSummary>>['data']>;

function Cards({ summary, list }: { summary: Summary; list: List }) {
  const t = useTranslations('statistics.cards');
  const { number: format, result, share: shareText } = useNumbers();
  const { students, started, finished, average_progress, results, passed, average_percent, in_review } =
    summary;
  const share = (part: number | null) => (part === null ? '—' : shareText(part));
  const ofStudents = (count: number) =>
    students === 0 ? {} : { note: t('share', { share: share(count / students) }) };
  const cards: Card[] = [
    { key: 'students', figure: format(students), filter: '' },
    { key: 'started', figure: format(started), ...ofStudents(started), filter: ['state', 'started'] },
    { key: 'finished', figure: format(finished), ...ofStudents(finished), filter: ['state', 'finished'] },
    { key: 'average_progress', figure: share(average_progress && average_progress / 100) },
    { key: 'average_percent', figure: average_percent === null ? '—' : result(average_percent) },
    {
      key: 'passed',
      figure: share(results === 0 ? null : passed / results),
      ...(results > 0 && { note: t('passed_of', { passed, results }) }),
    },
    { key: 'in_review', figure: format(in_review), filter: ['result', 'in_review'] },
  ];
  return (
    <ul className={classes.cards}>
      {cards.map((card, place) => (
        <li key={card.key} className={place === 0 ? `${classes.place} narrow-whole` : classes.place}>
          <CardBox card={card} list={list} />
        </li>
      ))}
    </ul>
  );
}

const FILTERED = ['state', 'result', 'form'] as const;

function CardBox({ card: { key, figure, note, filter }, list }: { card: Card; list: List }) {
  const t = useTranslations('statistics.cards');
  const words = (
    <>
      <span className={classes.label}>{t(key)}</span>
      <span className={classes.figure}>{figure}</span>
      {note && <span className="fine">{note}</span>}
    </>
  );
  if (filter === undefined)
    return <div className={`${classes.card} picks lit-edge unbroken flat-on-paper`}>{words}</div>;
  if (filter === '') {
    return (
      <button
        type="button"
        className={`${classes.card} picks lit-edge unbroken flat-on-paper`}
        title={t('all')}
        onClick={() => list.clearFilters(FILTERED)}
      >
        {words}
      </button>
    );
  }
  const [name, value] = filter;
  const isSet = list.filter(name) === value;
  return (
    <button
      type="button"
      className={`${classes.card} picks lit-edge unbroken flat-on-paper`}
      title={t('show')}
      aria-pressed={isSet}
      onClick={() => list.setFilter(name, isSet ? '' : value)}
    >
      {words}
    </button>
  );
}

function CardsSkeleton() {
  return (
    <div className={classes.cards}>
      {Array.from({ length: 7 }, (_, index) => (
        <Skeleton key={index} height={96} radius="lg" />
      ))}
    </div>
  );
}
