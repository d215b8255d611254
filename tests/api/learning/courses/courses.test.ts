import { beforeAll, describe, expect, test } from 'vitest';
import type { Company } from '../../../factories/company.ts';
import { answersOf, startAttempt } from '../../../factories/attempt.ts';
import { unique } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const COURSE = '/course/course/';

describe('a course', () => {
  test('needs a group of the company and a name of its own', async () => {
    const owner = company.as('owner');
    const group = await company.aGroup();
    expect(await owner.post(COURSE, { name: unique('x'), group_ids: [] })).toMatchObject({
      status: 400,
      body: { group_ids: ['This list may not be empty.'] },
    });
    const name = unique('Course');
    expect((await owner.post(COURSE, { name, group_ids: [group.id] })).status).toBe(201);
    expect(await owner.post(COURSE, { name, group_ids: [group.id] })).toMatchObject({
      status: 400,
      body: { name: ['Course with this name already exists'] },
    });
  });

  test('is seen by manager, trainer and student only where their hand reaches', async () => {
    const { id } = await company.aCourse();
    for (const user_type of ['manager', 'trainer', 'student'] as const) {
      expect((await company.as(user_type).get(`${COURSE}${id}/`)).status).toBe(200);
      const outsider = await company.aPerson(user_type);
      expect({ user_type, status: (await outsider.client.get(`${COURSE}${id}/`)).status }).toEqual({
        user_type,
        status: 404,
      });
    }
  });

  test('goes from new over in progress to finished, and counts the same in list, tabs and statistic', async () => {
    const alone = await aCompany();
    const { id, materials } = await alone.aCourse({ materials: 2 });
    const student = alone.as('student');
    const seen = async () => {
      const list = (await student.get(COURSE)).body;
      const statistic = (await alone.as('trainer').get(`${COURSE}${id}/statistic/`)).body.results[0];
      const staff = (await alone.as('owner').get(COURSE)).body.results[0];
      const states = Object.keys(list.states).filter((state) => state !== 'all' && list.states[state] === 1);
      const { state, progress } = list.results[0];
      expect([statistic.state, staff.state, states]).toEqual([state, state, [state]]);
      expect(statistic.progress).toBe(progress);
      return `${state} ${progress}`;
    };
    expect(await seen()).toBe('new 0');
    await student.get(`${COURSE}${id}/educational_material/${materials[0]}/`);
    expect(await seen()).toBe('in_progress 0');
    await student.post(`${COURSE}${id}/educational_material/${materials[0]}/finish/`);
    expect(await seen()).toBe('in_progress 50');
    await student.post(`${COURSE}${id}/educational_material/${materials[1]}/finish/`);
    expect(await seen()).toBe('finished 100');
    expect((await student.get(`${COURSE}?state=finished`)).body.count).toBe(1);
    expect((await student.get(`${COURSE}?state=new`)).body.count).toBe(0);
  });

  test('counts once for a student who has it directly and through two groups', async () => {
    const { id, group } = await company.aCourse();
    const second = await company.aGroup();
    await company.as('owner').patch(`${COURSE}${id}/`, { group_ids: [group.id, second.id] });
    await asSystem([
      `insert into course_members (company_id, course_id, user_id, role) values ($1, $2, $3, 'student')`,
      [company.id, id, company.people.student.id],
    ]);
    expect((await company.as('owner').get(`${COURSE}${id}/statistic/`)).body.count).toBe(1);
  });

  test('leaves the groups outside a manager’s reach alone when the manager changes its groups', async () => {
    const foreign = await company.aGroup({ managers: [] });
    const { id, group } = await company.aCourse();
    await company.as('owner').patch(`${COURSE}${id}/`, { group_ids: [group.id, foreign.id] });
    const own = await company.aGroup();
    const change = (group_ids: number[]) => company.as('manager').patch(`${COURSE}${id}/`, { group_ids });
    expect((await change([group.id, foreign.id])).status).toBe(204);
    expect((await change([own.id])).status).toBe(204);
    const { body } = await company.as('owner').get(`${COURSE}${id}/`);
    expect(body.groups.map((each: { id: number }) => each.id).sort((a: number, b: number) => a - b)).toEqual(
      [foreign.id, own.id].sort((a, b) => a - b),
    );
  });
});

describe('a material', () => {
  test('keeps rich text and loses everything that runs', async () => {
    const { id } = await company.aCourse();
    const owner = company.as('owner');
    const text =
      '<h2 onclick="a()">Title</h2><p>Text <a href="javascript:a()">link</a><script>a()</script><img src=x onerror=a()></p>';
    const { body } = await owner.post(`${COURSE}${id}/educational_material/`, {
      name: 'Theory',
      type: 'theory',
      text,
    });
    const read = await owner.get(`${COURSE}${id}/educational_material/${body.id}/`);
    expect(read.body.text).toBe('<h2>Title</h2><p>Text <a href>link</a></p>');
  });

  test('is edited by owner, admin and the trainer who coaches the course, not by a manager or another trainer', async () => {
    const { id } = await company.aCourse();
    const make = (client: { post: (path: string, body: unknown) => Promise<{ status: number }> }) =>
      client.post(`${COURSE}${id}/educational_material/`, { name: unique('Theory'), type: 'theory' });
    expect((await make(company.as('admin'))).status).toBe(201);
    expect((await make(company.as('trainer'))).status).toBe(201);
    expect((await make(company.as('manager'))).status).toBe(403);
    expect((await make((await company.aPerson('trainer')).client)).status).toBe(404);
  });

  test('moves to its new place, and those not named follow', async () => {
    const { id, materials } = await company.aCourse({ materials: 3 });
    const [a, b, c] = materials as [number, number, number];
    const owner = company.as('owner');
    expect(
      (await owner.post(`${COURSE}${id}/update_materials_sequence/`, { material_ids: [c, a] })).status,
    ).toBe(204);
    const { body } = await owner.get(`${COURSE}${id}/`);
    expect(body.education_materials.map((each: { id: number }) => each.id)).toEqual([c, a, b]);
  });

  test('once archived stays with those who opened the course before, and is not there for the others', async () => {
    const group = await company.aGroup();
    const { id, materials } = await company.aCourse({ materials: 2, group });
    const [first, second] = materials as [number, number];
    const student = company.as('student');
    await student.get(`${COURSE}${id}/educational_material/${first}/`);
    await company.as('owner').patch(`${COURSE}${id}/educational_material/${second}/`, { archived: true });
    expect((await student.get(`${COURSE}${id}/educational_material/${second}/`)).status).toBe(200);
    const newcomer = await company.aPerson('student');
    await asSystem([
      `insert into group_members (company_id, group_id, user_id, role) values ($1, $2, $3, 'student')`,
      [company.id, group.id, newcomer.id],
    ]);
    expect((await newcomer.client.get(`${COURSE}${id}/educational_material/${second}/`)).status).toBe(404);
  });

  test('under chain access opens when the one before is done, and says what opens it', async () => {
    const { id, materials } = await company.aCourse({ materials: 2, chain: true });
    const [first, second] = materials as [number, number];
    const student = company.as('student');
    const path = (material: number) => `${COURSE}${id}/educational_material/${material}/`;
    expect(await student.get(path(second))).toMatchObject({
      status: 403,
      body: { detail: 'Blocked access to material' },
    });
    const listed = (await student.get(`${COURSE}${id}/`)).body.education_materials[1];
    expect(listed).toMatchObject({ locked: 'previous_not_done', opened_by: { id: first } });
    await student.post(`${path(first)}finish/`);
    expect((await student.get(path(second))).status).toBe(200);
  });
});

describe('a form', () => {
  const aForm = async () => {
    const { id } = await company.aCourse();
    const { body } = await company
      .as('owner')
      .post(`${COURSE}${id}/educational_material/`, { name: unique('Exam'), type: 'exam' });
    return { path: `${COURSE}${id}/form/${body.form_id}/`, form_id: body.form_id as number };
  };
  const question = (change: object = {}) => ({
    title: 'Question',
    answers: [
      { title: 'yes', is_right_answer: true },
      { title: 'no', is_right_answer: false },
    ],
    ...change,
  });
  const save = (form_id: number, questions: object[]) =>
    company.as('owner').post('/course/update_questions/', { form_id, questions });

  test('begins with the defaults of the specification', async () => {
    const { path } = await aForm();
    expect((await company.as('owner').get(path)).body).toMatchObject({
      form_type: 2,
      time_limit: null,
      is_one_attempt_allowed: true,
      max_score_for_questions: 100,
      questions: [],
      published_at: null,
    });
  });

  test('keeps ids of questions and answers that stay, drops the others and gives new ones', async () => {
    const { form_id } = await aForm();
    const {
      questions: [one, two],
    } = (await save(form_id, [question(), question({ title: 'Second' })])).body;
    const changed = {
      ...one,
      title: 'Changed',
      answers: [one.answers[1], { title: 'maybe', is_right_answer: true }],
    };
    const { questions } = (await save(form_id, [question({ title: 'New' }), changed])).body;
    expect(questions.map((each: { title: string }) => each.title)).toEqual(['New', 'Changed']);
    expect(questions[1].id).toBe(one.id);
    expect(questions[1].answers[0]).toEqual(one.answers[1]);
    const known = [...one.answers, ...two.answers].map((each: { id: number }) => each.id);
    expect(known).not.toContain(questions[1].answers[1].id);
  });

  test('refuses duplicate answers and scores above its bound, and stays as it was', async () => {
    const { form_id, path } = await aForm();
    await save(form_id, [question()]);
    const before = (await company.as('owner').get(path)).body;
    const twice = [
      { title: 'Yes', is_right_answer: true },
      { title: ' yes ', is_right_answer: false },
    ];
    expect(await save(form_id, [question(), question({ answers: twice })])).toMatchObject({
      status: 400,
      body: { 'questions.1.answers': ['You added duplicate answers to questions'] },
    });
    await company.as('owner').patch(path, { max_score_for_questions: 5 });
    expect(await save(form_id, [question({ score: 6 })])).toMatchObject({
      status: 400,
      body: { score: ['The maximum value is 5'] },
    });
    expect((await company.as('owner').get(path)).body).toEqual({
      ...before,
      max_score_for_questions: 5,
      revision: expect.any(String),
    });
  });

  test('tells whether the draft differs from what students get', async () => {
    const { form_id, path } = await aForm();
    await save(form_id, [question()]);
    const differs = async () => (await company.as('owner').get(path)).body.has_unpublished_changes;
    expect(await differs()).toBe(true);
    await company.as('owner').post(`${path}publish/`);
    expect(await differs()).toBe(false);
    await company.as('owner').patch(path, { passing_score: 61 });
    expect(await differs()).toBe(true);
  });

  test.each([
    [{ passing_score: 0 }, { passing_score: ['The minimum value is 1'] }],
    [{ passing_score: 101 }, { passing_score: ['The maximum value is 100'] }],
    [{ passing_score: 60.5 }, { passing_score: ['Must be a whole number'] }],
    [{ time_limit: 0 }, { time_limit: ['The minimum value is 1'] }],
    [{ passing_score_type: 'stars' }, { passing_score_type: ['Not a valid choice'] }],
    [{ shuffle_answers: 'yes' }, { shuffle_answers: ['Invalid value'] }],
    [{ company_id: 1 }, { company_id: ['Unknown field'] }],
  ])('refuses %j', async (change, errors) => {
    const { path } = await aForm();
    expect(await company.as('owner').patch(path, change)).toMatchObject({ status: 400, body: errors });
  });
});

test('every change is in the history with its author, by the database alone', async () => {
  const alone = await aCompany();
  const { id } = await alone.aCourse();
  await alone.as('admin').patch(`${COURSE}${id}/`, { name: 'Renamed' });
  await alone.as('admin').patch(`${COURSE}${id}/`, { name: 'Renamed' });
  const rows = await asSystem<Record<string, unknown>>([
    `select author_id, author_type, action, section, object_label, old_object->>'name' <> 'Renamed' as changed, new_object->>'name' as name
       from history where company_id = $1 and object_model = 'course' and action = 'update'`,
    [alone.id],
  ]);
  expect(rows).toEqual([
    {
      author_id: alone.people.admin.id,
      author_type: 'admin',
      action: 'update',
      section: 'courses',
      object_label: 'Renamed',
      changed: true,
      name: 'Renamed',
    },
  ]);
});

test('every table that a company changes is recorded', async () => {
  const tables = await asSystem<{ name: string }>([
    `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'history') order by 1`,
  ]);
  // Not recorded: people's own data, counters, progress, attempts and results, versions that are never changed, what the
  // platform keeps for itself. An access code is read in a hall and soon another; folders hold nothing by themselves.
  expect(tables.map((each) => each.name)).toEqual([
    'access_codes',
    'answer_checks',
    'answer_sums',
    'assignment_decisions',
    'assignments',
    'attempt_answers',
    'attempt_events',
    'attempt_files',
    'attempt_notes',
    'attempts',
    'bank_folders',
    'bank_versions',
    'certificates',
    'chronology_opened',
    'course_categories',
    'course_states',
    'course_sums',
    'course_waits',
    'credentials',
    'digests',
    'directory_refusals',
    'dispatch_learners',
    'error_counts',
    'feedback',
    'form_pools',
    'form_results',
    'gradings',
    'group_exceptions',
    'group_progress',
    'history',
    'idempotency_keys',
    'invited_addresses',
    'job_heartbeats',
    'key_repairs',
    'known_devices',
    'mail_days',
    'mail_limits',
    'mail_refusals',
    'mails',
    'marks',
    'material_origins',
    'material_progress',
    'media',
    'notes',
    'notification_settings',
    'notifications',
    'one_time_tokens',
    'package_files',
    'package_interactions',
    'package_tries',
    'people_sums',
    'print_runs',
    'recovery_codes',
    'reminders',
    'result_mails',
    'retake_requests',
    'security_keys',
    'sessions',
    'sign_in_failures',
    'social_links',
    'totp_secrets',
    'uploads',
    'webinar_attendance',
    'webinar_waits',
  ]);
});

describe('the people of a course', () => {
  const students = (id: number, query = '') =>
    company.as('owner').get(`${COURSE}${id}/students/?page_size=100${query}`);

  test('are listed with their progress and how they came to it', async () => {
    const { id, group, materials } = await company.aCourse({ materials: 2 });
    const single = await company.aPerson('student');
    const added = await company
      .as('owner')
      .post(`${COURSE}${id}/students/`, { user_ids: [single.id, single.id] });
    expect(added).toMatchObject({ status: 201, body: { added: 1 } });
    const student = company.as('student');
    await student.get(`${COURSE}${id}/educational_material/${materials[0]}/`);
    await student.post(`${COURSE}${id}/educational_material/${materials[0]}/finish/`);
    const rows = (await students(id)).body.results as { id: number }[];
    expect(rows).toHaveLength(2);
    expect(rows.find((row) => row.id === company.people.student.id)).toMatchObject({
      groups: [{ id: group.id }],
      is_individual_student: false,
      state: 'in_progress',
      percent: 50,
      done: 1,
      total: 2,
      blocked_in_course: false,
    });
    expect(rows.find((row) => row.id === single.id)).toMatchObject({
      groups: [],
      is_individual_student: true,
      state: 'new',
      percent: 0,
    });
    expect((await students(id, '&state=new')).body.results).toMatchObject([{ id: single.id }]);
    expect((await students(id, `&group=${group.id}`)).body.count).toBe(1);
    const remove = (user: number) => company.as('owner').delete(`${COURSE}${id}/students/${user}/`);
    expect((await remove(single.id)).status).toBe(204);
    // Whoever has it through a group keeps it.
    expect((await remove(company.people.student.id)).status).toBe(404);
    expect((await students(id)).body.count).toBe(1);
  });

  test('come with the tests of which a retake may be granted to each', async () => {
    const exam = await company.anExam({ settings: { is_one_attempt_allowed: true } });
    const { id } = exam.course;
    const student = company.as('student');
    const retakes = async () => (await students(id)).body.results[0].retakes;
    expect(await retakes()).toEqual([]);
    const { finish } = await startAttempt(student, exam);
    await finish(answersOf(exam.questions).slice(2));
    expect(await retakes()).toEqual([{ form_id: exam.form_id, form_name: expect.stringMatching(/^Exam/) }]);
    const grant = { form_id: exam.form_id, user_ids: [company.people.student.id], extra_attempts: 1 };
    await company.as('trainer').post(`${COURSE}${id}/retake_form/`, { ...grant, reason: 'Ill' });
    expect(await retakes()).toEqual([]);
  });

  test('kept out of it are refused everywhere in it, keep what they did, and come back', async () => {
    const exam = await company.anExam();
    const { id } = exam.course;
    const student = company.as('student');
    const attempt = await startAttempt(student, exam);
    const user_pk = company.people.student.id;
    expect((await company.as('trainer').post(`${COURSE}${id}/blocked_user/`, { user_pk })).status).toBe(204);
    expect((await company.as('trainer').post(`${COURSE}${id}/blocked_user/`, { user_pk })).status).toBe(204);
    const refused = { status: 403, body: { code: 'blocked_in_course' } };
    const answers = answersOf(exam.questions).slice(0, 1);
    for (const answer of [
      await student.get(`${COURSE}${id}/`),
      await student.get(`${COURSE}${id}/educational_material/${exam.material_id}/`),
      await student.post('/course/start_form_passing/', { form_id: exam.form_id, take_over: true }),
      await attempt.save(answers),
      await attempt.finish(answers),
    ]) {
      expect(answer).toMatchObject(refused);
    }
    const listed = (await student.get(`/course/course/?page_size=100`)).body.results as { id: number }[];
    expect(listed.find((row) => row.id === id)).toMatchObject({ blocked: true });
    expect((await company.as('owner').get(`${COURSE}${id}/blocked_user/`)).body.results).toMatchObject([
      { id: user_pk },
    ]);
    expect((await students(id, '&blocked=true')).body.count).toBe(1);
    expect((await company.as('manager').delete(`${COURSE}${id}/blocked_user/${user_pk}/`)).status).toBe(204);
    expect((await student.get(`${COURSE}${id}/`)).status).toBe(200);
    expect((await attempt.save(answers)).status).toBe(200);
    const outsider = await company.aPerson('student');
    expect(
      (await company.as('owner').post(`${COURSE}${id}/blocked_user/`, { user_pk: outsider.id })).status,
    ).toBe(404);
    await attempt.finish([]);
  });

  test('coach it by their role, and leave it themselves', async () => {
    const { id } = await company.aCourse();
    const second = await company.aPerson('trainer');
    const owner = company.as('owner');
    expect(
      await owner.post(`${COURSE}${id}/coaches/`, { user_ids: [company.people.student.id] }),
    ).toMatchObject({
      status: 400,
      body: { user_ids: ['This person does not hold the role needed here'] },
    });
    expect((await owner.post(`${COURSE}${id}/coaches/`, { user_ids: [second.id] })).body).toEqual({
      added: 1,
    });
    expect((await second.client.get(`${COURSE}${id}/`)).body).toMatchObject({ may_leave: true });
    expect((await owner.get(`${COURSE}${id}/`)).body).toMatchObject({
      may_leave: false,
      managers: [{ id: company.people.manager.id }],
    });
    expect((await second.client.post(`${COURSE}${id}/leave_course/`)).status).toBe(204);
    expect((await second.client.get(`${COURSE}${id}/`)).status).toBe(404);
    expect(await company.as('manager').post(`${COURSE}${id}/leave_course/`)).toMatchObject({
      status: 400,
      body: { non_field_errors: ['You are not a coach of this course'] },
    });
  });
});

describe('what a course is filed under', () => {
  test('tags once whatever their case, ten at most', async () => {
    const owner = company.as('owner');
    const { id } = await company.aCourse();
    const tag = unique('Каса');
    expect(
      (await owner.patch(`${COURSE}${id}/`, { tags: [tag, tag.toUpperCase(), ` ${tag} `] })).status,
    ).toBe(204);
    expect((await owner.get(`${COURSE}${id}/`)).body.tags).toEqual([tag]);
    expect(
      await owner.patch(`${COURSE}${id}/`, { tags: Array.from({ length: 11 }, (_, n) => `t${n}`) }),
    ).toMatchObject({
      status: 400,
      body: { tags: ['No more than 10 active tags may be added'] },
    });
    expect(
      (await owner.get(`${COURSE}?tag=${encodeURIComponent(tag.toLowerCase())}`)).body.results,
    ).toMatchObject([{ id }]);
    expect(
      (await owner.get(`/directory/course_tags/?search=${encodeURIComponent(tag)}`)).body.results,
    ).toEqual([{ name: tag }]);
  });

  test('a category, which goes without taking its courses along', async () => {
    const owner = company.as('owner');
    const name = unique('Безпека');
    const category = await owner.post('/directory/course_category/', { name });
    expect(category.status).toBe(201);
    expect(await owner.post('/directory/course_category/', { name: name.toUpperCase() })).toMatchObject({
      status: 400,
      body: { name: ['Category with this name already exists'] },
    });
    const { id } = await company.aCourse();
    expect((await owner.patch(`${COURSE}${id}/`, { category_id: category.body.id })).status).toBe(204);
    expect((await owner.get(`${COURSE}?category=${category.body.id}`)).body.results).toMatchObject([{ id }]);
    expect(
      (await owner.get(`/directory/course_category/?search=${encodeURIComponent(name)}`)).body.results,
    ).toEqual([{ id: category.body.id, name, courses: 1 }]);
    expect((await owner.delete(`/directory/course_category/${category.body.id}/`)).status).toBe(204);
    expect((await owner.get(`${COURSE}${id}/`)).body.category).toBeNull();
    const foreign = await (await aCompany()).as('owner').post('/directory/course_category/', { name });
    expect((await owner.patch(`${COURSE}${id}/`, { category_id: foreign.body.id })).status).toBe(404);
  });

  test('a draft, which students do not see and a course without a group stays', async () => {
    const owner = company.as('owner');
    const { id } = await company.aCourse();
    expect((await owner.patch(`${COURSE}${id}/`, { published: false })).status).toBe(204);
    expect((await company.as('student').get(`${COURSE}${id}/`)).status).toBe(404);
    expect((await owner.get(`${COURSE}${id}/`)).body.published).toBe(false);
    expect((await owner.patch(`${COURSE}${id}/`, { published: true })).status).toBe(204);
    expect((await company.as('student').get(`${COURSE}${id}/`)).status).toBe(200);
  });
});
