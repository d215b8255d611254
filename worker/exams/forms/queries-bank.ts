import { and, desc, eq, inArray, isNull, ne, notInArray, sql, type Column } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { alphabetical, contains, listed, paged, searched } from '../../platform/database/list.ts';
import { build, counted, tied, type Given } from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import { answersInWords, questionWords } from './functions.ts';
import { formsTaken } from './queries-own.ts';
import { bank_questions, question_files, questions } from './tables.ts';

/** How many files a question has. */
export const filesOf = (question: { company_id: Column; id: Column }) =>
  sql<number>`${build
    .select(counted)
    .from(question_files)
    .where(
      tied(
        question_files,
        question,
        eq(question_files.question_id, question.id),
        isNull(question_files.removed_at),
      ),
    )}`;

interface BankFilters {
  company_id: number;
  user_id: number;
  course: number | undefined;
  except_form: number | undefined;
  pattern: string | undefined;
}

/** What the caller is asked in a test of their own, wherever else it stands. */
const ownWords = (given: Given<BankFilters>) =>
  build
    .select({ words: sql`${questionWords({ title: questions.title })}` })
    .from(questions)
    .where(and(eq(questions.company_id, given.company_id), inArray(questions.form_id, formsTaken(given))));

/** Each text once: the question that may be copied and is the newest stands for the others. */
const once = (given: Given<BankFilters>, reach: Reach) => {
  const { id, company_id, form_id, form_name, course_id, course_name, course_tags } = bank_questions;
  const { title, type, multiple_right_answers, score, answers, may_copy, words } = bank_questions;
  return build
    .selectDistinctOn([words], {
      id,
      company_id,
      form_name,
      course_id,
      course_name,
      title,
      type,
      multiple_right_answers,
      score,
      answers,
      may_copy,
      same: sql<number>`count(*) over (partition by ${words})::integer`.as('same'),
    })
    .from(bank_questions)
    .where(
      and(
        eq(company_id, given.company_id),
        inReach({ reach }, 'courses', course_id),
        given.course && eq(course_id, given.course),
        given.except_form && ne(form_id, given.except_form),
        contains(given.pattern, title, course_name, form_name, sql`array_to_string(${course_tags}, ' ')`),
        notInArray(words, ownWords(given)),
      ),
    )
    .orderBy(words, desc(may_copy), desc(id))
    .as('once');
};

const bank = paged((select, given: Given<BankFilters>, reach: Reach) => {
  const found = once(given, reach);
  const {
    id,
    title,
    form_name,
    course_id,
    course_name,
    type,
    multiple_right_answers,
    score,
    same,
    may_copy,
  } = found;
  return {
    rows: select({
      id,
      title,
      form_name,
      course_id,
      course_name,
      type,
      multiple_right_answers,
      score,
      same,
      may_copy,
      answers: answersInWords({ answers: found.answers }).getSQL(),
      files: filesOf(found),
    }).from(found),
    order: { title: alphabetical(title), course_name: alphabetical(course_name) },
    by: 'title',
    ties: [id],
  };
});

/** Questions of the courses in reach, each text once. What the caller is asked in a test of their own is left out. */
export async function pageOfBank(db: Db, scope: Scope, query: QueryOf<typeof contract.questionBank>) {
  const { company_id, user_id, reach } = scope;
  const { course, except_form } = query;
  const filters = { company_id, user_id, course, except_form, pattern: searched(query.search) };
  const [rows, [count]] = await db.run(scope, ...bank(query, filters, reach));
  return listed(rows, count!.count, query);
}
