import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { IMPLIED_TYPES, USER_TYPES } from '../../worker/access/contract.ts';
import { sha256 } from '../../worker/platform/hash.ts';
import { sanitize } from '../../worker/platform/rich-text.ts';
import { COMPANY, COURSES, COURSE_LINKS, JOURNEYS, PROGRAMS, STUDYING_STAFF } from './company.ts';
import { readQuestion, type WrittenCourse } from './content.ts';
import { LIBRARY, LIBRARY_COURSES, NEWER } from './library.ts';
import { DAY, journey, type BuiltCourse, type JourneyEvent } from './journey.ts';
import { GROUPS, PEOPLE, type DemoPerson } from './people.ts';
import { PLAY } from './play.ts';
import { randomFrom } from './random.ts';
import { WEBINARS } from './webinars.ts';

/** Builds the demo company on a connection in a transaction, as a role that the policies let through. */
export async function buildCompany(client: Client, password_hash: string): Promise<void> {
  const now = Date.now();
  const builder = new Builder(client, now);
  await builder.company(password_hash);
  await builder.groups();
  const courses: BuiltCourse[] = [];
  for (const [index, written] of COURSES.entries()) courses.push(await builder.course(written, 46 - index));
  await builder.programs();
  await builder.journeys(courses);
  // Issued along the way; nobody needs a mail about them today.
  await client.query('update certificates set mailed_at = issued_at');
  await builder.expiringCertificates();
  await builder.chronologies();
  await builder.webinars();
  await builder.laterChanges();
  await builder.library();
}

/** Webinars start at whole five minutes. */
const ROUND = 300_000;

/** A step of a chronology that is open at once and never due. */
const ITEM = { required: true, access_rule: 'always', opens: 'none', due: 'none', after_due: 'allow_late' };

class Builder {
  readonly #client: Client;
  readonly #now: number;
  readonly #people = new Map<string, number>();
  readonly #groups = new Map<string, number>();
  readonly #courses = new Map<string, number>();
  #company = 0;

  constructor(client: Client, now: number) {
    this.#client = client;
    this.#now = now;
  }

  /** The company and its people; the owner's e-mail is the company's founder. */
  async company(password_hash: string): Promise<void> {
    const people = PEOPLE.map((person, index) => this.#storedPerson(person, index));
    const users = await this.#rows<{ id: number; key: string }>(
      `with given as (select * from jsonb_to_recordset($1) as p(key text, email text, phone text, first_name text,
           middle_name text, last_name text, email_verified boolean, activated_at timestamptz, created_at timestamptz)),
       made as (
         insert into users (email, phone, first_name, middle_name, last_name, email_verified, activated_at, created_at)
           select email, phone, first_name, middle_name, last_name, email_verified, activated_at, created_at from given
           returning id, phone
       )
       select made.id, given.key from made join given using (phone)`,
      [JSON.stringify(people)],
    );
    for (const { id, key } of users) this.#people.set(key, id);
    await this.#rows(
      `insert into credentials (user_id, password_hash)
         select id, $1 from users where activated_at is not null and id = any ($2)`,
      [password_hash, [...this.#people.values()]],
    );

    await this.#actAs('owner', 120);
    const [company] = await this.#rows<{ id: number }>(
      `insert into companies (name, email, phone, website, description, owner_id, licence_limit, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, app_now()) returning id`,
      [
        COMPANY.name,
        COMPANY.email,
        COMPANY.phone,
        COMPANY.website,
        COMPANY.description,
        this.#person('owner'),
        COMPANY.licence_limit,
      ],
    );
    this.#company = company!.id;
    await this.#rows(`select set_config('app.company', $1, true)`, [String(this.#company)]);
    for (const [author, types, age] of [
      ['owner', ['owner', 'admin'], 120],
      ['admin', ['manager', 'trainer'], 95],
      ['t.levchenko', ['student'], 60],
    ] as const) {
      await this.#actAs(author, age);
      await this.#rows(
        `insert into memberships (company_id, user_id, user_types, position, subdivision, comment, created_at)
           select app_company(), user_id, user_types, position, subdivision, comment, app_now()
             from jsonb_to_recordset($1) as m(user_id integer, user_types text[], position text, subdivision text, comment text)`,
        [
          JSON.stringify(
            PEOPLE.filter((it) => (types as readonly string[]).includes(it.user_type)).map((it) =>
              this.#membership(it),
            ),
          ),
        ],
      );
    }
    await this.#rows(
      `insert into one_time_tokens (purpose, token_hash, user_id, company_id, created_at, expires_at)
         select 'invitation', token_hash, user_id, app_company(), now(), now() + interval '7 days'
           from jsonb_to_recordset($1) as t(token_hash text, user_id integer)`,
      [
        JSON.stringify(
          PEOPLE.filter((it) => it.state === 'invited').map(({ key }) => ({
            token_hash: sha256(randomBytes(32).toString('base64url')),
            user_id: this.#person(key),
          })),
        ),
      ],
    );
  }

  async groups(): Promise<void> {
    await this.#actAs('admin', 58);
    const made = await this.#rows<{ id: number; name: string }>(
      `insert into study_groups (company_id, name, description, created_at)
         select app_company(), name, description, app_now() from jsonb_to_recordset($1) as g(name text, description text)
         returning id, name`,
      [JSON.stringify(GROUPS)],
    );
    for (const group of GROUPS) this.#groups.set(group.key, made.find((it) => it.name === group.name)!.id);
    const members = GROUPS.flatMap(({ key, managers, coaches, students }) => {
      const as = (role: string, people: readonly string[]) =>
        people.map((person) => ({ group_id: this.#groups.get(key), user_id: this.#person(person), role }));
      return [...as('manager', managers), ...as('coach', coaches), ...as('student', students)];
    });
    await this.#actAs('admin', 57);
    await this.#rows(
      `insert into group_members (company_id, group_id, user_id, role, created_at)
         select app_company(), group_id, user_id, role, app_now()
           from jsonb_to_recordset($1) as m(group_id integer, user_id integer, role text)`,
      [JSON.stringify(members)],
    );
  }

  /** A course with its materials and published forms, made by an admin and filled by its first coach. */
  async course(written: WrittenCourse, age: number): Promise<BuiltCourse> {
    const { coaches, groups } = COURSE_LINKS[written.key]!;
    await this.#actAs('t.levchenko', age);
    const id = await this.#insertCourse(written);
    this.#courses.set(written.key, id);
    await this.#rows(
      `with grouped as (
         insert into course_groups (company_id, course_id, group_id, created_at)
           select app_company(), $1, g, app_now() from unnest($2::integer[]) g
       )
       insert into course_members (company_id, course_id, user_id, role, created_at)
         select app_company(), $1, u, 'coach', app_now() from unnest($3::integer[]) u`,
      [id, groups.map((key) => this.#groups.get(key)), coaches.map((key) => this.#person(key))],
    );
    await this.#actAs(coaches[0]!, age - 0.2);
    return { id, key: written.key, materials: await this.#materials(id, written) };
  }

  async #insertCourse(written: WrittenCourse): Promise<number> {
    const [course] = await this.#rows<{ id: number }>(
      `with category as (
         insert into course_categories (company_id, name) select app_company(), $1
           where not exists (select from course_categories where company_id = app_company() and name = $1) returning id
       )
       insert into courses (company_id, name, description, detailed_description, theme_color, material_access, certificate_months,
                            category_id, published_at, created_at)
         select app_company(), $2, $3, $4, $5, $6, $7, (
                  select id from category union all
                  select id from course_categories where company_id = app_company() and name = $1 limit 1
                ), app_now(), app_now()
         returning id`,
      [
        written.category,
        written.name,
        written.description,
        sanitize(written.detailed_description),
        written.theme_color,
        written.material_access,
        written.certificate_months ?? null,
      ],
    );
    return course!.id;
  }

  /** Of a course that is to be repeated, one certificate has expired and one is about to, as if issued for shorter. */
  async expiringCertificates(): Promise<void> {
    await this.#rows(
      `with chosen as (
         select id, company_id, now() + make_interval(days => case row_number() over (order by issued_at, id) when 1 then -6 else 19 end) as expires_at
           from certificates
           where company_id = app_company() and expires_at is not null and replaced_at is null and revoked_at is null
           order by issued_at, id limit 2
       )
       update certificates k
         set expires_at = chosen.expires_at, expiry_mailed_at = now() - interval '11 days',
             expired_mailed_at = case when chosen.expires_at < now() then chosen.expires_at end,
             content = k.content || jsonb_build_object('valid_until', (chosen.expires_at at time zone company.time_zone)::date)
         from chosen join companies company on company.id = chosen.company_id where k.id = chosen.id`,
    );
  }

  /** A company whose courses everybody may take, and what ours took of them; one has a newer original since. */
  async library(): Promise<void> {
    const own = this.#company;
    await this.#rows(`select set_config('app.now', $1, true)`, [this.#at(100).toISOString()]);
    const { first_name, last_name, email } = LIBRARY.librarian;
    const [made] = await this.#rows<{ company: number; librarian: number }>(
      `with librarian as (
         insert into users (email, email_verified, first_name, last_name, activated_at, created_at)
           values ($1, true, $2, $3, app_now(), app_now()) returning id
       ), founded as (
         insert into companies (name, email, owner_id, is_library, created_at)
           select $4, $5, id, true, app_now() from librarian returning id, owner_id
       )
       insert into memberships (company_id, user_id, user_types, created_at) select id, owner_id, $6, app_now() from founded
         returning company_id as company, user_id as librarian`,
      [email, first_name, last_name, LIBRARY.name, LIBRARY.email, USER_TYPES],
    );
    const enter = (company: number) =>
      this.#rows(`select set_config('app.company', $1, true)`, [String(company)]);
    const actAsLibrarian = async (daysAgo: number) => {
      await enter(made!.company);
      await this.#rows(
        `select set_config('app.user', $1, true), set_config('app.user_type', 'owner', true), set_config('app.now', $2, true)`,
        [String(made!.librarian), this.#at(daysAgo).toISOString()],
      );
    };
    await actAsLibrarian(90);
    const ids: number[] = [];
    for (const written of LIBRARY_COURSES) {
      const id = await this.#insertCourse(written);
      await this.#materials(id, written);
      ids.push(id);
    }
    await enter(own);
    await this.#actAs('t.levchenko', 8);
    await this.#rows(`select clone_library_course($1, '{}')`, [ids[0]]);
    await this.#rows(`select set_config('app.batch', '', true)`);
    await actAsLibrarian(2);
    await this.#rows('update materials set description = $2 where course_id = $1 and name = $3', [
      ids[0],
      NEWER.description,
      NEWER.name,
    ]);
    await enter(own);
  }

  async #materials(course_id: number, { materials }: WrittenCourse): Promise<BuiltCourse['materials']> {
    const given = materials.map((material, index) => {
      const base = {
        position: index + 1,
        type: material.type,
        name: material.name,
        description: material.description,
      };
      if ('text' in material) return { ...base, text: sanitize(material.text) };
      const { form } = material;
      return {
        ...base,
        text: '',
        form: {
          time_limit: form.time_limit,
          is_one_attempt_allowed: form.attempts === 1,
          attempt_limit: form.attempts === 1 ? null : form.attempts,
          passing_score_type: form.passing_score_type,
          passing_score: form.passing_score,
          rating_system: form.rating_system,
          text_after_success_passing: form.success,
          text_after_failure_passing: form.failure,
          ...form.more,
        },
        questions: form.questions.map((question, place) => ({
          ...readQuestion(question),
          position: place + 1,
        })),
      };
    });
    const stored = JSON.stringify(given);
    await this.#rows(
      `insert into materials (company_id, course_id, name, description, type, text, position, created_at)
         select app_company(), $1, name, description, type, text, position, app_now()
           from jsonb_to_recordset($2) as m(name text, description text, type text, text text, position integer)`,
      [course_id, stored],
    );
    // Settings that a form does not name keep the table's defaults.
    await this.#rows(
      `insert into forms (company_id, material_id, form_type, name, description, time_limit, is_one_attempt_allowed,
           attempt_limit, passing_score_type, passing_score, rating_system, text_after_success_passing,
           text_after_failure_passing, shuffle_questions, shuffle_answers, show_uncounted_answers, show_right_answers,
           disable_autosave_for_all_respondents, issue_certificate, publication_after_passing, created_at)
         select app_company(), m.id, case m.type when 'exam' then 2 else 1 end, m.name, m.description, f.time_limit,
                f.is_one_attempt_allowed, f.attempt_limit, f.passing_score_type, f.passing_score, f.rating_system,
                f.text_after_success_passing, f.text_after_failure_passing, coalesce(f.shuffle_questions, false),
                coalesce(f.shuffle_answers, false), coalesce(f.show_uncounted_answers, true),
                coalesce(f.show_right_answers, false), coalesce(f.disable_autosave_for_all_respondents, false),
                coalesce(f.issue_certificate, false), coalesce(f.publication_after_passing, true), app_now()
           from jsonb_to_recordset($2) as g(position integer, form jsonb)
           join materials m on m.company_id = app_company() and m.course_id = $1 and m.position = g.position
           cross join lateral jsonb_populate_record(null::forms, g.form) f
           where g.form is not null order by m.position`,
      [course_id, stored],
    );
    await this.#rows(
      `insert into questions (company_id, form_id, position, title, description, multiple_right_answers, score, answers)
         select app_company(), f.id, q.position, q.title, q.description, q.multiple_right_answers, q.score, with_answer_ids(q.answers, '[]')
           from jsonb_to_recordset($2) as g(position integer, questions jsonb)
           join materials m on m.company_id = app_company() and m.course_id = $1 and m.position = g.position
           join forms f on f.company_id = m.company_id and f.material_id = m.id
           cross join lateral jsonb_to_recordset(g.questions) as q(position integer, title text, description text,
             multiple_right_answers boolean, score integer, answers jsonb)
           order by m.position, q.position`,
      [course_id, stored],
    );
    const published = await this.#rows<{
      form_id: number;
      material_id: number;
      questions: never[];
      minutes: number;
    }>(
      `insert into form_versions (company_id, form_id, number, settings, questions, max_score, published_at)
         select f.company_id, f.id, 1, draft_settings(f), draft_questions(f.id),
                (select sum(score) from questions q where q.company_id = f.company_id and q.form_id = f.id), app_now()
           from forms f join materials m on m.company_id = f.company_id and m.id = f.material_id
           where m.company_id = app_company() and m.course_id = $1
         returning form_id, questions, coalesce((settings->>'time_limit')::integer, 120) as minutes,
           (select material_id from forms where forms.id = form_id) as material_id`,
      [course_id],
    );
    const made = await this.#rows<{ id: number; type: 'theory' }>(
      'select id, type from materials where company_id = app_company() and course_id = $1 order by position',
      [course_id],
    );
    return made.map(({ id, type }) => {
      const form = published.find((it) => it.material_id === id);
      return {
        id,
        type,
        form: form ? { id: form.form_id, minutes: form.minutes, questions: form.questions } : null,
      };
    });
  }

  async programs(): Promise<void> {
    for (const [index, program] of PROGRAMS.entries()) {
      await this.#actAs(program.author, 40 - index * 2);
      await this.#rows(
        `with made as (
           insert into programs (company_id, name, internal_name, description, detailed_description, created_at)
             values (app_company(), $1, $2, $3, $4, app_now()) returning id
         ), grouped as (
           insert into program_groups (company_id, program_id, group_id, created_at)
             select app_company(), made.id, g, app_now() from made, unnest($5::integer[]) g
         )
         insert into program_courses (company_id, program_id, course_id, position)
           select app_company(), made.id, c, place from made, unnest($6::integer[]) with ordinality as t(c, place)`,
        [
          program.name,
          program.internal_name,
          program.description,
          sanitize(program.detailed_description),
          program.groups.map((key) => this.#groups.get(key)),
          program.courses.map((key) => this.#courses.get(key)),
        ],
      );
    }
  }

  /** Gives programs their order after people have begun: what they have begun stays open. */
  async chronologies(): Promise<void> {
    for (const program of PROGRAMS) {
      if (!program.stages) continue;
      await this.#actAs(program.author, 3);
      const stages = program.stages.map(({ name, items }) => ({
        name,
        items: items.map(({ course, ...item }) => ({
          ...ITEM,
          ...item,
          course_id: this.#courses.get(course),
        })),
      }));
      await this.#rows(
        'select save_chronology(id, $2) from programs where company_id = app_company() and name = $1',
        [program.name, JSON.stringify(stages)],
      );
    }
  }

  /** Lets everybody study: the courses of a student follow each other over the last six weeks. */
  async journeys(courses: readonly BuiltCourse[]): Promise<void> {
    await this.#actAs('h.ilnytska', 41);
    await this.#rows(
      `insert into course_members (company_id, course_id, user_id, role, created_at)
         select app_company(), $1, u, 'student', app_now() from unnest($2::integer[]) u`,
      [this.#courses.get('fire'), STUDYING_STAFF.map((key) => this.#person(key))],
    );
    const events: JourneyEvent[] = [];
    const listed = [...GROUPS, { key: 'staff', students: STUDYING_STAFF }];
    for (const { key: group, students } of listed) {
      const plans = courses.flatMap((course) => {
        const words = JOURNEYS[course.key]?.[group]?.split(' ');
        if (words && words.length !== students.length)
          throw new Error(`${course.key}, ${group}: ${words.length} journeys`);
        return words ? [{ course, words }] : [];
      });
      for (const [index, student] of students.entries()) {
        const random = randomFrom(student);
        for (const [place, { course, words }] of plans.entries()) {
          const days =
            plans.length === 1
              ? random.between(6, 40)
              : 40 - (place * 34) / (plans.length - 1) - random.between(0, 2);
          const begin = this.#morning(days) + random.between(0, 6 * 60) * 60_000;
          events.push(...journey(course, this.#person(student), words[index]!, begin, this.#now));
        }
      }
    }
    events.sort((one, other) => one.at.localeCompare(other.at));
    await this.#rows(PLAY);
    await this.#rows('select pg_temp.play($1)', [JSON.stringify(events)]);
    await this.#rows(
      `insert into sessions (user_id, created_at, last_seen_at, expires_at, company_id, user_type, device)
         select distinct user_id, now() - interval '20 minutes', now(), now() + interval '30 days', company_id, 'student', 'Chrome'
           from attempts where company_id = app_company() and status = 'running'`,
    );
  }

  /** Webinars of each time. Who came is known of the past one; nobody is reminded of what was just planned. */
  async webinars(): Promise<void> {
    await this.#actAs('admin', 8);
    for (const {
      host,
      cohosts = [],
      courses,
      groups = [],
      starts_in_minutes,
      came = [],
      ...webinar
    } of WEBINARS) {
      const [made] = await this.#rows<{ id: number }>('select save_webinar(null, $1) as id', [
        JSON.stringify({
          ...webinar,
          description: sanitize(webinar.description),
          host_id: this.#person(host),
          cohost_ids: cohosts.map((key) => this.#person(key)),
          course_ids: courses.map((key) => this.#courses.get(key)),
          group_ids: groups.map((key) => this.#groups.get(key)),
          join_url: 'https://example.com/room',
          starts_at: new Date(
            Math.ceil((this.#now + starts_in_minutes * 60_000) / ROUND) * ROUND,
          ).toISOString(),
          time_zone: 'Europe/Kyiv',
        }),
      ]);
      await this.#rows(
        'update webinars set day_reminded_at = app_now(), hour_reminded_at = app_now() where id = $1 and $2 < 60',
        [made!.id, starts_in_minutes],
      );
      const students = GROUPS.find(({ key }) => key === groups[0])?.students ?? [];
      await this.#rows(
        `insert into webinar_attendance (company_id, webinar_id, user_id, joined_at, left_at, source, status)
           select app_company(), w.id, a.user_id, w.starts_at, w.starts_at + make_interval(mins => a.minutes), 'join', 'attended'
             from webinars w, jsonb_to_recordset($2) as a(user_id integer, minutes integer) where w.id = $1`,
        [
          made!.id,
          JSON.stringify(
            came.map((minutes, index) => ({ user_id: this.#person(students[index]!), minutes })),
          ),
        ],
      );
    }
  }

  /** What happened since: a result published by hand, a setting changed and published again, a person blocked. */
  async laterChanges(): Promise<void> {
    await this.#actAs('o.shcherbak', 4);
    await this.#rows(
      `update attempts set result_published_at = app_now()
         where company_id = app_company() and result_published_at is null and finished_at < app_now() - interval '5 days'`,
    );
    await this.#actAs('trainer', 3);
    // Words of a trainer about what was failed, and a retake for one of them, as staff give both.
    const failed = `attempts t join results g on g.company_id = t.company_id and g.attempt_id = t.id
      join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
      join forms f on f.company_id = t.company_id and f.id = t.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id
      where t.company_id = app_company() and m.course_id = $1 and m.type = 'exam' and t.result_published_at is not null and not g.passed`;
    await this.#rows(
      `select save_notes(t.id, jsonb_build_array(
           jsonb_build_object('question_id', null, 'text', 'Повторіть, будь ласка, розділ про повернення товару.'),
           jsonb_build_object('question_id', v.questions->0->'id', 'text', 'Тут найчастіше помиляються: перечитайте умову.')))
         from ${failed}`,
      [this.#courses.get('cash')],
    );
    await this.#rows(
      `select r.* from (select m.course_id, f.id, max(t.user_id) as user_id from ${failed} group by m.course_id, f.id) last
         cross join lateral grant_retakes(last.course_id, last.id, array[last.user_id], 1, app_now() + interval '10 days',
           'Після консультації', 'demo', '{}') r`,
      [this.#courses.get('cash')],
    );
    // What happened long ago is not mailed now.
    await this.#rows('delete from result_mails where company_id = app_company()');
    await this.#actAs('t.levchenko', 9);
    await this.#rows(
      `update courses set description = description || ' Триває близько двох годин.' where company_id = app_company() and id = $1`,
      [this.#courses.get('warehouse')],
    );
    await this.#actAs('admin', 6);
    await this.#rows(
      'update memberships set blocked_at = app_now() where company_id = app_company() and user_id = any ($1)',
      [PEOPLE.filter((it) => it.state === 'blocked').map((it) => this.#person(it.key))],
    );
    // A group that somebody deleted by mistake: history can bring it back with its people.
    await this.#actAs('t.levchenko', 2);
    await this.#rows(
      `with made as (insert into study_groups (company_id, name, created_at) values (app_company(), 'Нові касири', app_now()) returning id)
       insert into group_members (company_id, group_id, user_id, role, created_at)
         select app_company(), made.id, user_id, 'student', app_now() from made, unnest($1::integer[]) as user_id`,
      [GROUPS[0]!.students.slice(0, 3).map((key) => this.#person(key))],
    );
    await this.#actAs('admin', 1);
    await this.#rows(
      `update study_groups set deleted_at = app_now() where company_id = app_company() and name = 'Нові касири'`,
    );
    await this.#actAs('owner', 0.1);
    await this.#rows(
      `update companies set description = replace(description, 'два магазини', 'три магазини') where id = app_company()`,
    );
    await this.#actAs('t.levchenko', 0.05);
    await this.#rows(
      `update courses set theme_color = '#8a3b12' where company_id = app_company() and id = $1`,
      [this.#courses.get('cash')],
    );
  }

  #storedPerson(
    { key, email, first_name, middle_name, last_name, user_type, state }: DemoPerson,
    index: number,
  ) {
    const created = this.#at(user_type === 'student' ? 60 : 95);
    return {
      key,
      email,
      phone: `+38050000${String(1001 + index)}`,
      first_name,
      middle_name,
      last_name,
      email_verified: email !== null && state !== 'invited',
      activated_at: state === 'invited' ? null : new Date(created.getTime() + DAY),
      created_at: created,
    };
  }

  #membership({ key, user_type, position, subdivision, comment }: DemoPerson) {
    const user_types = user_type === 'owner' ? USER_TYPES : IMPLIED_TYPES[user_type];
    return { user_id: this.#person(key), user_types, position, subdivision, comment };
  }

  /** What follows is done by this person, so many days ago, as one change of the history. */
  async #actAs(key: string, daysAgo: number): Promise<void> {
    const { user_type } = PEOPLE.find((it) => it.key === key)!;
    await this.#rows(
      `select set_config('app.user', $1, true), set_config('app.user_type', $2, true), set_config('app.now', $3, true),
              set_config('app.change', '', true)`,
      [String(this.#person(key)), user_type, this.#at(daysAgo).toISOString()],
    );
  }

  #person(key: string): number {
    const id = this.#people.get(key);
    if (id === undefined) throw new Error(`Nobody in the demo company is called ${key}`);
    return id;
  }

  #at(daysAgo: number): Date {
    return new Date(this.#now - daysAgo * DAY);
  }

  /** Eight o'clock UTC of a day in the past. */
  #morning(daysAgo: number): number {
    return Math.floor((this.#now - daysAgo * DAY) / DAY) * DAY + DAY / 3;
  }

  async #rows<Row extends object = object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await this.#client.query<Row>(text, values);
    return rows;
  }
}
