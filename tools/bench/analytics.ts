import { issueAccess, type Login } from '../../worker/platform/secrets/access-token.ts';
import type { Env } from '../../worker/platform/context.ts';
import type { NeonProxy } from '../stack/proxy/neon-proxy.ts';
import { filled } from './companies/filled.ts';
import { memoryOf } from './load/runtime.ts';
import type { Load } from './load/load.ts';
import { measureReads, type Read, type ReadMeasure } from './reads.ts';

/** Two forms, of which each student has taken two or three times: 50,000 attempts. */
export const ANALYTICS = { students: 10_000, groups: 100, theories: 8, questions: 20 };

/** One export: its seconds and megabytes, of the file and of the runtime; null where the system does not tell. */
export interface ExportMeasure {
  what: string;
  seconds: number;
  size: number;
  roundTrips: number;
  memory: number | null;
}

const UNTRIGGERED = [
  'memberships',
  'study_groups',
  'group_members',
  'courses',
  'course_groups',
  'materials',
  'material_progress',
  'forms',
  'questions',
  'form_versions',
  'assignments',
  'attempts',
  'attempt_answers',
  'gradings',
];

/** A course whose students have taken its test and its exam. Loaded without triggers: what they keep is written with it. */
export async function buildAnalyticsCompany(ownerUrl: string, secrets: { jwt_secret: string }) {
  return filled(ownerUrl, { sizes: ANALYTICS, untriggered: UNTRIGGERED }, async (client) => {
    await client.query(FILL);
    const { rows } = await client.query<Login & { course_id: number; forms: number[] }>(
      `with owner as (
         select m.user_id, m.company_id from memberships m
           where m.company_id = (select max(id) from companies) order by m.user_id limit 1
       ), opened as (
         insert into sessions (user_id, expires_at, company_id, user_type)
           select user_id, now() + interval '30 days', company_id, 'owner' from owner returning id, user_id, company_id, user_type
       )
       select o.id as session_id, o.user_id, o.company_id, o.user_type,
              (select min(c.id) from courses c where c.company_id = o.company_id) as course_id,
              (select array_agg(f.id order by f.id) from forms f where f.company_id = o.company_id) as forms
         from opened o`,
    );
    const { course_id, forms, ...login } = rows[0]!;
    return { access: await issueAccess({ JWT_SECRET: secrets.jwt_secret } as Env, login), course_id, forms };
  });
}

/** The columns of a course, and of one of its forms, in an export of all of them. */
const EXPORTED = {
  course: ['last_name', 'groups', 'state', 'progress', 'last_activity', 'completed_at', 'time_spent'],
  form: [
    'status',
    'attempts_used',
    'first_percent',
    'best_percent',
    'percent',
    'ects',
    'duration',
    'finished_by',
  ],
};

type AnalyticsCompany = Awaited<ReturnType<typeof buildAnalyticsCompany>>;

/** Reads the analytics of the course, with what each may take. */
export async function measureAnalytics(
  { access, course_id, forms }: AnalyticsCompany,
  load: Load,
  proxy: NeonProxy,
): Promise<ReadMeasure[]> {
  const course = `/api/v1/course/course/${course_id}`;
  const exam = forms.at(-1)!;
  const read = (path: string, goal?: number): Read => ({
    calls: [{ method: 'GET', path: course + path, access }],
    ...(goal ? { goal } : {}),
  });
  const reads: Record<string, Read> = {
    'students, by name': read('/statistic', 30),
    'students, page 900': read('/statistic?page=900'),
    'students, by the best result of a form': read(`/statistic?ordering=-form_${exam}_best_percent`, 40),
    'students, by time spent': read('/statistic?ordering=-time_spent'),
    'students who failed, by name': read(`/statistic?form=${exam}&result=failed`),
    'students who may have a retake': read('/statistic?retake_allowed=true', 40),
    cards: read('/statistic_summary', 25),
    'chart, 30 days': read('/dynamic_statistic'),
    'chart, a year': read('/dynamic_statistic?days=365', 40),
    'chart, a year, latest attempts': read('/dynamic_statistic?days=365&only_recent=true'),
    'questions of a form': read(`/form/${exam}/question_statistic`, 50),
  };
  return measureReads(reads, load, proxy);
}

/** Saves the table of every student, with few columns and with many. */
export async function measureExports(
  product: { url: string; folder: string },
  { access, course_id, forms }: AnalyticsCompany,
  proxy: NeonProxy,
): Promise<ExportMeasure[]> {
  const exam = forms.at(-1)!;
  const many = [
    ...EXPORTED.course,
    ...forms.flatMap((form) => EXPORTED.form.map((field) => `form_${form}_${field}`)),
  ];
  const few = ['last_name', 'state', 'progress', `form_${exam}_status`, `form_${exam}_percent`];
  const measures: ExportMeasure[] = [];
  for (const columns of [few, many]) {
    const path = `/api/v1/course/course/${course_id}/statistic_export?columns=${columns.join(',')}`;
    const memory = memoryOf(product.folder);
    const before = proxy.roundTrips();
    const began = performance.now();
    const response = await fetch(product.url + path, { headers: { Authorization: `Bearer ${access}` } });
    const { byteLength } = await response.arrayBuffer();
    const seconds = (performance.now() - began) / 1000;
    if (response.status !== 200) throw new Error(`export: ${response.status}`);
    measures.push({
      what: `${ANALYTICS.students} rows of ${columns.length} columns`,
      seconds,
      size: byteLength / 1024 ** 2,
      roundTrips: proxy.roundTrips() - before,
      memory: memory(),
    });
  }
  return measures;
}

const FILL = `
do $$
declare
  v_company integer;
  v_owner integer;
  v_course integer;
  v_students integer := current_setting('bench.students');
  v_groups integer := current_setting('bench.groups');
  v_theories integer := current_setting('bench.theories');
  v_questions integer := current_setting('bench.questions');
begin
  insert into users (email, first_name, last_name, email_verified, activated_at)
    values ('analytics-owner@bench.example', 'Аналітична', 'Компанія', true, now()) returning id into v_owner;
  insert into companies (name, email, owner_id)
    values ('Аналітична компанія', 'analytics-owner@bench.example', v_owner) returning id into v_company;
  insert into users (email, first_name, last_name, email_verified, activated_at)
    select 'analytics-' || n || '@bench.example', 'Ім’я ' || n, 'Прізвище ' || (n * 7919) % 10007, true, now()
      from generate_series(1, v_students) n;
  insert into memberships (company_id, user_id, user_types, given_types, surname, activated, has_email)
    select v_company, id, case id when v_owner then array['owner', 'admin', 'manager', 'trainer', 'student'] else array['student'] end,
           case id when v_owner then array['owner'] else array['student'] end, last_name, true, true
      from users where id >= v_owner;
  insert into study_groups (company_id, name) select v_company, 'Група ' || n from generate_series(1, v_groups) n;
  create temp table placed_groups on commit drop as
    select id, row_number() over (order by id) - 1 as place from study_groups where company_id = v_company;
  insert into group_members (company_id, group_id, user_id, role)
    select v_company, g.id, u.id, 'student' from users u join placed_groups g on g.place = (u.id - v_owner) % v_groups where u.id > v_owner;
  insert into courses (company_id, name) values (v_company, 'Пожежна безпека') returning id into v_course;
  insert into course_groups (company_id, course_id, group_id) select v_company, v_course, id from placed_groups;
  insert into materials (company_id, course_id, name, type, text, position)
    select v_company, v_course, 'Тема ' || n, case n when 1 then 'video' else 'theory' end, '<p>Абзац тексту.</p>', n
      from generate_series(1, v_theories) n;
  insert into materials (company_id, course_id, name, type, position)
    select v_company, v_course, t, t, v_theories + n from unnest(array['practice', 'exam']) with ordinality as k(t, n);
  insert into forms (company_id, material_id, form_type, name, is_one_attempt_allowed)
    select v_company, id, case type when 'exam' then 2 else 1 end, name, false from materials
      where company_id = v_company and type in ('practice', 'exam') order by id;
  insert into questions (company_id, form_id, position, title, answers)
    select v_company, f.id, n, 'Питання ' || n, (
        select jsonb_agg(jsonb_build_object('id', f.id * 1000 + n * 10 + a, 'title', 'Відповідь ' || a, 'is_right_answer', a = 1))
          from generate_series(1, 4) a)
      from forms f, generate_series(1, v_questions) n where f.company_id = v_company;
  perform set_config('app.company', v_company::text, true);
  insert into form_versions (company_id, form_id, number, settings, questions, max_score)
    select v_company, f.id, 1, draft_settings(f), draft_questions(f.id), v_questions from forms f where f.company_id = v_company;
  insert into material_progress (company_id, material_id, user_id, opened_at, viewed_at, done_at, watched)
    select v_company, m.id, u.id, now() - make_interval(days => u.id % 300), now(),
           case when (u.id + m.position) % 5 > 0 then now() - make_interval(days => u.id % 200) end,
           case m.type when 'video' then nummultirange(numrange(0, 30 + u.id % 600)) else '{}' end
      from materials m, users u where m.company_id = v_company and u.id > v_owner and u.id % 10 > 0;
  insert into course_states (company_id, course_id, user_id, total, done, opened_at, last_activity)
    select v_company, v_course, u.id, v_theories + 2, count(p.done_at), min(p.opened_at), max(greatest(p.opened_at, p.done_at))
      from users u left join material_progress p on p.company_id = v_company and p.user_id = u.id where u.id > v_owner group by u.id;
  insert into assignments (company_id, form_id, user_id, status, attempts_used)
    select v_company, f.id, u.id, 'completed', 2 + (u.id + f.id) % 2 from forms f, users u where f.company_id = v_company and u.id > v_owner;
  insert into attempts (company_id, assignment_id, form_id, form_version_id, user_id, number, status, holder, seed, started_at, deadline,
                        due_at, finished_at, finished_by, result_published_at)
    select v_company, a.id, a.form_id, v.id, a.user_id, n, 'completed', '', 1, s.at, s.at + interval '2 hours', s.at + interval '2 hours',
           s.at + make_interval(secs => 300 + a.user_id % 900), 'user', case when a.user_id % 50 > 0 then s.at + interval '1 hour' end
      from assignments a join form_versions v on v.company_id = v_company and v.form_id = a.form_id
      cross join lateral generate_series(1, a.attempts_used) n
      cross join lateral (select now() - make_interval(days => (a.user_id * 13 + n * 17) % 365, secs => a.user_id % 40000) as at) s
      where a.company_id = v_company;
  insert into attempt_answers (company_id, attempt_id, question_id, answer_ids, seq, saved_at)
    select v_company, t.id, q.id, array[q.form_id * 1000 + q.position * 10 + case when hashint4(t.id * 31 + q.position) % 100 + t.user_id % 60 > 0 then 1 else 2 + t.id % 3 end],
           1, t.finished_at
      from attempts t join questions q on q.company_id = v_company and q.form_id = t.form_id
      where t.company_id = v_company and (t.id + q.position) % 17 > 0;
  insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, created_at)
    select v_company, g.id, g.score, v_questions, round(100.0 * g.score / v_questions, 2), ects(100.0 * g.score / v_questions),
           100.0 * g.score / v_questions >= 60, g.explanation, g.finished_at
      from (
        select t.id, t.finished_at, count(*) filter (where a.answer_ids[1] % 10 = 1) as score,
               jsonb_agg(jsonb_build_object('id', q.id, 'maximum', 1, 'earned', case when a.answer_ids[1] % 10 = 1 then 1 else 0 end, 'outcome',
                 case when a.answer_ids is null then 'not_answered' when a.answer_ids[1] % 10 = 1 then 'right' else 'wrong' end) order by q.position) as explanation
          from attempts t join questions q on q.company_id = v_company and q.form_id = t.form_id
          left join attempt_answers a on a.company_id = v_company and a.attempt_id = t.id and a.question_id = q.id
          where t.company_id = v_company group by t.id, t.finished_at
      ) g;
  perform refresh_outcomes(array(select id from attempts where company_id = v_company));
  perform refresh_form_results(array(select id from assignments where company_id = v_company));
end $$`;
