import { sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { reachOf } from '../../access/contract.ts';
import { ownFormRefused } from '../../exams/forms/queries-own.ts';
import { endOverdue } from '../../exams/attempts/queries-results.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { ParamsOf, QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, statement, type Db } from '../../platform/database.ts';
import type * as contract from './contract.ts';
import { courseForms, formFacts, GRADED, inGroup, reachedCourse } from './queries-facts.ts';
import { discriminationOf, mostChosenWrong, verdictOf, type QuestionFigures } from './statistic.ts';

type Statistic = ResponseOf<typeof contract.questionStatistic>;

interface Row extends Pick<Statistic, 'form' | 'attempts' | 'earlier' | 'average_percent'> {
  questions: (Omit<QuestionFigures, 'answers'> &
    Omit<Statistic['questions'][number], 'discrimination' | 'verdict' | 'most_chosen_wrong'>)[];
}

/**
 * How the questions of a form's current version were answered, over the results of people in reach that count; right and
 * wrong by the gradings that hold, the key as it is mended now. Errors: not_found, own_form.
 */
export async function questionStatistic(
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.questionStatistic>,
  { group }: QueryOf<typeof contract.questionStatistic>,
): Promise<Statistic> {
  const where = all([inReach(scope, 'people', sql`r.user_id`), inGroup(scope, group, sql`r.user_id`)]);
  const [, , [course], [row]] = await db.run(
    scope,
    endOverdue,
    ownFormRefused(scope, { id, formId }),
    statement(reachedCourse(scope, id)),
    statement<Row>(sql`
      with ${courseForms(scope, id)}, counted as materialized (
        select t.company_id, t.id, t.form_version_id = f.version_id as is_current
          from (${formFacts(scope, sql`f.id = ${formId}`)}) r
          join course_forms f on f.id = r.form_id
          join attempts t on t.company_id = ${scope.company_id} and t.id = r.attempt_id
          where ${where}
      ), size as materialized (
        select count(*) filter (where is_current)::integer as attempts, count(*) filter (where not is_current)::integer as earlier,
               greatest(1, round(count(*) filter (where is_current) * 27 / 100.0))::integer as strong
          from counted
      ), taken as materialized (
        select t.company_id, t.id, g.percent, g.explanation,
               row_number() over (order by g.percent desc, t.id) <= s.strong as is_strong,
               row_number() over (order by g.percent, t.id desc) <= s.strong as is_weak
          from counted t ${GRADED} cross join size s where t.is_current
      ), outcomes as materialized (
        select e.id, count(*)::integer as asked, count(*) filter (where e.outcome = 'right')::integer as right,
               count(*) filter (where e.outcome = 'not_answered')::integer as not_answered,
               count(*) filter (where e.outcome = 'right' and t.is_strong)::integer as strong_right,
               count(*) filter (where e.outcome = 'right' and t.is_weak)::integer as weak_right
          from taken t cross join lateral jsonb_to_recordset(t.explanation) as e(id integer, outcome text)
          group by e.id
      ), choices as materialized (
        select m.question_id, c.answer_id, sum(m.chosen)::integer as chosen, sum(m.by_strong)::integer as chosen_by_strong
          from (
            select s.question_id, s.answer_ids, count(*) as chosen, count(*) filter (where t.is_strong) as by_strong
              from taken t join attempt_answers s on s.company_id = t.company_id and s.attempt_id = t.id
              group by s.question_id, s.answer_ids
          ) m cross join lateral unnest(m.answer_ids) as c(answer_id)
          group by m.question_id, c.answer_id
      )
      select jsonb_build_object('id', f.id, 'name', f.name, 'form_type', f.form_type, 'version', v.number) as form,
             s.attempts, s.earlier, (select avg(percent)::float8 from taken) as average_percent,
             (select coalesce(jsonb_agg(jsonb_build_object(
                  'id', q->'id', 'title', q->'title', 'multiple_right_answers', q->'multiple_right_answers',
                  'annulled', k.keys->(q->>'id') = 'null', 'asked', coalesce(o.asked, 0), 'right', coalesce(o.right, 0),
                  'not_answered', coalesce(o.not_answered, 0), 'strong_right', coalesce(o.strong_right, 0),
                  'weak_right', coalesce(o.weak_right, 0),
                  'answers', (select jsonb_agg(jsonb_build_object('id', a->'id', 'title', a->'title',
                      'is_right_answer', case when k.keys->(q->>'id') = 'null' then (a->>'is_right_answer')::boolean
                                              else k.keys->(q->>'id') @> (a->'id') end,
                      'chosen', coalesce(c.chosen, 0), 'chosen_by_strong', coalesce(c.chosen_by_strong, 0)) order by n)
                    from jsonb_array_elements(q->'answers') with ordinality as w(a, n)
                    left join choices c on c.question_id = (q->>'id')::integer and c.answer_id = (a->>'id')::integer)) order by place), '[]')
                from jsonb_array_elements(v.questions) with ordinality as w(q, place)
                left join outcomes o on o.id = (q->>'id')::integer) as questions
        from course_forms f
        join form_versions v on v.company_id = ${scope.company_id} and v.id = f.version_id
        cross join lateral (select mended_keys(v.id) as keys) k
        cross join size s
        where f.id = ${formId}`),
  );
  if (!course || !row) throw new AppError('not_found');
  return {
    ...row,
    may_repair: reachOf('editEduMaterials', scope.user_type) !== null,
    questions: row.questions.map(({ annulled, strong_right, weak_right, ...question }) => {
      const figures = { ...question, annulled, strong_right, weak_right };
      const wrong = mostChosenWrong(question.answers);
      return {
        ...question,
        discrimination: annulled ? null : discriminationOf(figures),
        verdict: verdictOf(figures),
        most_chosen_wrong: wrong === null ? null : question.answers[wrong]!.id,
      };
    }),
  };
}
