import { reachOf } from '../../access/contract.ts';
import { courseReached } from '../../learning/courses/queries-one.ts';
import { ownFormRefused } from '../../exams/forms/queries-own.ts';
import { endOverdue } from '../../exams/attempts/queries-results.ts';
import { withPicture } from '../../exams/attempts/queries-files.ts';
import { isByHand } from '../../exams/questions/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { ParamsOf, QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import type * as contract from './contract.ts';
import { questionFigures } from './functions.ts';
import { discriminationOf, mostChosenWrong, verdictOf } from './statistic.ts';

/**
 * How the questions of a form's version were answered, the newest that somebody finished unless told, over the results of people in reach that count; right and
 * wrong by the gradings that hold, the key as it is mended now. Errors: not_found, own_form.
 */
export async function questionStatistic(
  env: Env,
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.questionStatistic>,
  { group, version }: QueryOf<typeof contract.questionStatistic>,
): Promise<ResponseOf<typeof contract.questionStatistic>> {
  const all = scope.reach === 'company';
  const [, , [course], [row]] = await db.run(
    scope,
    endOverdue,
    ownFormRefused(scope, { id, formId }),
    courseReached(scope, id),
    questionFigures({ course: id, form: formId, group: group ?? null, all, number: version ?? null }),
  );
  if (!course || !row) throw new AppError('not_found');
  return {
    ...row,
    may_repair: reachOf('editEduMaterials', scope.user_type) !== null,
    questions: row.questions.map(({ annulled, strong, weak, strong_right, weak_right, ...question }) => {
      const by_hand = isByHand(question.type);
      const figures = { ...question, annulled, by_hand, strong, weak, strong_right, weak_right };
      const wrong = mostChosenWrong(question.answers);
      return {
        ...withPicture(env, scope, question),
        discrimination: annulled || by_hand ? null : discriminationOf(figures),
        verdict: verdictOf(figures),
        most_chosen_wrong: wrong === null ? null : question.answers[wrong]!.id,
      };
    }),
  };
}
