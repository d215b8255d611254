import type { UserType } from '../../../worker/access/contract.ts';
import { issueAccess, type Login } from '../../../worker/platform/secrets/access-token.ts';
import type { Env } from '../../../worker/platform/context.ts';
import type { NeonProxy } from '../../stack/proxy/neon-proxy.ts';
import { filled } from './filled.ts';
import type { Load } from '../load/load.ts';
import { measureReads, type Read, type ReadMeasure } from '../reads.ts';

export const LARGE = {
  courses: 10_000,
  students: 100_000,
  groups: 1_000,
  materials: 500,
  entries: 1_000_000,
};

/** The same at a tenth, or a hundredth, of its size; the course of many materials has as many of them. */
export const sizeOf = (students: number) => {
  const share = students / LARGE.students;
  return {
    courses: LARGE.courses * share,
    students,
    groups: LARGE.groups * share,
    materials: LARGE.materials,
    entries: LARGE.entries * share,
  };
};

const UNTRIGGERED = [
  'memberships',
  'study_groups',
  'group_members',
  'courses',
  'course_groups',
  'materials',
  'material_progress',
  'course_states',
  'certificates',
];

/**
 * A company of 10,000 courses and 100,000 students in groups of 100; each course is given to one group, and one, with
 * 500 materials, to all of them, who have a certificate of it, every other for a year; and 1,000,000 entries of history. Loaded
 * without triggers: what they would have kept is written with it.
 */
export async function buildLargeCompany(
  ownerUrl: string,
  secrets: { jwt_secret: string },
  sizes: ReturnType<typeof sizeOf> = LARGE,
) {
  return filled(ownerUrl, { sizes, untriggered: UNTRIGGERED }, async (client) => {
    await client.query(FILL);
    const { rows } = await client.query<Login & { induction: number; group_id: number; material_id: number }>(
      `with chosen as (
         select m.user_id, m.company_id, m.user_types[1] as user_type from memberships m
           where m.company_id = (select max(id) from companies) order by m.user_id limit 201
       ), opened as (
         insert into sessions (user_id, expires_at, company_id, user_type)
           select user_id, now() + interval '30 days', company_id, user_type from chosen returning id, user_id, company_id, user_type
       )
       select o.id as session_id, o.user_id, o.company_id, o.user_type,
              (select min(c.id) from courses c where c.company_id = o.company_id) as induction,
              (select min(g.id) from study_groups g where g.company_id = o.company_id) as group_id,
              (select min(m.id) from materials m where m.company_id = o.company_id) as material_id
         from opened o order by o.user_id`,
    );
    const env = { JWT_SECRET: secrets.jwt_secret } as Env;
    const accesses = (user_type: UserType): Promise<string[]> =>
      Promise.all(rows.filter((it) => it.user_type === user_type).map((login) => issueAccess(env, login)));
    const { company_id, induction, group_id, material_id } = rows[0]!;
    const [owners, students] = await Promise.all([accesses('owner'), accesses('student')]);
    return { owners, students, company_id, induction, group_id, material_id, sizes };
  });
}

/** Reads lists and pages of the large company, with what each may take. */
export async function measureLargeCompany(
  company: Awaited<ReturnType<typeof buildLargeCompany>>,
  load: Load,
  proxy: NeonProxy,
): Promise<ReadMeasure[]> {
  const { owners, students, company_id, induction, group_id, material_id, sizes } = company;
  const api = '/api/v1/course/course';
  const history = '/api/v1/history/history';
  const people = '/api/v1/accounts/user';
  const dashboard = `/api/v1/space/space/${company_id}/dashboard`;
  const asked = encodeURIComponent;
  const by = (accesses: readonly string[], path: string, goal?: number): Read => ({
    calls: accesses.map((access) => ({ method: 'GET', path, access })),
    ...(goal ? { goal } : {}),
  });
  const reads: Record<string, Read> = {
    'course list, owner': by(owners, api, 12),
    'course list, owner, page 900': by(owners, `${api}?page=900`),
    'course list, owner, search': by(owners, `${api}?search=${asked('курс 77')}`, 12),
    'course list, owner, finished by all': by(owners, `${api}?state=finished`, 20),
    'course list, student': by(students, api),
    'course page of 500 materials, owner': by(owners, `${api}/${induction}`, 25),
    'course page of 500 materials, student': by(students, `${api}/${induction}`, 20),
    'one of 500 materials, student': by(students, `${api}/${induction}/educational_material/${material_id}`),
    'students of a course, 100,000': by(owners, `${api}/${induction}/students`, 30),
    'history of 1,000,000 entries': by(owners, history),
    'history, page 20,000': by(owners, `${history}?page=${(20_000 * sizes.entries) / LARGE.entries}`, 30),
    'history, of one day': by(owners, `${history}?created_at_after=2026-03-01&created_at_before=2026-03-01`),
    'history, what was deleted (5 %)': by(owners, `${history}?action=delete`),
    'history, what was changed (80 %)': by(owners, `${history}?action=update`),
    'history, of courses': by(owners, `${history}?section=courses`),
    'history, search': by(owners, `${history}?search=${asked('курс 77')}`, 30),
    'history of a course': by(owners, `${api}/${induction}/history`),
    'company dashboard': by(owners, dashboard, 60),
    'company dashboard, groups': by(owners, `${dashboard}/groups`, 60),
    'company dashboard, programs': by(owners, `${dashboard}/programs`, 60),
    today: by(owners, '/api/v1/course/today', 60),
    'search of the palette': by(owners, `/api/v1/search?query=${asked('Прізвище 77')}`, 15),
    people: by(owners, people, 15),
    'people, search': by(owners, `${people}?search=${asked('прізвище 77')}`, 15),
    'people, students': by(owners, `${people}?user_type=student`, 15),
    'people, of a group': by(owners, `${people}?group=${group_id}`, 15),
    'people, of a course of everybody': by(owners, `${people}?course=${induction}`, 15),
    'people, with a second factor': by(owners, `${people}?second_factor=true`, 15),
    'people, without one': by(owners, `${people}?second_factor=false`, 15),
    'people, online': by(owners, `${people}?status=online`, 15),
    'people, not activated': by(owners, `${people}?status=not_activated`, 15),
    certificates: by(owners, '/api/v1/certificates', 15),
    'certificates, page 5,000': by(
      owners,
      `/api/v1/certificates?page=${(5000 * sizes.students) / LARGE.students}`,
      15,
    ),
    'certificates that expire': by(owners, '/api/v1/certificates?status=expiring', 15),
    'certificates, search of a name': by(owners, `/api/v1/certificates?search=${asked('прізвище 77')}`, 15),
    'certificates, search of a course': by(owners, `/api/v1/certificates?search=${asked('безпека')}`, 15),
    bell: by(students, '/api/v1/notifications/unread', 15),
  };
  return measureReads(reads, load, proxy);
}

const FILL = `
do $$
declare
  v_company integer;
  v_owner integer;
  v_first integer;
  v_courses integer := current_setting('bench.courses');
  v_groups integer := current_setting('bench.groups');
  v_students integer := current_setting('bench.students');
  v_materials integer := current_setting('bench.materials');
  v_entry integer;
  v_place integer := (select count(*) from companies);
begin
  insert into users (email, first_name, last_name, email_verified, activated_at)
    values ('large-owner-' || v_place || '@bench.example', 'Велика', 'Компанія', true, now()) returning id into v_owner;
  insert into companies (name, email, owner_id) values ('Велика компанія ' || v_place, 'large-owner-' || v_place || '@bench.example', v_owner) returning id into v_company;
  insert into users (email, first_name, last_name, email_verified, activated_at)
    select 'large-' || v_place || '-' || n || '@bench.example', 'Ім’я ' || n, 'Прізвище ' || n, true, now() from generate_series(1, v_students) n;
  insert into memberships (company_id, user_id, user_types, given_types, surname, activated, has_email)
    select v_company, id, case id when v_owner then array['owner', 'admin', 'manager', 'trainer', 'student'] else array['student'] end,
           case id when v_owner then array['owner'] else array['student'] end, last_name, true, true
      from users where id >= v_owner;
  perform refresh_people_sums(v_company);
  insert into study_groups (company_id, name) select v_company, 'Група ' || n from generate_series(1, v_groups) n;
  create temp table placed_groups on commit drop as
    select id, row_number() over (order by id) - 1 as place from study_groups where company_id = v_company;
  insert into group_members (company_id, group_id, user_id, role)
    select v_company, g.id, u.id, 'student' from users u join placed_groups g on g.place = (u.id - v_owner) % v_groups where u.id > v_owner;
  insert into courses (company_id, name, description, material_access, created_at)
    select v_company, 'Курс ' || to_char(n, 'FM00000') || ': безпека', 'Опис', case n % 4 when 0 then 'chain_access' else 'all_materials_access' end,
           now() - make_interval(mins => n)
      from generate_series(0, v_courses - 1) n;
  select min(id) into v_first from courses where company_id = v_company;
  update courses set material_access = 'chain_access' where id = v_first;
  insert into course_groups (company_id, course_id, group_id)
    select v_company, c.id, g.id from courses c join placed_groups g on c.id = v_first or g.place = (c.id - v_first) % v_groups
      where c.company_id = v_company;
  insert into materials (company_id, course_id, name, type, text, position)
    select v_company, v_first, 'Тема ' || n, 'theory', repeat('<p>Абзац тексту.</p>', 20), n from generate_series(1, v_materials) n;
  insert into materials (company_id, course_id, name, type, text, position)
    select v_company, c.id, 'Тема ' || n, 'theory', '<p>Абзац тексту.</p>', n from courses c, generate_series(1, 3) n
      where c.company_id = v_company and c.id <> v_first;
  -- One student of ten has done the first two materials of each course of theirs.
  insert into material_progress (company_id, material_id, user_id, opened_at, viewed_at, done_at)
    select v_company, m.id, gm.user_id, now(), now(), now()
      from course_groups cg join group_members gm on gm.company_id = cg.company_id and gm.group_id = cg.group_id
      join materials m on m.company_id = cg.company_id and m.course_id = cg.course_id and m.position <= 2
      where cg.company_id = v_company and gm.user_id % 10 = 0;
  insert into course_states (company_id, course_id, user_id, total, done, opened_at, last_activity)
    select v_company, cg.course_id, gm.user_id, case cg.course_id when v_first then v_materials else 3 end,
           case gm.user_id % 10 when 0 then 2 else 0 end,
           case gm.user_id % 10 when 0 then now() end, case gm.user_id % 10 when 0 then now() end
      from course_groups cg join group_members gm on gm.company_id = cg.company_id and gm.group_id = cg.group_id
      where cg.company_id = v_company
    on conflict do nothing;
  insert into course_sums (company_id, course_id, students, begun, finished, percents)
    select v_company, course_id, count(*), count(opened_at), 0, sum(100 * done / total)
      from course_states where company_id = v_company group by course_id;
  insert into group_progress (company_id, group_id, user_id, courses, begun, percents)
    select v_company, gm.group_id, gm.user_id, count(*), count(s.opened_at), sum(100 * s.done / s.total)
      from group_members gm
      join course_groups cg on cg.company_id = gm.company_id and cg.group_id = gm.group_id
      join course_states s on s.company_id = gm.company_id and s.course_id = cg.course_id and s.user_id = gm.user_id
      where gm.company_id = v_company group by gm.group_id, gm.user_id;
  -- Everybody has been told of theirs, and of its end.
  insert into certificates (company_id, course_id, user_id, number, version, content, issued_at, expires_at, mailed_at,
                            expiry_mailed_at, expired_mailed_at, renewal_opened_at)
    select v_company, v_first, id, to_char(id, 'FM000000000000'), 1,
           jsonb_build_object('company', 'Велика компанія', 'name', 'Прізвище ' || n || ' Ім’я ' || n,
             'course', 'Курс 00000: безпека', 'whole_course', true, 'percent', 90, 'ects', 'A',
             'forms', jsonb_build_array(jsonb_build_object('form_id', 1, 'name', 'Іспит', 'form_type', 2, 'percent', 90,
               'ects', 'A', 'date', issued_at::date)),
             'issued_on', issued_at::date, 'valid_until', expires_at::date),
           issued_at, expires_at, now(), now(), now(), now()
      from (select id, n, issued_at, case n % 2 when 0 then issued_at + interval '1 year' end as expires_at
              from (select id, id - v_owner as n, now() - (id - v_owner) * 372 * interval '1 day' / v_students as issued_at
                      from users where id > v_owner) u) t;
  -- A year of history: every fifth change is of three entries.
  select coalesce(max(id), 0) into v_entry from history;
  insert into history (id, company_id, author_id, author_type, action, section, object_model, object_id, object_label, relation,
                       old_object, new_object, change_id, created_at)
    overriding system value
    select v_entry + n, v_company, v_owner, 'owner',
           case when n % 20 = 0 then 'delete' when n % 20 < 4 then 'add' else 'update' end,
           case n % 2 when 0 then 'courses' else 'groups' end, case n % 2 when 0 then 'course' else 'group' end,
           case n % 2 when 0 then v_first + n % v_courses else 1 + n % v_groups end,
           case n % 2 when 0 then 'Курс ' || n % v_courses else 'Група ' || n % v_groups end,
           case n % 2 when 0 then 'courses' else 'study_groups' end,
           jsonb_build_object('id', n, 'name', 'Назва ' || n, 'description', 'Опис'),
           jsonb_build_object('id', n, 'name', 'Назва ' || n + 1, 'description', 'Опис'),
           v_entry + n - case when n % 7 in (1, 2) then n % 7 else 0 end,
           timestamptz '2026-01-01' + n * interval '30 seconds'
      from generate_series(1, current_setting('bench.entries')::integer) n;
  perform max(nextval('history_id_seq')) from generate_series(1, current_setting('bench.entries')::integer);
end $$`;
