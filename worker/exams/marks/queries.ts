import { and, eq, sql, type SQLWrapper } from 'drizzle-orm';
import type { Env, Scope } from '../../platform/context.ts';
import type { ParamsOf, QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import {
  alphabetical,
  contains,
  listed,
  orderOf,
  searched,
  windowOf,
  type Ordering,
  type Window,
} from '../../platform/database/list.ts';
import { build, gathered, object, prepared, type Given } from '../../platform/database/queries.ts';
import { handedIn, illustrated } from '../attempts/queries-files.ts';
import { endOverdue } from '../attempts/queries-results.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';

type Query = QueryOf<typeof contract.listAnswersToMark>;
type Sorted = 'since' | 'count' | 'form_name' | 'course_name';

interface Filters extends Window {
  course: number | undefined;
  form: number | undefined;
  pattern: string | undefined;
}

const { limit, offset } = { limit: sql.placeholder('limit'), offset: sql.placeholder('offset') };

type OfTest = 'form_id' | 'form_name' | 'form_type' | 'course_id' | 'course_name' | 'count' | 'since';

/** What waits of tests, as a list tells it and is sorted by. */
export const waitingOfTests = <const F extends Record<OfTest, SQLWrapper>>(found: F) => ({
  told: {
    form: object({ id: found.form_id, name: found.form_name, form_type: found.form_type }),
    course: object({ id: found.course_id, name: found.course_name }),
    count: found.count as F['count'],
    since: found.since as F['since'],
  },
  order: {
    since: found.since,
    count: found.count,
    form_name: alphabetical(found.form_name),
    course_name: alphabetical(found.course_name),
  },
  sum: sql<number>`coalesce(sum(${found.count}), 0)::integer`,
});

/** Found once, they give the page and the counts. */
const waitingQuestions = prepared((given: Given<Filters>, ordering: Ordering<Sorted> | undefined) => {
  const waiting = relation(call.questionsToMark({}), 'waiting');
  const found = build.$with('found').as(
    build
      .select(waiting.all)
      .from(waiting)
      .where(
        and(
          given.course && eq(waiting.course_id, given.course),
          given.form && eq(waiting.form_id, given.form),
          contains(given.pattern, waiting.form_name, waiting.course_name, waiting.question_title),
        ),
      ),
  );
  const { form_id, question_id, question_title } = found;
  const { told, order, sum } = waitingOfTests(found);
  const page = build
    .select({ ...told, question: object({ id: question_id, title: question_title }) })
    .from(found)
    .orderBy(...orderOf(ordering, order, 'since', [form_id, question_id]))
    .limit(limit)
    .offset(offset);
  return build
    .with(found)
    .select({
      waiting: sum,
      questions: sql<number>`count(*)::integer`,
      results: gathered(page),
    })
    .from(found);
});

/** Questions with answers that the caller may mark. */
export async function pageOfAnswersToMark(db: Db, scope: Scope, query: Query) {
  const { course, form, ordering, search } = query;
  const [, [found]] = await db.run(
    scope,
    endOverdue,
    waitingQuestions({ ...windowOf(query), course, form, pattern: searched(search) }, ordering),
  );
  const { waiting, questions, results } = found!;
  return { ...listed(results, questions, query), waiting };
}

/** The next answer that the caller may mark. */
export async function nextAnswerToMark(
  env: Env,
  db: Db,
  scope: Scope,
  { form, question, after_attempt, after_question }: QueryOf<typeof contract.nextAnswerToMark>,
): Promise<ResponseOf<typeof contract.nextAnswerToMark>> {
  const [, [row]] = await db.run(
    scope,
    endOverdue,
    call.nextAnswer({
      form: form ?? null,
      question: question ?? null,
      after_attempt: after_attempt ?? null,
      after_question: after_question ?? null,
    }),
  );
  if (!row) return { waiting: 0, answer: null };
  return { waiting: row.waiting, answer: shownAnswer(env, scope, row.answer) };
}

/** An answer that the caller may mark, with the mark that it has. Errors: as saveMark. */
export async function markedAnswer(
  env: Env,
  db: Db,
  scope: Scope,
  { id, questionId }: ParamsOf<typeof contract.getMarkedAnswer>,
): Promise<ResponseOf<typeof contract.getMarkedAnswer>> {
  const [[row]] = await db.run(scope, call.markedAnswer({ attempt: id, question: questionId }));
  return { ...row!, answer: shownAnswer(env, scope, row!.answer) };
}

function shownAnswer(
  env: Env,
  scope: Scope,
  { question: asked, response, handed, ...answer }: call.KeptAnswer,
): ResponseOf<typeof contract.getMarkedAnswer>['answer'] {
  const { id, title, type = 'choice', score, work = {}, marking = {} } = asked;
  return {
    ...answer,
    response: response ?? '',
    handed: handedIn(env, scope, handed),
    question: { id, title, type, score, work, marking, ...illustrated(env, scope, asked) },
  };
}
