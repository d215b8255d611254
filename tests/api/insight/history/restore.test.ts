import { expect, test } from 'vitest';
import { takeExam } from '../../../factories/attempt.ts';
import { type Company, unique } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

/** Sequences of random changes, each with some restorings. */
const RUNS = 6;
/** Another one is another chance. */
const SEED = 1;
const CHANGES = 30;
const RESTORES = 6;

const RECORDED = [
  'companies',
  'memberships',
  'study_groups',
  'group_members',
  'programs',
  'program_courses',
  'program_groups',
  'chronology_stages',
  'chronology_items',
  'courses',
  'course_groups',
  'course_members',
  'course_blocks',
  'materials',
  'material_files',
  'forms',
  'questions',
  'question_files',
  'webinars',
  'webinar_hosts',
  'webinar_courses',
  'webinar_programs',
  'webinar_groups',
  'webinar_files',
] as const;

type Row = Record<string, unknown>;
/** Each recorded table's rows by their key. */
type State = Record<string, Record<string, Row>>;

/** What the recording leaves out, and what no restoring may change. */
const COUNTERS = ['revision', 'sequence', 'day_reminded_at', 'hour_reminded_at'];
const keyOf = (relation: string, row: Row) =>
  ['id', 'group_id', 'course_id', 'program_id', 'webinar_id', 'user_id', 'media_id', 'role']
    .filter((field) => field in row && (field !== 'id' ? !('id' in row) : true))
    .filter((field) => !relation.endsWith('_files') || field === 'media_id')
    .map((field) => row[field])
    .join(' ');

async function stateOf(company: Company): Promise<State> {
  const [found] = await asSystem<{ state: Record<string, Row[]> }>([
    `select jsonb_build_object(${RECORDED.map(
      (name) =>
        `'${name}', (select coalesce(jsonb_agg(to_jsonb(t) - '{${COUNTERS.join(',')}}'::text[]), '[]') from ${name} t
           where ${name === 'companies' ? 'id' : 'company_id'} = $1)`,
    ).join(', ')}) as state`,
    [company.id],
  ]);
  return Object.fromEntries(
    RECORDED.map((name) => [
      name,
      Object.fromEntries(found!.state[name]!.map((row) => [keyOf(name, row), row])),
    ]),
  );
}

/** Everything that people did in tests and exams. */
async function resultsOf(company: Company) {
  const tables = ['assignments', 'attempts', 'attempt_answers', 'gradings', 'form_versions'];
  const [found] = await asSystem<Row>([
    `select ${tables.map((name) => `(select jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text) from ${name} t where company_id = $1) as ${name}`).join(', ')}`,
    [company.id],
  ]);
  return found!;
}

/** A source of chance that a failing run can be repeated with. */
function chance(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    below: (limit: number) => Math.floor(next() * limit),
    of: <T>(things: readonly T[]): T => things[Math.floor(next() * things.length)]!,
    some: <T>(things: readonly T[]): T[] => things.filter(() => next() < 0.5),
  };
}

interface Entry {
  id: number;
  change_id: number;
  relation: string;
  action: string;
  old_object: Row | null;
  new_object: Row | null;
}

const entriesOf = (company: Company) =>
  asSystem<Entry>([
    `select id, change_id, relation, action, old_object, new_object from history
      where company_id = $1 and relation <> 'form_versions' order by id`,
    [company.id],
  ]);

/** One random change by the owner, through the API; some are refused, which is well. */
function changes(company: Company, people: readonly number[], random: ReturnType<typeof chance>) {
  const owner = company.as('owner');
  const live = async (table: string) =>
    (
      await asSystem<{ id: number }>([
        `select id from ${table} where company_id = $1 and deleted_at is null order by id`,
        [company.id],
      ])
    ).map(({ id }) => id);
  const words = () => `${random.of(['Alpha', 'Beta', 'Gamma', 'Delta'])} ${random.below(4)}`;
  const course = async () => `/course/course/${random.of(await live('courses'))}`;
  const material = async () => {
    const [row] = await asSystem<{ id: number; course_id: number; n: number }>([
      `select m.id, m.course_id from materials m join courses c on c.id = m.course_id and c.deleted_at is null
         where m.company_id = $1 and m.deleted_at is null order by md5(m.id::text || $2) limit 1`,
      [company.id, String(random.below(1e9))],
    ]);
    return row ? `/course/course/${row.course_id}/educational_material/${row.id}/` : null;
  };
  const draft = async () => {
    const [row] = await asSystem<{ id: number; course_id: number }>([
      `select f.id, m.course_id from forms f join materials m on m.id = f.material_id and m.deleted_at is null
         join courses c on c.id = m.course_id and c.deleted_at is null
         where f.company_id = $1 order by md5(f.id::text || $2) limit 1`,
      [company.id, String(random.below(1e9))],
    ]);
    return row ? { at: `/course/course/${row.course_id}/form/${row.id}/`, id: row.id } : null;
  };
  const group = async () => random.of(await live('study_groups'));
  const program = async () => random.of(await live('programs'));
  const webinar = async () => random.of(await live('webinars'));
  return {
    async company() {
      await owner.patch(`/space/space/${company.id}/`, { description: words(), facebook: words() });
    },
    async person() {
      const user = random.of(people);
      await owner.patch(`/accounts/user/${user}/`, {
        position: words(),
        ...(random.below(2) ? { user_types: [random.of(['trainer', 'student', 'manager'])] } : {}),
      });
    },
    async blocked() {
      await owner.post('/accounts/blocking_membership/', {
        user_pk: random.of(people),
        blocked: random.below(2) === 0,
      });
    },
    async takenOut() {
      await owner.delete(`/accounts/memberships/${random.of(people)}/`);
    },
    async newGroup() {
      await owner.post('/study_group/study_group/', {
        name: words(),
        student_ids: random.some(people),
        course_ids: random.some(await live('courses')),
      });
    },
    async group() {
      await owner.patch(`/study_group/study_group/${await group()}/`, {
        name: words(),
        student_ids: random.some(people),
      });
    },
    async member() {
      await owner.post('/study_group/group_member/', {
        group: await group(),
        role: random.of(['student', 'coach']),
        user_ids: random.some(people),
      });
    },
    async groupGone() {
      await owner.delete(`/study_group/study_group/${await group()}/`);
    },
    async newCourse() {
      await owner.post('/course/course/', { name: words(), group_ids: [await group()] });
    },
    async course() {
      await owner.patch(`${await course()}/`, {
        name: words(),
        description: words(),
        tags: [words()],
        theme_color: random.of(['#1f5fa8', '#b83424']),
        material_access: random.of(['chain_access', 'all_materials_access']),
        published: random.below(3) > 0,
      });
    },
    async courseGroups() {
      await owner.patch(`${await course()}/`, { group_ids: random.some(await live('study_groups')) });
    },
    async students() {
      await owner.post(`${await course()}/students/`, { user_ids: random.some(people) });
    },
    async keptOut() {
      const at = `${await course()}/blocked_user/`;
      const user = random.of(people);
      await (random.below(2) ? owner.post(at, { user_pk: user }) : owner.delete(`${at}${user}/`));
    },
    async courseGone() {
      await owner.delete(`${await course()}/`);
    },
    async newMaterial() {
      await owner.post(`${await course()}/educational_material/`, {
        name: words(),
        type: random.of(['theory', 'exam', 'practice']),
      });
    },
    async material() {
      const at = await material();
      if (at)
        await owner.patch(at, {
          name: words(),
          text: `<p>${words()}</p>`,
          archived: random.below(2) === 0,
          next_access: random.of(['free', 'after_viewing', 'after_passing']),
        });
    },
    async materialGone() {
      const at = await material();
      if (at) await owner.delete(at);
    },
    async order() {
      const at = await course();
      const ids =
        (await owner.get(`${at}/`)).body.education_materials?.map(({ id }: { id: number }) => id) ?? [];
      await owner.post(`${at}/update_materials_sequence/`, { material_ids: ids.toReversed() });
    },
    async form() {
      const found = await draft();
      if (found)
        await owner.patch(found.at, {
          passing_score: 1 + random.below(100),
          shuffle_answers: random.below(2) === 0,
        });
    },
    async questions() {
      const found = await draft();
      if (!found) return;
      const { body } = await owner.get(found.at);
      const kept = random.some(body.questions as { title: string }[]);
      for (const question of kept) question.title = words();
      await owner.post('/course/update_questions/', {
        form_id: found.id,
        questions: [
          ...kept,
          {
            title: words(),
            score: 1 + random.below(5),
            answers: [
              { title: 'a', is_right_answer: true },
              { title: 'b', is_right_answer: false },
            ],
          },
        ],
      });
    },
    async newProgram() {
      await owner.post('/educational_program/educational_program/', {
        name: words(),
        group_ids: random.some(await live('study_groups')),
        course_ids: random.some(await live('courses')),
      });
    },
    async program() {
      await owner.patch(`/educational_program/educational_program/${await program()}/`, {
        name: words(),
        internal_name: words(),
        course_ids: random.some(await live('courses')),
        group_ids: random.some(await live('study_groups')),
      });
    },
    async chronology() {
      const at = `/educational_program/educational_program/${await program()}/chronology/`;
      const { body } = await owner.get(at);
      const ids =
        (await owner.get(at.replace('chronology/', ''))).body.courses?.map(({ id }: { id: number }) => id) ??
        [];
      const kept = random.some((body.stages ?? []) as { id: number }[]);
      const items = random.some(ids as number[]).map((course_id) => ({
        course_id,
        required: random.below(2) === 0,
        access_rule: random.of(['always', 'previous_done']),
      }));
      await owner.post(at, {
        stages: [
          ...kept.map(({ id }) => ({ id, name: words(), items: [] as unknown[] })),
          { name: words(), items },
        ],
      });
    },
    async programGone() {
      await owner.delete(`/educational_program/educational_program/${await program()}/`);
    },
    async fileGone() {
      const [file] = await asSystem<{ path: string }>([
        `select path from (
           select '/course/course/' || m.course_id || '/educational_material/' || m.id || '/delete_file/' || f.media_id as path
             from material_files f join materials m on m.id = f.material_id where f.company_id = $1
           union all
           select '/course/questions/' || question_id || '/remove_file/' || media_id from question_files where company_id = $1
           union all
           select '/webinar/webinar/' || webinar_id || '/delete_file/' || media_id from webinar_files where company_id = $1) f
           order by md5(path || $2) limit 1`,
        [company.id, String(random.below(1e9))],
      ]);
      if (!file) return;
      await (file.path.includes('questions')
        ? owner.delete(`${file.path}/`)
        : owner.delete(`/api_uploader/v1${file.path}/`));
    },
    async newWebinar() {
      await owner.post('/webinar/webinar/', {
        name: words(),
        starts_at: '2031-05-01T09:00:00Z',
        time_zone: 'Europe/Kyiv',
        duration: 60,
        course_ids: random.some(await live('courses')),
      });
    },
    async webinar() {
      await owner.patch(`/webinar/webinar/${await webinar()}/`, {
        name: words(),
        duration: 30 + random.below(60),
        group_ids: random.some(await live('study_groups')),
        program_ids: random.some(await live('programs')),
        cohost_ids: random.some([company.people.trainer.id]),
      });
    },
    async webinarGone() {
      const at = `/webinar/webinar/${await webinar()}/`;
      await (random.below(2) ? owner.delete(at) : owner.post(`${at}cancel/`, { reason: words() }));
    },
  };
}

/** Refusals that are the product's rules: they leave everything as it was. */
const RULES = [
  'company_stays',
  'user_not_manageable',
  'licences_exhausted',
  'group_name_taken',
  'program_name_taken',
  'course_name_taken',
  'material_name_taken',
];

/** What no restoring puts back (see `recorded_part`). */
const KEPT = ['created_at', 'owner_id', 'uid', 'photo_id', 'category_id'];
const comparable = (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !KEPT.includes(key)));

/** Each row of the entries is as it was before the first of them; what was not there is gone. */
function expectRestored(entries: readonly Entry[], state: State, name?: string) {
  const seen = new Set<string>();
  for (const { relation, old_object, new_object } of entries) {
    const key = keyOf(relation, (new_object ?? old_object)!);
    if (seen.has(`${relation} ${key}`)) continue;
    seen.add(`${relation} ${key}`);
    const row = state[relation]![key];
    // A company stays, as it was made.
    const recorded = relation === 'companies' ? (old_object ?? new_object) : old_object;
    if (recorded) {
      const wanted = comparable(recorded);
      if (name !== undefined && row?.['name'] === name) wanted['name'] = name;
      expect({ relation, key, ...comparable(row ?? {}) }).toMatchObject({ relation, key, ...wanted });
    } else if (row && relation !== 'forms') {
      expect({ relation, key, gone: !!(row['deleted_at'] ?? row['removed_at']) }).toEqual({
        relation,
        key,
        gone: true,
      });
    }
  }
}

test('after any changes, restoring any entry brings the recorded back, and undoing it what was there', async () => {
  const done = { restored: 0, unchanged: 0, refused: 0, renamed: 0, relations: new Set<string>() };
  for (let run = 0; run < RUNS; run += 1) {
    const random = chance(SEED * 1000 + run);
    const company = await aCompany();
    const owner = company.as('owner');
    const exam = await company.anExam({ course: await company.aCourse({ materials: 3 }) });
    await takeExam(company.as('student'), exam);
    const people = await Promise.all(
      ['trainer', 'student', 'student'].map((one) => company.aPerson(one as 'student')),
    );
    await owner.post('/educational_program/educational_program/', {
      name: unique('Program'),
      course_ids: [exam.course.id],
      group_ids: [exam.course.group.id],
    });
    await owner.post('/webinar/webinar/', {
      name: unique('Webinar'),
      starts_at: '2031-05-01T09:00:00Z',
      time_zone: 'Europe/Kyiv',
      duration: 60,
    });
    await asSystem([
      `with files as (
         insert into media (company_id, key, content_type, size, name)
           select $1, 'no-file-' || random() || n, 'image/png', 1, n || '.png' from generate_series(1, 6) n returning id, name),
       shown as (insert into material_files (company_id, material_id, media_id, kind)
         select $1, $2, id, case when name < '2' then 'main' else 'attachment' end from files where name < '3'),
       asked as (insert into question_files (company_id, question_id, media_id) select $1, $3, id from files where name > '3' and name < '5')
       insert into webinar_files (company_id, webinar_id, media_id, kind)
         select $1, w.id, f.id, 'recording' from files f, webinars w where w.company_id = $1 and f.name > '6'`,
      [company.id, exam.course.materials[0], exam.questions[0]!.id],
    ]);
    const results = await resultsOf(company);
    const made = changes(
      company,
      people.map(({ id }) => id),
      random,
    );
    for (let change = 0; change < CHANGES; change += 1)
      await made[random.of(Object.keys(made) as (keyof typeof made)[])]();

    for (let turn = 0; turn < RESTORES; turn += 1) {
      const entries = await entriesOf(company);
      // Of each table alike, however often it changed.
      const relation = random.of([...new Set(entries.map((entry) => entry.relation))]);
      const chosen = random.of(entries.filter((entry) => entry.relation === relation));
      const alone = random.below(2) === 0;
      const targets = entries.filter(({ id, change_id }) =>
        alone ? id === chosen.id : change_id === chosen.change_id,
      );
      const at = `/history/history/${chosen.id}`;
      const before = await stateOf(company);
      const where = `run ${run}, turn ${turn}, ${alone ? 'alone' : 'whole'}: ${chosen.action} of ${chosen.relation}`;
      const preview = await owner.get(`${at}/restore_preview/?alone=${alone}`);
      expect({ where, status: preview.status, text: preview.status === 200 ? '' : preview.text }).toEqual({
        where,
        status: 200,
        text: '',
      });
      expect({ where, state: await stateOf(company) }).toEqual({ where, state: before });
      const { name_taken: taken, refusal, count } = preview.body;
      const name = taken?.suggestion as string | undefined;
      const answer = await owner.get(
        `${at}/restore/?alone=${alone}${name && !refusal ? `&name=${encodeURIComponent(name)}` : ''}`,
      );
      if (answer.status !== 200) {
        // A second name that is taken, which the first did not tell.
        expect({ where, refusal: refusal ?? (taken && 'name'), rule: true }).toEqual({
          where,
          refusal: expect.any(String),
          rule: refusal === null || RULES.includes(refusal),
        });
        expect({ where, state: await stateOf(company) }).toEqual({ where, state: before });
        done.refused += 1;
        continue;
      }
      expect({ where, refusal, count: answer.body.count }).toEqual({ where, refusal: null, count });
      const after = await stateOf(company);
      expectRestored(targets, after, name);
      expect(await resultsOf(company)).toEqual(results);
      // Done again it changes nothing.
      expect(
        (await owner.get(`${at}/restore/?alone=${alone}${name ? `&name=${encodeURIComponent(name)}` : ''}`))
          .body,
      ).toEqual({
        entry_id: null,
        count: 0,
      });
      done.relations.add(chosen.relation);
      if (taken) done.renamed += 1;
      if (answer.body.entry_id === null) {
        expect({ where, state: after }).toEqual({ where, state: before });
        done.unchanged += 1;
        continue;
      }
      done.restored += 1;
      if (random.below(2)) {
        const undone = await owner.get(`/history/history/${answer.body.entry_id}/restore/`);
        expect({ where, status: undone.status, text: undone.status === 200 ? '' : undone.text }).toEqual({
          where,
          status: 200,
          text: '',
        });
        const former = await stateOf(company);
        expect({ where, state: former }).toEqual({ where, state: before });
      }
    }
  }
  // The chance reached what it is about.
  expect(done.restored).toBeGreaterThan(RUNS * 2);
  expect(done.relations.size).toBeGreaterThan(5);
}, 300_000);
