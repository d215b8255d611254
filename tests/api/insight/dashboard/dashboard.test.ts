import { beforeAll, describe, expect, test } from 'vitest';
import type { Company, Person } from '../../../factories/company.ts';
import { randomFrom } from '../../../support/random.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

const DAY = 24 * 3_600_000;

let company: Company;
let other: Company;
beforeAll(async () => {
  [company, other] = await Promise.all([aCompany(), aCompany()]);
});

const path = (of: Company, rest = '') => `/space/space/${of.id}/dashboard/${rest}`;
const dashboard = async (of: Company, query = '') => {
  const { status, body } = await of.as('owner').get(`${path(of)}${query}`);
  expect(status).toBe(200);
  return body;
};

/** The day of an instant in the calendar of a company. */
const dayIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  return (at: Date) => format.format(at);
};
const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

interface Event {
  user: number;
  at: Date;
  kind: 'seen' | 'material' | 'attempt';
  /** Null where an answer waits for its mark. */
  passed: boolean | null;
}

/** Everything that counts, read plainly from its tables. */
const eventsOf = async (of: Company): Promise<Event[]> => {
  const rows = await asSystem<{ user: number; at: string; kind: Event['kind']; passed: Event['passed'] }>([
    `select user_id as user, opened_at as at, 'seen' as kind, false as passed from material_progress where company_id = $1
     union all select user_id, done_at, 'material', false from material_progress where company_id = $1 and done_at is not null
     union all select user_id, started_at, 'seen', false from attempts where company_id = $1
     union all select t.user_id, t.finished_at, 'attempt', (select case when not g.explanation @> '[{"outcome": "in_review"}]' then g.passed end
             from gradings g where g.attempt_id = t.id order by g.id desc limit 1)
       from attempts t where t.company_id = $1 and t.status = 'completed'
     union all select user_id, joined_at, 'seen', false from webinar_attendance where company_id = $1 and joined_at is not null
     union all select user_id, created_at, 'seen', false from sessions where company_id = $1
     union all select user_id, last_seen_at, 'seen', false from sessions where company_id = $1`,
    [of.id],
  ]);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
};

const sumOf = (events: readonly Event[]) => ({
  people: new Set(events.map(({ user }) => user)).size,
  materials: events.filter(({ kind }) => kind === 'material').length,
  attempts: events.filter(({ kind }) => kind === 'attempt').length,
  results: events.filter(({ kind, passed }) => kind === 'attempt' && passed !== null).length,
  passed: events.filter(({ passed }) => passed).length,
});

/** Two years of random progress and attempts of some students. */
async function aPast(of: Company, random: () => number) {
  const one = (count: number) => Math.floor(random() * count);
  const exam = await of.anExam();
  const course = await of.aCourse({ materials: 4 });
  const students = await Promise.all(Array.from({ length: 6 }, () => of.aPerson('student')));
  const ago = () => new Date(Date.now() - random() * random() * 400 * DAY).toISOString();
  const progress = students.flatMap(({ id }) =>
    course.materials.flatMap((material) => {
      if (one(4) === 0) return [];
      const [opened, done] = [ago(), ago()].toSorted();
      // A third of what is done is done within some two hours, around a midnight of the company.
      const around = one(3) === 0 ? [one(60), one(60)] : [];
      return [[material, id, opened, one(3) > 0 ? done : null, ...around]];
    }),
  );
  const attempts = students.flatMap(({ id }) =>
    Array.from({ length: 6 }, (_, n) => [
      id,
      n + 1,
      ago(),
      one(4) === 0 ? 'annulled' : 'completed',
      one(2) === 0,
    ]),
  );
  await asSystem(
    [
      `insert into material_progress (company_id, material_id, user_id, opened_at, viewed_at, done_at)
         select $1, (p->>0)::integer, (p->>1)::integer,
                coalesce(midnight - (p->>4)::integer * interval '1 minute', (p->>2)::timestamptz), at, at
           from jsonb_array_elements($2::jsonb) p
           join companies c on c.id = $1
           cross join lateral (
             select case when p->>4 is not null then date_trunc('day', (p->>3)::timestamptz, c.time_zone) end as midnight) m
           cross join lateral (
             select coalesce(midnight + (p->>5)::integer * interval '1 minute', (p->>3)::timestamptz) as at) d`,
      [of.id, JSON.stringify(progress)],
    ],
    [
      `insert into assignments (company_id, form_id, user_id, status, attempts_used)
         select $1, $2, u::integer, 'completed', 6 from jsonb_array_elements_text($3::jsonb) u`,
      [of.id, exam.form_id, JSON.stringify(students.map(({ id }) => id))],
    ],
    [
      `insert into attempts (company_id, assignment_id, form_id, form_version_id, user_id, number, status, holder, seed, started_at,
                             deadline, due_at, finished_at, finished_by, result_published_at)
         select $1, a.id, a.form_id, v.id, a.user_id, (t->>1)::integer, t->>3, '', 1, at - interval '20 minutes', at, at, at, 'user', at
           from jsonb_array_elements($3::jsonb) t
           join assignments a on a.form_id = $2 and a.user_id = (t->>0)::integer
           join form_versions v on v.form_id = $2
           cross join lateral (select (t->>2)::timestamptz as at) it`,
      [of.id, exam.form_id, JSON.stringify(attempts)],
    ],
    // The first grading says the opposite, and the newest one counts.
    [
      `insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, created_at)
         select $1, x.id, 0, 4, 0, 'F', not x.passed, '[]', now()
           from (select t.id, (p->>4)::boolean as passed from jsonb_array_elements($3::jsonb) p
             join attempts t on t.form_id = $2 and t.user_id = (p->>0)::integer and t.number = (p->>1)::integer) x`,
      [of.id, exam.form_id, JSON.stringify(attempts)],
    ],
    [
      `insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, reason, created_at)
         select g.company_id, g.attempt_id, 4, 4, 100, 'A', not g.passed,
             case when g.attempt_id % 5 = 0 then '[{"outcome": "in_review"}]' else '[]' end::jsonb, 'repair', now()
           from gradings g where g.company_id = $1`,
      [of.id],
    ],
    [
      `insert into sessions (user_id, company_id, user_type, created_at, last_seen_at, expires_at)
         select u::integer, $1, 'student', now() - make_interval(days => u::integer % 40 + 3), now() - make_interval(days => u::integer % 40), now()
           from jsonb_array_elements_text($2::jsonb) u`,
      [of.id, JSON.stringify(students.map(({ id }) => id))],
    ],
  );
  return { exam, course };
}

describe('activity', () => {
  test.each([
    [1, 'Europe/Kyiv'],
    [2, 'Pacific/Kiritimati'],
    [3, 'America/Anchorage'],
  ])('is what a plain recount gives, in the company’s days (%i, %s)', async (seed, zone) => {
    const own = await aCompany();
    await asSystem(['update companies set time_zone = $2 where id = $1', [own.id, zone]]);
    const { exam } = await aPast(own, randomFrom(seed));
    const dayOf = dayIn(zone);
    const events = (await eventsOf(own)).map((event) => ({ ...event, day: dayOf(event.at) }));
    const inDays = (from: string, to: string) => sumOf(events.filter(({ day }) => day >= from && day <= to));
    const today = dayOf(new Date());
    for (const days of [1, 7, 30, 31, 90, 365]) {
      const from = addDays(today, 1 - days);
      const query = days === 30 ? '' : days === 7 ? '?days=7' : `?from=${from}&to=${today}`;
      const { activity, period, seldom_passed } = await dashboard(own, query);
      expect(period).toEqual({ from, to: today, span: days <= 31 ? 'day' : 'week' });
      expect({ days, ...activity.total }).toEqual({ days, ...inDays(from, today) });
      expect({ days, ...activity.before }).toEqual({
        days,
        ...inDays(addDays(from, -days), addDays(from, -1)),
      });
      const { results: attempts, passed } = inDays(from, today);
      const { id, name } = exam.course;
      expect({ days, seldom_passed }).toEqual({
        days,
        seldom_passed: attempts >= 5 && passed * 2 < attempts ? [{ id, name, attempts, passed }] : [],
      });
      const starts = activity.points.map((point: { from: string }) => point.from) as string[];
      expect(starts[0]).toBe(from);
      expect(starts).toEqual(starts.toSorted());
      expect(activity.points).toEqual(
        starts.map((start, n) => {
          const next = starts[n + 1];
          return { from: start, ...inDays(start, next ? addDays(next, -1) : today) };
        }),
      );
    }
  });

  test('takes whole periods only', async () => {
    const owner = company.as('owner');
    for (const query of [
      'from=2026-01-01',
      'to=2026-01-01',
      'from=2026-02-01&to=2026-01-01',
      'from=2020-01-01&to=2026-01-01',
      'from=2026-02-30&to=2026-03-01',
      'from=yesterday&to=2026-03-01',
      'days=0',
      'days=732',
    ])
      expect([query, (await owner.get(`${path(company)}?${query}`)).status]).toEqual([query, 400]);
  });
});

interface Standing {
  id: number;
  students: number;
  new: number;
  in_progress: number;
  finished: number;
  progress: number | null;
  overdue: number;
}

describe('groups and programs', () => {
  /** Groups, programs and courses tied at random, and students who got somewhere. */
  async function aTangle(random: () => number) {
    const own = await aCompany();
    const one = (count: number) => Math.floor(random() * count);
    const some = <T>(things: readonly T[]) => things.filter(() => one(2) === 0);
    const students = await Promise.all(Array.from({ length: 7 }, () => own.aPerson('student')));
    const groups: number[] = [];
    for (let n = 0; n < 4; n += 1) groups.push((await own.aGroup({ students: some(students) })).id);
    const courses: { id: number; materials: number[] }[] = [];
    for (let n = 0; n < 5; n += 1)
      courses.push(await own.aCourse({ materials: 1 + one(3), group: { id: groups[one(4)]! } }));
    const programs: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { body } = await own.as('owner').post('/educational_program/educational_program/', {
        name: `Program ${n}`,
        course_ids: some(courses).map(({ id }) => id),
        group_ids: some(groups),
      });
      programs.push(body.id);
    }
    await asSystem(
      [
        `insert into material_progress (company_id, material_id, user_id, done_at) select $1, (p->>0)::integer, (p->>1)::integer, now()
           from jsonb_array_elements($2::jsonb) p`,
        [
          own.id,
          JSON.stringify(
            students.flatMap(({ id }) =>
              some(courses).flatMap(({ materials }) => materials.map((each) => [each, id])),
            ),
          ),
        ],
      ],
      [
        `update material_progress set done_at = null where company_id = $1 and (material_id + user_id) % 4 = 0`,
        [own.id],
      ],
      [`update courses set published_at = null where id = $1`, [courses[4]!.id]],
      [
        `update group_members set created_at = now() - make_interval(days => user_id % 9) where company_id = $1`,
        [own.id],
      ],
      [`update program_groups set created_at = now() - interval '20 days' where company_id = $1`, [own.id]],
    );
    for (const program of programs) {
      const { body } = await own
        .as('owner')
        .get(`/educational_program/educational_program/${program}/chronology/`);
      const stages = body.unplaced.map(({ course_id }: { course_id: number }) => ({
        items: [
          {
            course_id,
            access_rule: ['always', 'previous_done'][one(2)],
            ...[
              { due: 'none' },
              { due: 'date', due_on: addDays(new Date().toISOString().slice(0, 10), one(5) - 2) },
              { due: 'after_assignment', due_after_days: 1 + one(8) },
              { due: 'after_previous', due_after_days: 1 },
            ][one(4)],
          },
        ],
      }));
      const saved = await own
        .as('owner')
        .post(`/educational_program/educational_program/${program}/chronology/`, { stages });
      expect(saved.status).toBeLessThan(300);
    }
    return { own, groups, programs };
  }

  /** Each student of each thing with their courses by it, read plainly. */
  async function standingsOf(own: Company, kind: 'group' | 'program'): Promise<Map<number, Standing>> {
    const rows = await asSystem<{
      thing: number;
      user: number;
      courses: { state: string; percent: number }[] | null;
    }>([
      `select x.thing, x.user_id as user, (
           select jsonb_agg(jsonb_build_object('state', cp.state, 'percent', cp.percent)) from course_progress cp
             join courses c on c.id = cp.course_id and c.published_at is not null
             where cp.user_id = x.user_id and cp.course_id in (
               select course_id from course_groups where $2 = 'group' and group_id = x.thing
               union select pc.course_id from program_groups pg join program_courses pc on pc.program_id = pg.program_id
                 where $2 = 'group' and pg.group_id = x.thing
               union select course_id from program_courses where $2 = 'program' and program_id = x.thing)) as courses
         from (
           select distinct group_id as thing, user_id from group_members where $2 = 'group' and company_id = $1 and role = 'student'
           union select distinct pg.program_id, gm.user_id from program_groups pg join group_members gm on gm.group_id = pg.group_id
             where $2 = 'program' and pg.company_id = $1 and gm.role = 'student') x`,
      [own.id, kind],
    ]);
    const standings = new Map<number, Standing>();
    for (const thing of new Set(rows.map((row) => row.thing))) {
      const theirs = rows.filter((row) => row.thing === thing);
      const placed = theirs.flatMap(({ courses }) => (courses ? [courses] : []));
      const is = (state: string) =>
        placed.filter((courses) => courses.every((each) => each.state === state)).length;
      const percents = placed.flat().map(({ percent }) => percent);
      standings.set(thing, {
        id: thing,
        students: theirs.length,
        new: is('new'),
        in_progress: placed.length - is('new') - is('finished'),
        finished: is('finished'),
        progress: percents.length
          ? Math.floor(percents.reduce((sum, percent) => sum + percent, 0) / percents.length)
          : null,
        overdue: 0,
      });
    }
    return standings;
  }

  /** Who is past a date of each program, as its timeline tells it. */
  async function overdueOf(own: Company, programs: readonly number[]): Promise<Map<number, Set<number>>> {
    const late = new Map<number, Set<number>>();
    for (const program of programs) {
      const { body } = await own
        .as('owner')
        .get(`/educational_program/educational_program/${program}/chronology/students/?page_size=100`);
      const rows = body.results as { id: number; overdue: number }[];
      late.set(program, new Set(rows.filter(({ overdue }) => overdue > 0).map(({ id }) => id)));
    }
    return late;
  }

  test.each([1, 2, 3, 4])('stand where a plain recount has them (%i)', async (seed) => {
    const { own, groups, programs } = await aTangle(randomFrom(seed));
    const late = await overdueOf(own, programs);
    const [ofGroups, ofPrograms] = [await standingsOf(own, 'group'), await standingsOf(own, 'program')];
    for (const [program, users] of late) {
      const standing = ofPrograms.get(program);
      if (standing) standing.overdue = users.size;
    }
    const places = await asSystem<{ group_id: number; program_id: number; user_id: number }>([
      `select pg.group_id, pg.program_id, gm.user_id from program_groups pg join group_members gm on gm.group_id = pg.group_id
         where pg.company_id = $1 and gm.role = 'student'`,
      [own.id],
    ]);
    for (const group of groups) {
      const users = places.filter((at) => at.group_id === group && late.get(at.program_id)?.has(at.user_id));
      const standing = ofGroups.get(group);
      if (standing) standing.overdue = new Set(users.map(({ user_id }) => user_id)).size;
    }
    for (const [list, expected] of [
      ['groups', ofGroups],
      ['programs', ofPrograms],
    ] as const) {
      for (const ordering of ['progress', '-progress', 'name', '-students', 'finished', 'name,progress']) {
        const { body } = await own.as('owner').get(`${path(own, list)}/?ordering=${ordering}&page_size=100`);
        const rows = body.results as (Standing & { name: string })[];
        expect(body.count).toBe(list === 'groups' ? groups.length : programs.length);
        const told = rows.map(({ name: _name, ...row }) => row).filter(({ students }) => students > 0);
        const byId = (a: Standing, b: Standing) => a.id - b.id;
        expect({ list, ordering, told: told.toSorted(byId) }).toEqual({
          list,
          ordering,
          told: [...expected.values()].toSorted(byId),
        });
        if (ordering === 'progress') {
          const shares = rows.map(({ progress }) => progress ?? 101);
          expect(shares).toEqual(shares.toSorted((a, b) => a - b));
        }
      }
    }
  });

  test('are found by name, page by page', async () => {
    const own = await aCompany();
    for (const name of ['Ґрунт', 'Гора', 'Єдність'])
      await asSystem(['insert into study_groups (company_id, name) values ($1, $2)', [own.id, name]]);
    const names = async (query: string) =>
      (await own.as('owner').get(`${path(own, 'groups')}/?${query}`)).body.results.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names('ordering=name')).toEqual(['Гора', 'Ґрунт', 'Єдність']);
    expect(await names('ordering=name&page_size=1&page=2')).toEqual(['Ґрунт']);
    expect(await names('search=єдн')).toEqual(['Єдність']);
    expect(await names('search=нічого')).toEqual([]);
  });
});

describe('people, seats and files', () => {
  test('are counted once each', async () => {
    const own = await aCompany();
    const [blocked, newcomer, gone] = await Promise.all([1, 2, 3].map(() => own.aPerson('student')));
    await asSystem(
      ['update companies set licence_limit = 20 where id = $1', [own.id]],
      ['update memberships set blocked_at = now() where user_id = $1', [blocked!.id]],
      ['update users set activated_at = null where id = $1', [newcomer!.id]],
      ['update memberships set deleted_at = now() where user_id = $1', [gone!.id]],
      [
        `insert into media (company_id, key, content_type, size, uploading_since) values
           ($1, $2, 'image/png', 100, null), ($1, $2, 'image/png', 100, null), ($1, $2 || 'b', 'image/png', 30, null),
           ($1, $2 || 'c', 'video/mp4', 7, now())`,
        [own.id, `dashboard-${own.id}`],
      ],
    );
    expect(await dashboard(own)).toMatchObject({
      people: { active: 5, not_activated: 1, blocked: 1 },
      licences: { used: 5, pending: 1, limit: 20 },
      files: { files: 2, bytes: 130 },
      first_steps: { people: true, group: false, course: false, test: false, given: false, result: false },
    });
  });
});

describe('courses that need attention', () => {
  test('are those seldom passed in the period, and those that many have not begun for two weeks', async () => {
    const own = await aCompany();
    const students = await Promise.all(Array.from({ length: 6 }, () => own.aPerson('student')));
    const group = await own.aGroup({ students });
    const [old, fresh, begun] = [
      await own.aCourse({ materials: 1, group }),
      await own.aCourse({ materials: 1, group }),
      await own.aCourse({ materials: 1, group }),
    ];
    const open = (course: typeof old, who: readonly Person[]) =>
      asSystem([
        `insert into material_progress (company_id, material_id, user_id) select $1, $2, u::integer from jsonb_array_elements_text($3::jsonb) u`,
        [own.id, course.materials[0], JSON.stringify(who.map(({ id }) => id))],
      ]);
    await open(old, students.slice(0, 2));
    await open(begun, students.slice(0, 4));
    await asSystem([
      `update courses set published_at = now() - interval '15 days' where id = any ($1)`,
      [[old.id, begun.id]],
    ]);
    const { not_begun } = await dashboard(own);
    expect(not_begun).toEqual([{ id: old.id, name: old.name, students: 6, not_begun: 4 }]);
    expect(fresh.id).not.toBe(old.id);
  });

  test('are those that half of their students are late with, as they were given or by a timeline', async () => {
    const own = await aCompany();
    const owner = own.as('owner');
    const students = await Promise.all(Array.from({ length: 6 }, () => own.aPerson('student')));
    const [group, elsewhere] = [await own.aGroup({ students }), await own.aGroup({ students: [] })];
    const [given, step, few] = [
      await own.aCourse({ materials: 1, group: elsewhere }),
      await own.aCourse({ materials: 1, group: elsewhere }),
      await own.aCourse({ materials: 1, group: elsewhere }),
    ];
    const finish = async (course: typeof given, who: readonly Person[]) => {
      for (const { client } of who) {
        const material = `/course/course/${course.id}/educational_material/${course.materials[0]}/`;
        await client.get(material);
        expect((await client.post(`${material}finish/`)).status).toBe(204);
      }
    };
    const late = { due_on: '2026-01-01' };
    await owner.patch(`/study_group/study_group/${group.id}/`, { course_ids: [given.id, few.id], ...late });
    const program = { name: 'P', course_ids: [step.id], group_ids: [group.id] };
    const { body } = await owner.post('/educational_program/educational_program/', program);
    const stages = [{ items: [{ course_id: step.id, due: 'date', ...late }] }];
    await owner.post(`/educational_program/educational_program/${body.id}/chronology/`, { stages });
    await finish(given, students.slice(0, 1));
    await finish(few, students.slice(0, 4));
    expect((await dashboard(own)).overdue).toEqual([
      { id: step.id, name: step.name, students: 6, overdue: 6 },
      { id: given.id, name: given.name, students: 6, overdue: 5 },
    ]);
  });
});

describe('certificates that expire', () => {
  test('are listed with when somebody was told, until they are renewed', async () => {
    const own = await aCompany();
    const course = await own.aCourse();
    const holders: [number, number | null, string?][] = [];
    const add = async (days: number | null, more = '') => {
      const holder = await own.aPerson('student');
      await asSystem([
        `insert into certificates (company_id, course_id, user_id, number, version, content, issued_at, expires_at, mailed_at)
           values ($1, $2, $3, $4, 1, '{"name": "", "course": ""}', now() - interval '1 year', now() + make_interval(days => $5), now())`,
        [own.id, course.id, holder.id, `T${holder.id}`, days],
      ]);
      if (more) await asSystem([`update certificates set ${more} where user_id = $1`, [holder.id]]);
      holders.push([holder.id, days]);
      return holder.id;
    };
    const expired = await add(-3, "expired_mailed_at = now() - interval '3 days'");
    const soon = await add(20, "expiry_mailed_at = now() - interval '10 days'");
    // On the thirtieth day, to the end of which it holds.
    const thirtieth = await add(29, "expires_at = date_trunc('day', now()) + interval '30 days 20 hours'");
    const later = await add(50);
    const last = await add(80);
    await add(100);
    await add(null);
    await add(10, 'replaced_at = now()');
    await add(10, 'revoked_at = now()');
    const left = await add(10);
    await asSystem(['update memberships set deleted_at = now() where user_id = $1', [left]]);
    const users = async (query: string) =>
      (await own.as('owner').get(`${path(own, 'certificates')}/?${query}`)).body.results.map(
        ({ user }: { user: { id: number } }) => user.id,
      );
    expect(await users('')).toEqual([expired, soon, thirtieth, later, last]);
    expect(await users('ordering=-expires_at')).toEqual([last, later, thirtieth, soon, expired]);
    expect(await users('within=expired')).toEqual([expired]);
    expect(await users('within=30')).toEqual([soon, thirtieth]);
    expect(await users('within=60')).toEqual([soon, thirtieth, later]);
    expect(await users('within=90&page_size=3&page=2')).toEqual([last]);
    expect(await users(`course=${course.id}&search=student`)).toEqual([
      expired,
      soon,
      thirtieth,
      later,
      last,
    ]);
    expect((await dashboard(own)).certificates).toEqual({
      expired: 1,
      in_30_days: 2,
      in_60_days: 3,
      in_90_days: 4,
    });
    const { body } = await own.as('owner').get(`${path(own, 'certificates')}/`);
    expect(
      body.results.map((row: { expired: boolean; reminded_at: string | null }) => [
        row.expired,
        !!row.reminded_at,
      ]),
    ).toEqual([
      [true, true],
      [false, true],
      [false, false],
      [false, false],
      [false, false],
    ]);
  });
});

describe('a dashboard', () => {
  test('is of the company acted in, for its owner and admins', async () => {
    for (const rest of ['', 'groups/', 'programs/', 'certificates/']) {
      for (const user_type of ['owner', 'admin'] as const) {
        expect((await company.as(user_type).get(path(company, rest))).status).toBe(200);
        expect((await company.as(user_type).get(path(other, rest))).status).toBe(404);
      }
      for (const user_type of ['manager', 'trainer', 'student'] as const)
        expect((await company.as(user_type).get(path(company, rest))).status).toBe(403);
    }
  });

  test('of a company knows nothing of another', async () => {
    const [mine, theirs] = await Promise.all([aCompany(), aCompany()]);
    const before = await dashboard(mine);
    await aPast(theirs, randomFrom(5));
    expect(await dashboard(mine)).toEqual(before);
    expect((await mine.as('owner').get(path(mine, 'groups/'))).body.count).toBe(0);
  });
});
