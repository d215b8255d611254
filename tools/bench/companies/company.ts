import type pg from 'pg';
import type { Env } from '../../../worker/platform/context.ts';
import type { UserType } from '../../../worker/access/contract.ts';
import { issueAccess, type Login } from '../../../worker/platform/secrets/access-token.ts';
import { hashPassword } from '../../../worker/platform/secrets/hash.ts';
import { filled } from './filled.ts';

export const SIZE = { courses: 1000, groups: 40, students: 200, groupsOfStudent: 4, questions: 20 };
export const PASSWORD = 'Svitanok-2026';

export interface BenchCompany {
  /** One session each, so that clients do not share one. */
  owners: string[];
  students: BenchStudent[];
  /** Of the first student's courses: what the pages of the browser show. */
  sample: { course_id: number; material_id: number; form_id: number; exam_id: number };
}

export interface BenchStudent {
  access: string;
  email: string;
  courses: { course_id: number; form_id: number }[];
}

const OWNER_SESSIONS = 32;

/** Loads a company of 1,000 courses, or of other sizes, as osnova_system on the owner's connection, and signs its people in. */
export async function buildBenchCompany(
  ownerUrl: string,
  secrets: { password_pepper: string; jwt_secret: string },
  other: Partial<typeof SIZE> = {},
): Promise<BenchCompany> {
  const password_hash = await hashPassword(PASSWORD, { PASSWORD_PEPPER: secrets.password_pepper });
  return filled(ownerUrl, { sizes: { ...SIZE, ...other, hash: password_hash } }, async (client) => {
    await client.query(FILL);
    return signIn(client, secrets.jwt_secret);
  });
}

/** Sessions as a sign-in would have opened them, without its two hundred hashes. */
async function signIn(client: pg.Client, jwt_secret: string): Promise<BenchCompany> {
  const { rows: sessions } = await client.query<Login & { email: string }>(
    `with opened as (
       insert into sessions (user_id, expires_at, company_id, user_type)
         select m.user_id, now() + interval '30 days', m.company_id, m.user_types[1]
           from memberships m, generate_series(1, case when m.user_types[1] = 'owner' then $1 else 1 end)
         returning id, user_id, company_id, user_type
     )
     select o.id as session_id, o.user_id, o.company_id, o.user_type, u.email
       from opened o join users u on u.id = o.user_id order by u.email, o.id`,
    [OWNER_SESSIONS],
  );
  const { rows: taken } = await client.query<{ user_id: number; courses: BenchStudent['courses'] }>(
    `select e.user_id, jsonb_agg(jsonb_build_object('course_id', e.course_id, 'form_id', f.id) order by e.course_id) as courses
       from enrolments e
       join materials m on m.company_id = e.company_id and m.course_id = e.course_id and m.type = 'exam'
       join forms f on f.company_id = m.company_id and f.material_id = m.id
       group by e.user_id`,
  );
  const env = { JWT_SECRET: jwt_secret } as Env;
  const accessesOf = (user_type: UserType) =>
    Promise.all(sessions.filter((it) => it.user_type === user_type).map((login) => issueAccess(env, login)));
  const coursesOf = new Map(taken.map(({ user_id, courses }) => [user_id, courses]));
  const accesses = await accessesOf('student');
  const students = sessions
    .filter((it) => it.user_type === 'student')
    .map(({ email, user_id }, index) => ({
      access: accesses[index]!,
      email,
      courses: coursesOf.get(user_id)!,
    }));
  const { course_id, form_id } = students[0]!.courses[0]!;
  const { rows: materials } = await client.query<{ id: number; type: string }>(
    'select id, type from materials where course_id = $1 order by position',
    [course_id],
  );
  const idOf = (type: string): number => materials.find((it) => it.type === type)!.id;
  return {
    owners: await accessesOf('owner'),
    students,
    sample: { course_id, form_id, material_id: idOf('theory'), exam_id: idOf('exam') },
  };
}

const FILL = `
do $$
declare
  v_company integer;
  v_owner integer;
  v_courses integer := current_setting('bench.courses');
  v_groups integer := current_setting('bench.groups');
  v_students integer := current_setting('bench.students');
  v_each integer := current_setting('bench.groupsOfStudent');
  v_questions integer := current_setting('bench.questions');
begin
  -- The steps of a new company were put away long ago.
  insert into users (email, first_name, last_name, email_verified, activated_at, dismissed_hints)
    select case n when 0 then 'bench-owner@bench.example' else 'bench-' || to_char(n, 'FM0000') || '@bench.example' end,
           'Ім’я ' || n, 'Прізвище ' || n, true, now(), '{first_steps}'
      from generate_series(0, v_students) n;
  insert into credentials (user_id, password_hash) select id, current_setting('bench.hash') from users;
  select id into v_owner from users where email = 'bench-owner@bench.example';
  perform set_config('app.user', v_owner::text, true), set_config('app.user_type', 'owner', true);
  insert into companies (name, email, owner_id) values ('Компанія для замірів', 'bench-owner@bench.example', v_owner)
    returning id into v_company;
  perform set_config('app.company', v_company::text, true);
  insert into memberships (company_id, user_id, user_types)
    select v_company, id, case id when v_owner then array['owner', 'admin', 'manager', 'trainer', 'student'] else array['student'] end
      from users;

  insert into study_groups (company_id, name) select v_company, 'Група ' || n from generate_series(1, v_groups) n;
  -- Students share their groups with others in ever different ways, as departments and projects do.
  insert into group_members (company_id, group_id, user_id, role)
    select distinct v_company, g.id, s.id, 'student'
      from (select id, row_number() over (order by id) - 1 as place from users where id <> v_owner) s
      cross join generate_series(0, v_each - 1) k
      join (select id, row_number() over (order by id) - 1 as place from study_groups) g
        on g.place = (s.place * (2 * k + 1) + k * 7) % v_groups;
  insert into course_categories (company_id, name) select v_company, 'Категорія ' || n from generate_series(1, 10) n;
  insert into courses (company_id, name, description, category_id, material_access, created_at)
    select v_company, 'Курс ' || to_char(n, 'FM0000') || ': безпека й обслуговування', 'Опис курсу ' || n,
           (select min(id) from course_categories) + n % 10,
           case n % 4 when 0 then 'chain_access' else 'all_materials_access' end, now() - make_interval(hours => n)
      from generate_series(1, v_courses) n;
  insert into course_groups (company_id, course_id, group_id)
    select v_company, c.id, g.id
      from (select id, row_number() over (order by id) - 1 as place from courses) c
      join (select id, row_number() over (order by id) - 1 as place from study_groups) g on g.place = c.place % v_groups;

  -- The exam is first in the chain: a start must not depend on what was read before.
  insert into materials (company_id, course_id, name, type, text, position)
    select v_company, c.id, m.name, m.type, m.text, m.position
      from courses c cross join (values
        (1, 'exam', 'Іспит', ''),
        (2, 'theory', 'Тема перша', '<h2>Тема</h2>' || repeat('<p>Абзац тексту, який читають перед іспитом.</p>', 20)),
        (3, 'theory', 'Тема друга', '<h2>Тема</h2>' || repeat('<p>Абзац тексту, який читають перед іспитом.</p>', 20))
      ) m(position, type, name, text);
  insert into forms (company_id, material_id, form_type, name, time_limit, is_one_attempt_allowed, attempt_limit)
    select v_company, id, 2, name, 600, false, null from materials where type = 'exam';
  insert into questions (company_id, form_id, position, title, multiple_right_answers, score, answers)
    select v_company, f.id, n, 'Запитання ' || n || ': що зробити насамперед, якщо сталося саме це?', n % 5 = 0, 5, a.answers
      from forms f cross join generate_series(1, v_questions) n
      cross join lateral (
        select jsonb_agg(jsonb_build_object('id', (f.id * 100 + n) * 4 + k, 'title', 'Відповідь ' || k || ' на запитання ' || n,
                                            'is_right_answer', k = n % 4 or (n % 5 = 0 and k = (n + 1) % 4)) order by k) as answers
          from generate_series(0, 3) k
      ) a;
  insert into form_versions (company_id, form_id, number, settings, questions, max_score)
    select v_company, f.id, 1, draft_settings(f), draft_questions(f.id), 5 * v_questions from forms f;

  -- Two students of three have opened a course of theirs, and half of those have read on.
  insert into material_progress (company_id, material_id, user_id, opened_at, done_at)
    select v_company, m.id, e.user_id, now() - interval '3 days', case when (e.user_id + m.id) % 2 = 0 then now() - interval '2 days' end
      from enrolments e join materials m on m.course_id = e.course_id and m.type = 'theory'
      where (e.user_id + e.course_id) % 3 > 0;
end $$`;
