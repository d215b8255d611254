import type pg from 'pg';

interface Company {
  /** What its addresses begin with. */
  slug: string;
  name: string;
  students: number;
  exams: number;
}

/**
 * A company whose students are all in one group, which has courses of one exam each, without questions yet. Whatever is
 * filled in after it in the same transaction reads it as `current_setting('app.company')`.
 */
export async function fillExamCompany(
  client: pg.Client,
  { slug, name, students, exams }: Company,
): Promise<void> {
  for (const [key, value] of Object.entries({ slug, name, students, exams }))
    await client.query('select set_config($1, $2, true)', [`bench.${key}`, String(value)]);
  await client.query(FILL);
}

const FILL = `
do $$
declare
  v_company integer;
  v_owner integer;
  v_group integer;
  v_slug text := current_setting('bench.slug');
  v_name text := current_setting('bench.name');
begin
  insert into users (email, first_name, last_name, email_verified, activated_at)
    values (v_slug || '-owner@bench.example', 'Власник', v_name, true, now()) returning id into v_owner;
  insert into companies (name, email, owner_id) values (v_name, v_slug || '-owner@bench.example', v_owner)
    returning id into v_company;
  perform set_config('app.company', v_company::text, true), set_config('app.user', v_owner::text, true),
          set_config('app.user_type', 'owner', true);
  insert into users (email, first_name, last_name, email_verified, activated_at)
    select v_slug || '-' || n || '@bench.example', 'Ім’я ' || n, 'Прізвище ' || n, true, now()
      from generate_series(1, current_setting('bench.students')::integer) n;
  insert into memberships (company_id, user_id, user_types)
    select v_company, id, case id when v_owner then array['owner', 'admin', 'manager', 'trainer', 'student'] else array['student'] end
      from users where id >= v_owner;
  insert into study_groups (company_id, name) values (v_company, 'Іспит') returning id into v_group;
  insert into group_members (company_id, group_id, user_id, role)
    select v_company, v_group, id, 'student' from users where id > v_owner;
  insert into courses (company_id, name, published_at)
    select v_company, 'Іспит ' || n, now() from generate_series(1, current_setting('bench.exams')::integer) n;
  insert into course_groups (company_id, course_id, group_id) select v_company, id, v_group from courses where company_id = v_company;
  insert into materials (company_id, course_id, name, type, position)
    select v_company, id, 'Іспит', 'exam', 1 from courses where company_id = v_company order by id;
end $$`;
