import { getCourse } from '#contract/learning/courses';
import { listFormNames } from '#contract/exams/forms';
import { questionStatistic, VERDICTS } from '#contract/insight/statistics';
import { IconKey, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { type ListState, useListState } from '../../../../lib/form/list-state.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { printPage } from '../../../../lib/page/print.ts';
import { dateText } from '../../../../lib/words/dates.ts';
import { useNumbers } from '../../../../lib/words/numbers.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Panel } from '../../../../ui/page/panel.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { QuestionCard } from './question-card.tsx';
import classes from './question-screen.module.css';
import type { Statistic, Question, Verdict } from '../statistic.ts';
import { keyPath, questionsPath, resultsPath } from '../../../../lib/paths/result-paths.ts';

/** From what has to be looked at to what works. */
const WORST_FIRST: readonly Verdict[] = [
  'check_key',
  'too_hard',
  'does_not_tell_apart',
  'too_easy',
  'good',
  'by_hand',
  'too_few',
  'annulled',
];
/** Marked attempts from which on eleven people are among the strongest, and as many among the weakest. */
const SETTLED = 40;

const ORDERS = ['by_place', 'by_verdict', 'by_right'] as const;
type Order = (typeof ORDERS)[number];

interface Props {
  course_id: number;
  form_id: number;
}

/** How each question of a form was answered, and what to think of it. */
export function QuestionScreen({ course_id, form_id }: Props) {
  const list = useListState(questionStatistic);
  const query = useData(questionStatistic, {
    params: { id: course_id, formId: form_id },
    query: list.query,
    keep: true,
  });
  return (
    <Loaded query={query}>
      {(statistic) => (
        <>
          <Head course_id={course_id} statistic={statistic} />
          <div className="stack gap-6">
            <Fields course_id={course_id} form_id={form_id} list={list} statistic={statistic} />
            <ToldVersion statistic={statistic} />
            {statistic.attempts === 0 ? <NobodyYet /> : <Body course_id={course_id} statistic={statistic} />}
          </div>
        </>
      )}
    </Loaded>
  );
}

function Head({ course_id, statistic: { form, may_repair } }: { course_id: number; statistic: Statistic }) {
  const t = useTranslations('statistics');
  return (
    <PageHeader
      title={form.name}
      description={t('questions.description')}
      back={{ to: resultsPath(course_id, form.id), label: t('questions.back') }}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => void printPage()}
          >
            {t('print')}
          </Button>
          {may_repair && (
            <Button
              component={Link}
              to={keyPath(course_id, form.id)}
              variant="default"
              leftSection={<IconKey size={18} aria-hidden />}
            >
              {t('questions.to_key')}
            </Button>
          )}
        </>
      }
    />
  );
}

function Fields({
  course_id,
  form_id,
  list,
  statistic: { form, versions },
}: Props & { list: ListState<typeof questionStatistic>; statistic: Statistic }) {
  const t = useTranslations('statistics');
  const navigate = useNavigate();
  const forms = useData(listFormNames, { query: { course: course_id, page_size: 100 } }).data?.results ?? [];
  const groups = useData(getCourse, { params: { id: course_id } }).data?.groups ?? [];
  if (forms.length < 2 && groups.length < 2 && versions.length < 2) return null;
  return (
    <div className={`${classes.fields} wraps gap-5 fills off-paper`}>
      {forms.length > 1 && (
        <NativeSelect
          aria-label={t('questions.form')}
          value={String(form_id)}
          onChange={(event) => void navigate(questionsPath(course_id, Number(event.currentTarget.value)))}
          data={forms.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      {groups.length > 1 && (
        <NativeSelect
          aria-label={t('group')}
          value={list.filter('group')}
          onChange={(event) => list.setFilter('group', event.currentTarget.value)}
          data={[
            { value: '', label: t('any_group') },
            ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      {versions.length > 1 && (
        <NativeSelect
          aria-label={t('questions.version')}
          value={String(form.version)}
          onChange={(event) => list.setFilter('version', event.currentTarget.value)}
          data={versions.map(({ version, attempts, is_current }) => ({
            value: String(version),
            label: t(is_current ? 'questions.version_current' : 'questions.version_of', {
              version,
              count: attempts,
            }),
          }))}
        />
      )}
    </div>
  );
}

/** Which version the figures are of, where there are several. */
function ToldVersion({ statistic: { form, versions } }: { statistic: Statistic }) {
  const t = useTranslations('statistics.questions');
  const told = versions.find(({ version }) => version === form.version);
  if (versions.length < 2 || !told) return null;
  const { version, published_at, is_current } = told;
  return (
    <p className="note flush">
      {t(is_current ? 'told_current' : 'told', { version, date: dateText(published_at) })}
    </p>
  );
}

function NobodyYet() {
  const t = useTranslations('statistics.questions');
  return <EmptyState title={t('none')} text={t('none_text')} />;
}

function Body({ course_id, statistic }: { course_id: number; statistic: Statistic }) {
  const t = useTranslations('statistics.questions');
  const [order, setOrder] = useState<Order>('by_place');
  const [only, setOnly] = useState<Verdict | null>(null);
  const questions = statistic.questions.map((question, place): Question => ({
    ...question,
    number: place + 1,
  }));
  const shown = inOrder(questions, order).filter(({ verdict }) => only === null || verdict === only);
  return (
    <>
      <Figures statistic={statistic} />
      {statistic.sections.length > 1 && <SectionFigures sections={statistic.sections} />}
      {statistic.attempts < 10 && (
        <Notice tone="neutral" title={t('few')}>
          {t('few_text')}
        </Notice>
      )}
      {statistic.attempts >= 10 && statistic.attempts < SETTLED && (
        <Notice tone="neutral" title={t('provisional')}>
          {t('provisional_text', { count: statistic.attempts })}
        </Notice>
      )}
      <div className="cluster gap-5 off-paper">
        <Verdicts questions={questions} only={only} onOnly={setOnly} />
        <NativeSelect
          className={`${classes.order} narrow-line`}
          aria-label={t('order')}
          value={order}
          onChange={(event) => setOrder(event.currentTarget.value as Order)}
          data={ORDERS.map((each) => ({ value: each, label: t(each) }))}
        />
      </div>
      <ol className="stack plain gap-5">
        {shown.map((question) => (
          <li key={question.id}>
            <QuestionCard
              question={question}
              keyPath={statistic.may_repair ? keyPath(course_id, statistic.form.id) : null}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

function inOrder(questions: readonly Question[], order: Order): readonly Question[] {
  if (order === 'by_place') return questions;
  const rank = ({ verdict, right, asked }: Question) =>
    order === 'by_verdict' ? WORST_FIRST.indexOf(verdict) : right / Math.max(1, asked);
  return questions.toSorted((one, other) => rank(one) - rank(other) || one.number - other.number);
}

function Figures({ statistic: { form, versions, attempts, average_percent } }: { statistic: Statistic }) {
  const t = useTranslations('statistics.questions');
  const { number, result } = useNumbers();
  const others = versions.reduce((sum, each) => sum + (each.version === form.version ? 0 : each.attempts), 0);
  return (
    <dl className={`${classes.figures} terms`}>
      <div>
        <dt>{t('attempts')}</dt>
        <dd>{number(attempts)}</dd>
        <dd className={`${classes.note} fine regular`}>{t('attempts_hint')}</dd>
        {others > 0 && <dd className={`${classes.note} fine regular`}>{t('others', { count: others })}</dd>}
      </div>
      <div>
        <dt>{t('average')}</dt>
        <dd>{average_percent === null ? '—' : result(average_percent)}</dd>
      </div>
    </dl>
  );
}

/** What each section comes to on average. */
function SectionFigures({ sections }: Pick<Statistic, 'sections'>) {
  const t = useTranslations('statistics.questions');
  const { number, result } = useNumbers();
  const points = { maximumFractionDigits: 1 } as const;
  return (
    <Panel title={t('sections')}>
      <ul className="stack plain gap-4">
        {sections.map(({ title, questions, average, maximum, average_percent }, place) => (
          <li key={place} className="cluster gap-5 anywhere">
            <span>
              <strong>{title || t('section', { number: place + 1 })}</strong>{' '}
              <span className="quiet">{t('section_questions', { count: questions })}</span>
            </span>
            <span>
              {average === null || maximum === null || average_percent === null
                ? '—'
                : t('section_average', {
                    percent: result(average_percent),
                    score: number(average, points),
                    max: number(maximum, points),
                  })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** How many questions there are of each verdict; one of them shows those alone. */
function Verdicts({
  questions,
  only,
  onOnly,
}: {
  questions: readonly Question[];
  only: Verdict | null;
  onOnly: (verdict: Verdict | null) => void;
}) {
  const t = useTranslations('statistics.questions');
  const counted = VERDICTS.toSorted(
    (one, other) => WORST_FIRST.indexOf(one) - WORST_FIRST.indexOf(other),
  ).map((verdict) => [verdict, questions.filter((question) => question.verdict === verdict).length] as const);
  return (
    <div className={`${classes.verdicts} wraps gap-3`} role="group" aria-label={t('show')}>
      <button
        type="button"
        className="lit picks finger-high"
        aria-pressed={only === null}
        onClick={() => onOnly(null)}
      >
        {t('all')} <span>{questions.length}</span>
      </button>
      {counted
        .filter(([, count]) => count > 0)
        .map(([verdict, count]) => (
          <button
            key={verdict}
            type="button"
            className="lit picks finger-high"
            data-verdict={verdict}
            aria-pressed={only === verdict}
            onClick={() => onOnly(only === verdict ? null : verdict)}
          >
            {t(`verdicts.${verdict}`)} <span>{count}</span>
          </button>
        ))}
    </div>
  );
}
