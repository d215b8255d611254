import { getPassedForm, numberOfStatus } from '#contract/exams/attempts';
import { listResults } from '#contract/exams/results';
import type { ResponseOf } from '#contract/platform';
import { getCourse } from '#contract/learning/courses';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateText, dateTimeText } from '../../../../lib/words/dates.ts';
import { useMay, useProfile } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useNumbers } from '../../../../lib/words/numbers.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Facts, Panel } from '../../../../ui/page/panel.tsx';
import { RichText } from '../../../../ui/rich-text/rich-text.tsx';
import { AfterResult } from './after-result.tsx';
import { AttemptTimeline, LateAnswers } from './attempt-timeline.tsx';
import { materialPath } from '../../../../lib/paths/material-paths.ts';
import { PublishNotice, reviewedWith } from './publish-notice.tsx';
import { ResultNote } from './result-note.tsx';
import { ResultQuestions } from './result-questions.tsx';
import { ResultSections } from './sections/result-sections.tsx';
import { Uncopied } from '../uncopied.tsx';
import classes from './result-screen.module.css';
import type { Result } from '../attempt.ts';
import { personName } from '../../../../lib/words/person-name.ts';
import { resultPath, resultsPath } from '../../../../lib/paths/result-paths.ts';

const RUNNING = numberOfStatus('in_progress');

interface Props {
  id: number;
  course_id: number;
  /** Under another heading. */
  below?: boolean;
  /** The button that saves the certificate, where there is one. */
  certificate: (result: Result) => ReactNode;
  /** What those who teach may decide about it, by the attempts of the same person at the same test. */
  decisions?: ((result: Result, attempts: Attempts | undefined) => ReactNode) | undefined;
  /** What a student may ask for where they cannot go on by themselves. */
  ask?: Ask | undefined;
  /** What they hold in hand after handing in. */
  receipt?: ReactNode;
}

type Attempts = ResponseOf<typeof listResults>;
type Ask = Parameters<typeof AfterResult>[0]['ask'];

/** The result of an attempt, for the student and for those who teach. */
export function AttemptResult({ id, course_id, below = false, certificate, decisions, ask, receipt }: Props) {
  const query = useData(getPassedForm, { params: { id } });
  const student = useMay()('startTest');
  const after = useData(getCourse, { params: { id: course_id }, enabled: student });
  // What comes next stands above the questions, which it would move if it came later.
  if (student && after.isPending) return <Loaded query={after}>{() => null}</Loaded>;
  return (
    <Loaded query={query}>
      {(result) => (
        <ForStaff result={result} decisions={decisions?.(result, undefined)}>
          {(attempts) => (
            <Shown
              result={result}
              below={below}
              certificate={certificate}
              decisions={decisions?.(result, attempts)}
              ask={ask ?? (() => null)}
              receipt={receipt}
            />
          )}
        </ForStaff>
      )}
    </Loaded>
  );
}

interface ForStaffProps {
  result: Result;
  /** As they are before the attempts are read: nothing, while their code comes. */
  decisions: ReactNode;
  children: (attempts: Attempts | undefined) => ReactNode;
}

// What they read besides stands above the notes, which it would move from under a press if it came later.
function ForStaff({ result, decisions, children }: ForStaffProps) {
  const { course, form_id, user } = result;
  const decides = useProfile().id !== user.id && decisions !== undefined;
  const attempts = useData(listResults, {
    params: { id: course.id, formId: form_id },
    query: { user: String(user.id), page_size: 100 },
    enabled: decides,
  });
  const reviewed = useData(listResults, { ...reviewedWith(result), enabled: decides && isUnseen(result) });
  const late = [attempts, reviewed].find(({ isLoading }) => isLoading);
  if (!late) return children(attempts.data);
  return (
    <>
      <Loaded query={late}>{() => null}</Loaded>
      {decisions}
    </>
  );
}

const isUnseen = ({ may_note, published, student_sees, annulled }: Result) =>
  may_note && published && !student_sees && !annulled;

interface ShownProps {
  result: Result;
  below: boolean;
  certificate: Props['certificate'];
  decisions: ReactNode;
  ask: Ask;
  receipt: ReactNode;
}

function Shown({ result, below, certificate: buttonOf, decisions, ask, receipt }: ShownProps) {
  const t = useTranslations('attempt_results.result');
  const own = useProfile().id === result.user.id;
  const { course, score_explanation } = result;
  const certificate = result.can_download_certificate && buttonOf(result);
  const back = own ? `/course/${course.id}#theory` : resultsPath(course.id, result.form_id);
  return (
    <div className={`${classes.result} stack gap-7`}>
      {!below && (
        <PageHeader
          title={result.form_name}
          description={
            own
              ? t('of_attempt', { number: result.number })
              : t('of_person', { name: nameOf(result), number: result.number })
          }
          back={{ to: back, label: own ? course.name : t('results') }}
          actions={
            <>
              {!own && certificate}
              <PrintButton />
            </>
          }
        />
      )}
      {result.annulled && (
        <Notice tone="warning" title={t('annulled_title')}>
          <Annulled {...result.annulled} />
        </Notice>
      )}
      {isUnseen(result) && <Unseen result={result} />}
      <p className="on-paper flush strong">
        {t('of_person', { name: nameOf(result), number: result.number })}
        {result.finished_at && ` · ${dateTimeText(result.finished_at)}`}
      </p>
      <LateAnswers result={result} own={own} />
      <Recounted result={result} />
      {own && <EndedByItself result={result} />}
      <Outcome result={result} own={own} certificate={own && certificate} />
      {result.other_attempts.length > 0 && <OtherAttempts result={result} />}
      {own && result.finished_at !== null && (
        <div className="stack gap-7 off-paper unless-empty">
          <AfterResult result={result} certificate={!certificate && buttonOf(result)} ask={ask} />
        </div>
      )}
      {receipt}
      {!own && decisions}
      {result.withheld && (
        <Notice tone="neutral" title={t('withheld_title')}>
          {t(`withheld.${result.withheld}`)}
        </Notice>
      )}
      {(result.note || result.may_note) && (
        <ResultNote result={result} question_id={null} note={result.note} />
      )}
      {result.sections && <ResultSections sections={result.sections} />}
      {score_explanation && score_explanation.length > 0 && (
        <Uncopied forbidden={result.forbid_copying}>
          <ResultQuestions
            questions={score_explanation}
            sections={result.sections}
            note={(question) => (
              <>
                {result.may_note && !result.annulled && <MarkLink attempt={result.id} question={question} />}
                {(question.note || result.may_note) && (
                  <ResultNote result={result} question_id={question.id} note={question.note} />
                )}
              </>
            )}
          />
        </Uncopied>
      )}
      <AttemptTimeline id={result.id} />
      {below && (
        <div className="wraps gap-5 off-paper">
          <Button component={Link} to={back} variant="default">
            {t('to_course')}
          </Button>
          <PrintButton />
        </div>
      )}
    </div>
  );
}

/** When, why and, for staff, by whom. */
function Annulled({ reason, created_at, author }: NonNullable<Result['annulled']>) {
  const t = useTranslations('attempt_results.result');
  const by = author ? `, ${personName(author)}` : '';
  return t('annulled_text', { decided: `${dateTimeText(created_at)}${by}`, reason });
}

/** Why it ended without a press of theirs, as nothing else in sight would say. */
function EndedByItself({ result: { finished_by, finished_at } }: { result: Result }) {
  const t = useTranslations('attempt_results.result');
  if (finished_at === null || (finished_by !== 'timer' && finished_by !== 'page_closed')) return null;
  return (
    <Notice tone="neutral" title={t(`ended_${finished_by}`, { at: dateTimeText(finished_at) })}>
      {t(`ended_${finished_by}_text`)}
    </Notice>
  );
}

/** What became of a result that was seen already: since when, of which questions and why. */
function Recounted({ result: { recounted, score_explanation = [], ...after } }: { result: Result }) {
  const t = useTranslations('attempt_results.result');
  const format = useNumbers();
  if (!recounted) return null;
  const { at, by, before, question_ids, reasons } = recounted;
  const wordsOf = ({ score = 0, max_score = 0, percent = 0 }: Partial<typeof before>) =>
    `${t('points_of', { score, max: max_score })}, ${format.result(percent)}`;
  const numbers = score_explanation.flatMap(({ id }, place) => (question_ids.includes(id) ? place + 1 : []));
  return (
    <Notice tone="warning" title={t(`recounted_${by}`)}>
      {[
        t('recounted_text', { date: dateTimeText(at), before: wordsOf(before), after: wordsOf(after) }),
        ...(numbers.length > 0
          ? [t('recounted_questions', { count: numbers.length, numbers: numbers.join(', ') })]
          : []),
        ...reasons.map((reason) => t('recounted_reason', { reason })),
      ].join(' ')}
    </Notice>
  );
}

/** The way to what the same person made of the test at other times. */
function OtherAttempts({ result: { course, other_attempts } }: { result: Result }) {
  const t = useTranslations('attempt_results.result');
  return (
    <nav className="cluster gap-5 off-paper" aria-label={t('other_attempts')}>
      <span className="quiet">{t('other_attempts')}</span>
      {other_attempts.map(({ id, number }) => (
        <Button key={id} component={Link} to={resultPath(course.id, id)} variant="default" size="sm">
          {t('of_attempt', { number })}
        </Button>
      ))}
    </nav>
  );
}

const nameOf = ({ user }: Result) => personName(user);

function PrintButton() {
  const t = useTranslations('attempt_results.result');
  return (
    <Button
      className="off-paper"
      variant="default"
      leftSection={<IconPrinter size={18} aria-hidden />}
      onClick={() => window.print()}
    >
      {t('print')}
    </Button>
  );
}

function Outcome({ result, own, certificate }: { result: Result; own: boolean; certificate: ReactNode }) {
  const t = useTranslations('attempt_results.result');
  const format = useNumbers();
  const facts = useFacts(result);
  if (result.passed_form_status === RUNNING && result.finished_at === null) {
    const to = materialPath(result.course.id, result.material_id);
    return (
      <Notice
        tone="neutral"
        title={t('running')}
        action={
          own && (
            <Button component={Link} to={to}>
              {t('to_material')}
            </Button>
          )
        }
      >
        {own ? t('running_own') : t('running_other')}
      </Notice>
    );
  }
  // Points that are still to come make of no verdict a verdict; the notice above says what it waits for.
  if (result.published && result.score_explanation?.some(({ outcome }) => outcome === 'in_review'))
    return (
      <Panel>
        <Facts facts={[[t('so_far'), format.result(result.percent ?? 0)], ...facts]} />
      </Panel>
    );
  if (!result.published || result.percent === undefined || result.score === undefined) {
    return (
      <>
        {!result.annulled && (
          <Notice tone="neutral" title={t('unpublished_title')}>
            {t('unpublished_text')}
          </Notice>
        )}
        <Panel>
          <Facts facts={facts} />
        </Panel>
      </>
    );
  }
  const {
    passed_successfully: passed = false,
    percent,
    score,
    max_score = 0,
    ects = '',
    rating_system,
    text_after_passing,
  } = result;
  const percentText = format.result(percent);
  const pointsText = t('points_of', { score, max: max_score });
  // A passing score may lie below E: nobody who has passed is told a grade that says they have not.
  const grade = own && passed && ects.startsWith('F') ? '' : ects;
  const headline = { points: format.number(score), percentages: percentText, ects: grade || percentText }[
    rating_system
  ];
  return (
    <section className={`${classes.outcome} unbroken flat-on-paper`} data-tone={passed ? 'good' : 'bad'}>
      <div className={classes.seal}>
        <span className={classes.headline}>{headline}</span>
        {rating_system === 'points' && <span>{t('of_max', { max: max_score })}</span>}
      </div>
      <div>
        <h2 className={classes.verdict}>{passed ? t('passed') : t('failed')}</h2>
        <p className={classes.scores}>
          <span>{pointsText}</span>
          <span>{percentText}</span>
          {grade && <span>{t('ects', { grade })}</span>}
        </p>
        {text_after_passing && <AfterPassing text={text_after_passing} />}
        {certificate && <div className={`${classes.certificate} off-paper`}>{certificate}</div>}
      </div>
      {own ? (
        <details className={classes.facts}>
          <summary className="unfolds">{t('more')}</summary>
          <Facts facts={facts} />
        </details>
      ) : (
        <div className={classes.facts}>
          <Facts facts={facts} />
        </div>
      )}
    </section>
  );
}

/** What a result waits for before its student sees it: marks first, then whoever publishes it. */
function Unseen({ result }: { result: Result }) {
  const t = useTranslations('attempt_results.result');
  const [waiting, ...more] = (result.score_explanation ?? []).filter(
    ({ outcome }) => outcome === 'in_review',
  );
  if (!waiting) return <PublishNotice result={result} />;
  return (
    <Notice
      tone="warning"
      title={t('unmarked', { count: more.length + 1 })}
      action={
        <Button component={Link} to={`/marking/answers?form=${result.form_id}`}>
          {t('give_mark')}
        </Button>
      }
    >
      {t('student_waits')}
    </Notice>
  );
}

/** The way to mark an answer, and to change its mark. */
function MarkLink({
  attempt,
  question: { id, outcome, mark },
}: {
  attempt: number;
  question: NonNullable<Result['score_explanation']>[number];
}) {
  const t = useTranslations('attempt_results.result');
  if (!mark && outcome !== 'in_review') return null;
  const to = `/marking/answers?attempt=${attempt}&question=${id}`;
  return (
    <Button component={Link} to={to} className="off-paper" variant="default" size="compact-sm">
      {t(mark ? 'change_mark' : 'give_mark')}
    </Button>
  );
}

/** The form's words after passing or failing: rich text, or plain as it was typed. */
function AfterPassing({ text }: { text: string }) {
  if (/<[a-z][^>]*>/i.test(text)) return <RichText html={text} />;
  return <p className={classes.text}>{text}</p>;
}

function useFacts(result: Result): (readonly [string, string | null])[] {
  const t = useTranslations('attempt_results.result');
  const { duration: inWords } = useNumbers();
  const { duration, finished_by, finished_at, passing_score, passing_score_type, paper } = result;
  return [
    [
      t('passing_score'),
      passing_score_type === 'points'
        ? t('points', { count: passing_score })
        : t('percent', { percent: passing_score }),
    ],
    ...(paper
      ? ([
          [t('sat_on'), dateText(paper.sat_on)],
          [t('on_paper'), t('variant', { letter: String.fromCharCode(64 + paper.variant) })],
          [t('typed_by'), paper.author && `${personName(paper.author)}, ${dateTimeText(paper.typed_at)}`],
        ] as const)
      : ([
          [t('started'), dateTimeText(result.started_at)],
          [t('finished'), finished_at && dateTimeText(finished_at)],
          [t('duration'), duration === null ? null : inWords(duration)],
          [t('finished_by'), finished_by && t(`by_${finished_by}`)],
        ] as const)),
    [t('number'), String(result.number)],
    [t('version'), String(result.version)],
  ];
}
