import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf, QueryOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import { laidOut } from '../attempts/service.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import { orderOf } from './service-pdf.ts';

/** Lays the published version out in variants that stay what they are. Errors: not_found, own_form. */
export async function startPrintRun(
  db: Db,
  scope: Scope,
  { id: course, formId: form }: ParamsOf<typeof contract.startPrintRun>,
  { variants }: BodyOf<typeof contract.startPrintRun>,
) {
  const [[id]] = await db.run(scope, remember(scope, call.startPrintRun({ course, form, variants })));
  return { id: id! };
}

/** A variant as it was handed out, without its key. Errors: not_found, own_form; invalid_choice on "variants". */
export async function paperSheetOf(
  env: Env,
  db: Db,
  scope: Scope,
  { id: course, formId: form, runId: run }: ParamsOf<typeof contract.getPaperSheet>,
  { variant }: QueryOf<typeof contract.getPaperSheet>,
) {
  const [[found]] = await db.run(scope, call.runPapers({ course, form, run, variants: [variant] }));
  const { settings, seed, papers } = found!;
  const { questions } = papers[0]!;
  const kept = new Map(questions.map((question) => [question.id, question]));
  return {
    variant,
    questions: laidOut(env, scope, { settings, questions }, orderOf(seed, variant)).questions.map(
      ({ points: _points, ...question }) => {
        const { score, marking } = kept.get(question.id)!;
        return { ...question, score, has_rubric: (marking?.rubric ?? []).length > 0 };
      },
    ),
  };
}
