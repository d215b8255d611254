import { and, eq, isNull } from 'drizzle-orm';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { users } from '../../identity/accounts/tables.ts';
import { companies } from '../../identity/companies/tables.ts';
import { courses } from '../../learning/courses/tables.ts';
import { withPictures } from '../../learning/materials/queries-files.ts';
import { materials } from '../../learning/materials/tables.ts';
import { fileGroupOf } from '../../learning/media/contract.ts';
import { mediaAddress } from '../../learning/media/queries.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { ParamsOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { build, prepared, tied, type Given } from '../../platform/database/queries.ts';
import { DEFAULT_TRIES } from './contract.ts';
import type * as contract from './contract.ts';
import { draftState, publisherOf, publishingOf as publishingOfForm, type KeptQuestion } from './functions.ts';
import {
  ofMaterial,
  ownFormRefused,
  reachedForm,
  valuesOf,
  type FormPath,
  type OneForm,
} from './queries-own.ts';
import { forms } from './tables.ts';

type Question = ResponseOf<typeof contract.getForm>['questions'][number];

const isThere = (given: Given<OneForm>, reach: Reach) =>
  and(reachedForm(given, reach), isNull(materials.deleted_at));

const draft = relation(draftState({ form: forms.id }), 'draft');
const draftById = prepared((given: Given<OneForm & { user_id: number }>, reach: Reach) =>
  build
    .select({
      settings: draft.settings,
      questions: draft.questions,
      revision: draft.revision,
      published_at: draft.published_at,
      published_by: publisherOf({ form: forms.id }).getSQL(),
      differs: draft.differs,
      material_id: forms.material_id,
      course_name: courses.name,
      language: users.language,
      time_zone: companies.time_zone,
    })
    .from(forms)
    .innerJoin(companies, eq(companies.id, forms.company_id))
    .innerJoin(materials, ofMaterial)
    .innerJoin(courses, tied(courses, materials, eq(courses.id, materials.course_id)))
    .innerJoin(users, eq(users.id, given.user_id))
    .crossJoinLateral(draft)
    .where(isThere(given, reach)),
);

/** The draft of a form in a course whose materials the caller edits. Errors: not_found, own_form. */
export async function draftOf(db: Db, scope: Scope, path: FormPath) {
  const values = { ...valuesOf(scope, path), user_id: scope.user_id };
  const [, [row]] = await db.run(scope, ownFormRefused(scope, path), draftById(values, scope.reach));
  if (!row) throw new AppError('not_found');
  return row;
}

/** The questions of a draft as its editors get them. Errors: not_found, own_form. */
export async function questionsOf(env: Env, db: Db, scope: Scope, formId: number) {
  const { questions } = await draftOf(db, scope, { formId });
  const results = questions.map((question) => shownQuestion(env, scope, question));
  return { results, count: results.length, total_pages: 1 };
}

/** The draft as its editors get it. */
export async function formOf(env: Env, db: Db, scope: Scope, params: ParamsOf<typeof contract.getForm>) {
  const row = await draftOf(db, scope, params);
  const {
    opens_at = null,
    closes_at = null,
    at_close = 'continue',
    pause_minutes = null,
    pages = 'all',
    may_go_back = true,
    learning_mode = false,
    tries_per_question = DEFAULT_TRIES,
    names_hidden = false,
    two_markers = false,
  } = row.settings;
  return {
    ...row.settings,
    draws: row.settings.draws ?? [],
    sections: row.settings.sections ?? [],
    opens_at: opens_at && new Date(opens_at).toISOString(),
    closes_at: closes_at && new Date(closes_at).toISOString(),
    at_close,
    pause_minutes,
    pages,
    may_go_back,
    learning_mode,
    tries_per_question,
    names_hidden,
    two_markers,
    time_zone: row.time_zone,
    id: params.formId,
    course_id: params.id,
    material_id: row.material_id,
    questions: row.questions.map((question) => shownQuestion(env, scope, question)),
    revision: row.revision,
    published_at: row.published_at,
    published_by: row.published_by,
    has_unpublished_changes: row.differs,
  };
}

/** A question without what only saving and grading need, its files with addresses for the caller. */
export function shownQuestion(env: Env, scope: Scope, question: KeptQuestion): Question {
  const { id, title, description, multiple_right_answers, required, score, section, answers, files } =
    question;
  return {
    id,
    title,
    description: withPictures(env, scope, description),
    type: question.type ?? 'choice',
    credit: question.credit ?? 'all',
    match_case: question.match_case ?? false,
    unit: question.unit ?? '',
    ...(question.work && { work: question.work }),
    ...(question.marking && { marking: question.marking }),
    gap_text: question.gap_text ?? '',
    ...(question.hotspot && { hotspot: { ...question.hotspot, alt: question.hotspot.alt ?? '' } }),
    feedback: question.feedback ?? '',
    multiple_right_answers,
    required,
    score,
    ...(section !== undefined && { section }),
    answers: answers.map(({ match_id: _match_id, ...answer }) => answer),
    files: files.map((file) => shownFile(env, scope, file)),
  };
}

/** A file of a question as it is shown, with an address that the caller may read it at. */
export function shownFile(
  env: Env,
  scope: Scope,
  file: KeptQuestion['files'][number],
): Question['files'][number] {
  return {
    ...file,
    width: file.width ?? null,
    height: file.height ?? null,
    group: fileGroupOf(file.name),
    url: mediaAddress(env, scope, file.id),
  };
}

const publishing = relation(publishingOfForm({ form: forms.id }), 'publishing');
const publishingById = prepared((given: Given<OneForm>, reach: Reach) =>
  build
    .select({
      version: publishing.version,
      questions: publishing.questions,
      settings: publishing.settings,
      unfilled_draws: publishing.unfilled_draws,
      students: publishing.students,
      running: publishing.running,
      completed: publishing.completed,
    })
    .from(forms)
    .innerJoin(materials, ofMaterial)
    .crossJoinLateral(publishing)
    .where(isThere(given, reach)),
);

/** What publishing would change, and for whom. Errors: not_found, own_form. */
export async function publishingOf(db: Db, scope: Scope, path: ParamsOf<typeof contract.publishingOf>) {
  const [, [row]] = await db.run(
    scope,
    ownFormRefused(scope, path),
    publishingById(valuesOf(scope, path), scope.reach),
  );
  if (!row) throw new AppError('not_found');
  return row;
}
