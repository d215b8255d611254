import { and, eq, not, or, type SQLWrapper } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { EXAM } from '../../learning/courses/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { build, prepared, type Given, type RowOf } from '../../platform/database/queries.ts';
import { hasCertificate } from '../certificates/functions.ts';
import { takesForm, type Illustrated } from '../forms/functions.ts';
import { bySection } from './attempt.ts';
import { numberOfStatus } from './contract.ts';
import type * as contract from './contract.ts';
import { attemptResult, endDueAttempts, isTakenBack, type GivenMark } from './functions.ts';
import { handedIn, illustrated } from './queries-files.ts';
import type { HandedFile } from '../questions/contract.ts';
import { shownAnswers, toldFeedback } from './shown-answers.ts';

type Result = ResponseOf<typeof contract.getPassedForm>;
type ResultQuestion = NonNullable<Result['score_explanation']>[number];
type ShownQuestion = Omit<ResultQuestion, 'description' | 'files'>;
type Note = NonNullable<Result['note']>;

/** Every read treats an overdue attempt as ended at its deadline: it ends it. */
export const endOverdue = endDueAttempts({});

/** A result with what the reader may do with it. */
export interface ResultRow extends Omit<RowOf<ReturnType<typeof attemptResult>>, 'result_published_at'> {
  result_published_at: string | null;
  can_download_certificate: boolean;
  /** The reader takes the form. */
  taken: boolean;
}

interface OneResult {
  company_id: number;
  user_id: number;
  id: number;
}

/** A sheet that was typed in for the wrong person is nothing of theirs. */
export const notTakenBack = ({ company_id, user_id, id }: Given<OneResult>, owner: SQLWrapper) =>
  not(and(eq(owner, user_id), isTakenBack({ company: company_id, attempt: id }).getSQL())!);

const resultById = prepared((given: Given<OneResult>, student: boolean, reach: Reach) => {
  const result = relation(attemptResult({ company: given.company_id, attempt: given.id }), 'result');
  const { course_id, user_id, form_id } = result;
  const reached = and(inReach({ reach }, 'courses', course_id), inReach({ reach }, 'people', user_id));
  return build
    .select({
      ...result.all,
      can_download_certificate: hasCertificate({ course: course_id, user: user_id, form: form_id }).getSQL(),
      taken: takesForm({ form: form_id }).getSQL(),
    })
    .from(result)
    .where(
      and(
        student ? eq(user_id, given.user_id) : or(eq(user_id, given.user_id), reached),
        notTakenBack(given, user_id),
      ),
    );
});

/**
 * The result of an attempt as the caller may see it: one's own, once published and as far as the form shows; for staff
 * those of courses and people in reach. Errors: not_found.
 */
export async function resultOf(env: Env, db: Db, scope: Scope, id: number): Promise<Result> {
  const { company_id, user_id, user_type, reach } = scope;
  const found = resultById({ company_id, user_id, id }, user_type === 'student', reach);
  const [, [row]] = await db.run(scope, endOverdue, found);
  if (!row) throw new AppError('not_found');
  const addressed = handedIn(env, scope, row.handed);
  return shownResult(
    row,
    row.user.id === user_id,
    (question) => illustrated(env, scope, question),
    addressed,
  );
}

/** Description and files of a question as they are shown. */
type Illustrate = (question: Illustrated) => Pick<ResultQuestion, 'description' | 'files'>;
const inWords: Illustrate = ({ description }) => ({ description, files: [] });

/** Why a result says nothing of the key (decisions, "Nobody decides about themselves"); null: nothing forbids it. */
function withheldFrom(row: ResultRow, student: boolean): Result['withheld'] {
  if (!student) return row.taken ? 'own_form' : null;
  if (row.explanation === null) return null;
  if (row.runs) return 'running';
  return row.settings.show_right_answers && row.form_type === EXAM && row.may_try ? 'attempts_left' : null;
}

/** Which attempt it is, of whom and at what. */
function attemptOf(row: ResultRow) {
  const { id, form_id, form_name, form_type, course, material_id, user, number, version, other_attempts } =
    row;
  return { id, form_id, form_name, form_type, course, material_id, user, number, version, other_attempts };
}

/**
 * What of a result is shown: to the student what is published and the form allows, to staff everything; of the questions
 * nothing while the student's next attempt runs, or to whoever takes the form. */
export function shownResult(
  row: ResultRow,
  student: boolean,
  illustrate = inWords,
  handed: readonly HandedFile[] = row.handed.map((file) => ({ ...file, url: '' })),
): Result {
  const { settings, attempt_status, result_published_at, annulment } = row;
  const student_sees = result_published_at !== null && row.explanation !== null;
  const published = row.explanation !== null && (!student || student_sees);
  const facts: Result = {
    ...attemptOf(row),
    passed_form_status: numberOfStatus(row.passed_form_status),
    annulled: annulment && { ...annulment, author: student ? null : annulment.author },
    started_at: row.started_at,
    finished_at: row.finished_at,
    finished_by: row.finished_by,
    duration: row.duration,
    paper: row.paper && { ...row.paper, author: student ? null : row.paper.author },
    published,
    student_sees,
    may_note: !student && !row.taken && attempt_status !== 'running',
    forbid_copying: student && settings.disable_autosave_for_all_respondents,
    rating_system: settings.rating_system,
    passing_score: settings.passing_score,
    passing_score_type: settings.passing_score_type,
    // What another attempt earned is no matter of this one.
    can_download_certificate:
      row.can_download_certificate && published && !annulment && row.passed_successfully === true,
    withheld: withheldFrom(row, student),
    recounted: null,
  };
  if (!facts.published) return facts;
  const closed = facts.withheld === 'running' || facts.withheld === 'own_form';
  const questions = closed
    ? []
    : row.questions.map((question) => ({
        ...shownQuestion(row, question, student, facts.withheld === null),
        ...illustrate(question),
        ...(question.type === 'upload' && { handed: ofAnswer(row, question.id, handed) }),
      }));
  const whole = closed ? undefined : row.notes.find(({ question_id }) => question_id === null);
  return {
    ...facts,
    passed_successfully: row.passed_successfully!,
    score: row.score!,
    max_score: row.max_score!,
    percent: row.percent!,
    ects: row.ects!,
    text_after_passing: row.passed_successfully
      ? settings.text_after_success_passing
      : settings.text_after_failure_passing,
    recounted: row.recount && recountShown(row.recount, questions),
    ...(whole ? { note: shownNote(whole) } : {}),
    ...(closed ? {} : { ...sectionsOf(row, student), score_explanation: questions }),
  };
}

/** Names no question of which the reader is told nothing else. */
function recountShown(recount: NonNullable<ResultRow['recount']>, questions: readonly ShownQuestion[]) {
  const told = new Set(
    questions.flatMap(({ id, outcome, earned }) => (outcome || earned !== undefined ? id : [])),
  );
  return { ...recount, question_ids: recount.question_ids.filter((id) => told.has(id)) };
}

/** The files that an answer names. */
const ofAnswer = ({ chosen }: ResultRow, question_id: number, handed: readonly HandedFile[]) =>
  handed
    .filter((file) => file.question_id === question_id && chosen[question_id]?.includes(file.id))
    .map(({ question_id: _, ...file }) => file);

/** What each of several sections comes to, for those who see what a question does. */
function sectionsOf({ settings, questions, explanation }: ResultRow, student: boolean) {
  const sections = bySection(settings.sections ?? [], questions);
  if (sections.length < 2 || (student && !settings.show_points_for_answers)) return {};
  return {
    sections: sections.map(({ title, questions: own }) => {
      const question_ids = own.map(({ id }) => id);
      const graded = (explanation ?? []).filter(({ id }) => question_ids.includes(id));
      const sum = (of: (one: (typeof graded)[number]) => number) =>
        Math.round(graded.reduce((total, one) => total + of(one), 0) * 100) / 100;
      return {
        title,
        score: sum(({ earned }) => earned),
        maximum: sum(({ maximum }) => maximum),
        question_ids,
      };
    }),
  };
}

function shownQuestion(
  { settings, explanation, chosen, responses, mended, notes, marks }: ResultRow,
  question: ResultRow['questions'][number],
  student: boolean,
  open: boolean,
): ShownQuestion {
  const { id, title, type = 'choice', unit, gap_text, work, hotspot } = question;
  const given = marks.filter(({ question_id }) => question_id === id);
  const showsKey = !student || (open && settings.show_right_answers);
  const marksOwn = showsKey || settings.show_uncounted_answers;
  const showsPoints = !student || settings.show_points_for_answers;
  const graded = explanation?.find((each) => each.id === id);
  const key = mended[id] ?? null;
  const written = notes.find(({ question_id }) => question_id === id);
  const answered = { chosen: chosen[id] ?? [], response: responses[id] ?? null };
  return {
    id,
    title,
    type,
    ...(unit && { unit }),
    ...(gap_text && { gap_text }),
    ...(hotspot && { hotspot: { ...hotspot, alt: hotspot.alt ?? '' } }),
    ...shownAnswers(question, {
      ...answered,
      // Of a question that counts for nobody no answer is right or wrong.
      key: marksOwn ? key : null,
      showsKey,
    }),
    ...(showsKey && toldFeedback(question, { ...answered, key }, true)),
    ...(work && { work }),
    ...((marksOwn || graded?.outcome === 'annulled' || graded?.outcome === 'in_review') && graded
      ? { outcome: graded.outcome }
      : {}),
    ...(showsPoints && graded ? { earned: graded.earned, maximum: graded.maximum } : {}),
    ...(written ? { note: shownNote(written) } : {}),
    ...(given.length > 0 ? { mark: shownMark(question, given, student, showsPoints) } : {}),
  };
}

/** The marks of an answer as its student reads them; staff read who gave what. The last one settles it. */
function shownMark(
  { marking }: ResultRow['questions'][number],
  given: readonly GivenMark[],
  student: boolean,
  showsPoints: boolean,
): NonNullable<ResultQuestion['mark']> {
  const last = given.at(-1)!;
  return {
    comments: (last.settles ? [last] : given).map(({ comment }) => comment).filter(Boolean),
    rubric: (marking?.rubric ?? []).flatMap(({ title, levels }, at) => {
      const level = levels[last.levels?.[at] ?? -1];
      if (!level) return [];
      const most = Math.max(...levels.map(({ points }) => points));
      return { title, level: level.title, ...(showsPoints && { points: level.points, most }) };
    }),
    marked_at: last.marked_at,
    ...(!student && { given: given.map(({ score, marker, comment }) => ({ score, marker, comment })) }),
  };
}

const shownNote = ({ text, author, updated_at }: Note): Note => ({ text, author, updated_at });
