import { sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { ownFormRefused } from '../forms/queries-own.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { ParamsOf, ResponseOf } from '../../platform/contract.ts';
import { statement, type Db } from '../../platform/database.ts';
import type * as contract from './contract.ts';

type Repairs = ResponseOf<typeof contract.listRepairs>;

/** The published questions with the key as repairs left it, and the repairs, latest first. Errors: not_found, own_form. */
export async function repairsOf(
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.listRepairs>,
): Promise<Repairs> {
  const [, [row]] = await db.run(
    scope,
    ownFormRefused(scope, { id, formId }),
    statement<Repairs>(sql`
      select jsonb_build_object('id', f.id, 'name', v.settings->>'name', 'form_type', f.form_type) as form,
             (select jsonb_agg(jsonb_build_object(
                  'id', q->'id', 'title', q->'title', 'multiple_right_answers', q->'multiple_right_answers', 'score', q->'score',
                  'annulled', k.keys->(q->>'id') = 'null',
                  'answers', (select jsonb_agg(jsonb_build_object('id', a->'id', 'title', a->'title', 'is_right_answer',
                      case when k.keys->(q->>'id') = 'null' then (a->>'is_right_answer')::boolean else k.keys->(q->>'id') @> (a->'id') end) order by n)
                    from jsonb_array_elements(q->'answers') with ordinality t(a, n))) order by place)
                from jsonb_array_elements(v.questions) with ordinality t(q, place)) as questions,
             coalesce((
               select jsonb_agg(jsonb_build_object(
                   'id', r.id, 'reason', r.reason, 'only_raise', r.only_raise, 'created_at', r.created_at, 'undone_at', r.undone_at,
                   'author', jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name),
                   'questions', (select coalesce(jsonb_agg(jsonb_build_object('id', c->'question_id', 'annulled', c ? 'annulled', 'title', coalesce((
                       select q->>'title' from form_versions w, jsonb_array_elements(w.questions) q
                         where w.company_id = r.company_id and w.form_id = r.form_id and q->'id' = c->'question_id'
                         order by w.number desc limit 1), ''))), '[]')
                     from jsonb_array_elements(r.changes) c),
                   'attempts', (select count(*) from gradings g
                     where g.company_id = r.company_id and g.repair_id = r.id and g.reason = 'repair')) order by r.id desc)
                 from key_repairs r join users u on u.id = r.author_id
                 where r.company_id = f.company_id and r.form_id = f.id), '[]') as repairs
        from forms f
        join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
        join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
        join current_versions v on v.company_id = f.company_id and v.form_id = f.id
        cross join lateral (select mended_keys(v.id) as keys) k
        where f.company_id = ${scope.company_id} and f.id = ${formId} and m.course_id = ${id} and f.deleted_at is null
          and ${inReach(scope, 'courses', sql`c.id`)}`),
  );
  if (!row) throw new AppError('not_found');
  return row;
}
