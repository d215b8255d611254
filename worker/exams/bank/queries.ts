import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf, QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { alphabetical, contains, listed, paged, searched } from '../../platform/database/list.ts';
import { build, counted, isTag, tied, type Given } from '../../platform/database/queries.ts';
import { answersInWords } from '../forms/functions.ts';
import { shownQuestion } from '../forms/queries.ts';
import { filesOf } from '../forms/queries-bank.ts';
import { questions } from '../forms/tables.ts';
import type * as contract from './contract.ts';
import { differentPapers } from './bank.ts';
import * as call from './functions.ts';
import { banked_questions } from './tables.ts';
import { bankSaysOtherwise, testsOfBankQuestion, folderBranch, bankQuestionsTaken } from './functions.ts';

/** The folders of the bank and its tags. */
export async function foldersOf(db: Db, scope: Scope) {
  const [folders, tags] = await db.run(scope, call.foldersOfBank({}), call.tagsOfBank({}));
  return { folders, tags };
}

interface Filters {
  company_id: number;
  folder: number | undefined;
  tag: string | undefined;
  type: string | undefined;
  pattern: string | undefined;
}

interface Shape {
  subfolders: boolean;
  archived: boolean;
}

const found = paged((select, given: Given<Filters>, { subfolders, archived }: Shape) => {
  const b = banked_questions;
  const older_links = sql<number>`${build
    .select(counted)
    .from(questions)
    .where(
      tied(
        questions,
        b,
        eq(questions.bank_question_id, b.id),
        isNull(questions.deleted_at),
        sql`${bankSaysOtherwise({ question: b.id, version: sql`${questions.bank_version}`, latest: b.version })}`,
      ),
    )}`;
  return {
    rows: select({
      id: b.id,
      folder_id: b.folder_id,
      folder_name: b.folder_name,
      tags: b.tags,
      version: b.version,
      archived: b.archived,
      title: b.title,
      type: b.type,
      multiple_right_answers: b.multiple_right_answers,
      score: b.score,
      answers: answersInWords({ answers: b.answers }).getSQL(),
      files: filesOf(b),
      tests: testsOfBankQuestion({ question: b.id }).getSQL(),
      older_links,
      changed_at: b.changed_at,
    })
      .from(b)
      .where(
        and(
          eq(b.company_id, given.company_id),
          eq(b.archived, sql`${archived}`),
          given.folder &&
            sql`${b.folder_id} in (select ${folderBranch({ folder: given.folder, whole: subfolders })})`,
          given.tag && isTag(b.tags, given.tag),
          given.type && eq(b.type, given.type),
          contains(given.pattern, b.title, b.folder_name, sql`array_to_string(${b.tags}, ' ')`),
          sql`not ${b.id} in (select ${bankQuestionsTaken({})})`,
        ),
      ),
    order: {
      title: alphabetical(b.title),
      changed_at: b.changed_at,
      folder_name: alphabetical(b.folder_name),
    },
    by: '-changed_at',
    ties: [desc(b.id)],
  };
});

/** Questions of the bank. What the caller is asked in a test of their own is left out. */
export async function pageOfBankQuestions(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof contract.listBankQuestions>,
) {
  const { folder, tag, type, search } = query;
  const values = { company_id: scope.company_id, folder, tag, type, pattern: searched(search) };
  const shape = { subfolders: query.subfolders === 'true', archived: query.archived === 'true' };
  const [rows, [count]] = await db.run(scope, ...found(query, values, shape));
  return listed(rows, count!.count, query);
}

/** A question of the bank with its versions. Errors: not_found, own_form. */
export async function bankQuestionOf(env: Env, db: Db, scope: Scope, id: number) {
  const [[row]] = await db.run(scope, call.bankQuestionOf({ question: id }));
  if (!row) throw new AppError('not_found');
  return {
    ...row,
    id,
    question: shownQuestion(env, scope, row.question),
    versions: row.versions.map((version) => ({
      ...version,
      question: shownQuestion(env, scope, version.question),
    })),
  };
}

/** The questions of a draft that are tied to the bank. Errors: not_found, own_form. */
export async function linksOf(
  env: Env,
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.listLinks>,
) {
  const [, rows] = await db.run(
    scope,
    call.requireDraft({ course: id, form: formId }),
    call.linksOfForm({ form: formId }),
  );
  const links = rows.map((link) => ({
    ...link,
    before: link.before && shownQuestion(env, scope, link.before),
    after: link.after && shownQuestion(env, scope, link.after),
  }));
  return { links };
}

/** Whether the bank suffices for draws, and how many papers they give. Errors: not_found, own_form. */
export async function figuresOfDraws(
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.drawFigures>,
  { draws }: BodyOf<typeof contract.drawFigures>,
) {
  const [, [figures]] = await db.run(
    scope,
    call.requireDraft({ course: id, form: formId }),
    call.drawFigures({ form: formId, draws }),
  );
  const { available, filled, classes } = figures!;
  const counts = draws.map(({ count }) => count);
  return {
    draws: draws.map((_, place) => ({ available: available[place] ?? 0, filled: filled[place] ?? 0 })),
    papers: String(draws.length > 0 ? differentPapers(counts, classes) : 1),
  };
}
