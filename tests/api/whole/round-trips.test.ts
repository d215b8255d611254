import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../../worker/platform/secrets/hash.ts';
import { answersOf, startAttempt, takeExam } from '../../factories/attempt.ts';
import type { Company } from '../../factories/company.ts';
import { countTrips } from '../../support/api/trips.ts';
import { aCompany, anonymous, asSystem } from '../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
  // The first request of an isolate also asks whether the database is safe.
  await company.as('owner').get('/accounts/user_info/');
});

const tripsOf = countTrips();

/** Of what can be repeated: what an earlier answer left to do may fall into one count, not into three. */
async function leastTripsOf(call: () => Promise<{ status: number; text: string }>): Promise<number> {
  const count = await tripsOf(call);
  return count === 1 ? count : Math.min(count, await tripsOf(call), await tripsOf(call));
}

/** One thing of each kind, so that each read has something to read. */
async function thingsToRead() {
  const exam = await company.anExam();
  const course = await company.aCourse({ materials: 1 });
  const student = company.as('student');
  const { attempt_id } = await startAttempt(student, exam);
  const webinar = await company.as('owner').post('/webinar/webinar/', {
    name: 'Webinar',
    starts_at: '2030-05-01T09:00:00Z',
    time_zone: 'Europe/Kyiv',
    duration: 60,
    course_ids: [course.id],
  });
  const made = await company.as('owner').post('/educational_program/educational_program/', {
    name: 'Program',
    course_ids: [course.id],
    group_ids: [course.group.id],
  });
  const program = made.body.id as number;
  // Published by hand: a mail after the answer would be a trip of its own.
  const certified = await company.anExam({
    settings: { issue_certificate: true, publication_after_passing: false },
  });
  const passed = await takeExam(student, certified);
  await asSystem(['update attempts set result_published_at = now() where id = $1', [passed]]);
  const [certificate] = (await student.get('/certificates/')).body.results;
  await company.as('owner').patch(`/course/course/${course.id}/`, { description: 'New words' });
  const entry = (await company.as('owner').get(`/course/course/${course.id}/history/`)).body.results[0].id;
  const print = await company
    .as('owner')
    .post(`/course/course/${exam.course.id}/form/${exam.form_id}/print_runs/`, { variants: 1 });
  return {
    exam,
    print_run: print.body.id as number,
    course,
    attempt_id,
    webinar: webinar.body.id as number,
    program,
    certified,
    certificate,
    entry,
  };
}

const readsOf = ({
  exam,
  print_run,
  course,
  attempt_id,
  webinar,
  program,
  certified,
  certificate,
  entry,
}: Awaited<ReturnType<typeof thingsToRead>>) => ({
  owner: [
    '/accounts/user_info/',
    `/space/space/${company.id}/`,
    '/space/mail_allowance/',
    '/space/directory/',
    '/accounts/user/?second_factor=true',
    `/space/space/${company.id}/dashboard/`,
    `/space/space/${company.id}/dashboard/groups/?ordering=name`,
    `/space/space/${company.id}/dashboard/programs/?search=a`,
    `/space/space/${company.id}/dashboard/certificates/?within=expired`,
    '/accounts/user/?search=a&ordering=-last_name',
    '/search/?query=course',
    '/study_group/study_group/',
    `/study_group/study_group/${course.group.id}/`,
    `/study_group/group_member/?group=${course.group.id}`,
    `/study_group/group_member_export/?group=${course.group.id}`,
    '/educational_program/educational_program/',
    `/educational_program/educational_program/${program}/chronology/`,
    `/educational_program/educational_program/${program}/chronology/students/`,
    `/educational_program/educational_program/${program}/chronology/students_export/`,
    '/course/course/?state=new&search=course',
    `/course/course/${course.id}/`,
    `/course/course/${course.id}/students/`,
    `/course/course/${course.id}/dispatches/`,
    `/course/course/${course.id}/blocked_user/`,
    '/directory/course_names/',
    '/directory/course_tags/',
    '/directory/course_category/',
    '/directory/educational_program_tags/',
    '/directory/positions/',
    `/accounts/user/${company.people.student.id}/`,
    `/accounts/user/${company.people.student.id}/learning/`,
    `/accounts/memberships/${company.people.student.id}/`,
    '/accounts/all_spaces_users/',
    '/accounts/former_users/?search=a&ordering=last_name',
    '/accounts/export/',
    `/accounts/user_data/${company.id}/imports/`,
    `/course/course/${exam.course.id}/statistic/?ordering=-form_${exam.form_id}_percent,time_spent&retake_allowed=false`,
    `/course/course/${exam.course.id}/statistic/${attempt_id}/`,
    `/course/course/${exam.course.id}/statistic_columns/`,
    `/course/course/${exam.course.id}/statistic_summary/`,
    `/course/course/${exam.course.id}/statistic_export/?columns=last_name,time_spent,form_${exam.form_id}_status`,
    `/course/course/${exam.course.id}/dynamic_statistic/?form=${exam.form_id}&only_recent=true`,
    `/course/course/${exam.course.id}/form/${exam.form_id}/question_statistic/`,
    `/course/course/${exam.course.id}/statistic_columns/${exam.form_id}/`,
    `/course/course/${course.id}/coach_candidates/`,
    `/course/course/${course.id}/history/`,
    '/history/history/?search=course&action=create&created_at_after=2020-01-01',
    '/history/authors/',
    `/history/history/${entry}/entries/`,
    `/history/history/${entry}/restore_preview/`,
    `/history/history/${entry}/restore/`,
    `/course/course/${course.id}/library_changes/`,
    `/course/questions/?course=${exam.course.id}`,
    '/directory/form_names/',
    '/library/library/',
    `/course/course/${exam.course.id}/form/${exam.form_id}/`,
    `/course/course/${exam.course.id}/form/${exam.form_id}/publish/`,
    `/course/course/${exam.course.id}/form/${exam.form_id}/access_code/`,
    `/accounts/user/${company.people.student.id}/extra_time/`,
    '/course/question_bank/?search=one',
    '/bank/folders/',
    `/course/course/${exam.course.id}/form/${exam.form_id}/bank_links/`,
    '/bank/export_questions/?format=gift&subfolders=true',
    '/bank/questions/?search=one&subfolders=true&tag=a&type=choice&ordering=folder_name',
    '/course/appointed_form/',
    '/support/contacts/',
    '/course/today/',
    '/course/today/in_review/?search=a',
    '/course/today/retake_asked/?search=a&ordering=last_name',
    '/course/today/overdue/?search=a&ordering=-course_name',
    '/course/test_results/?search=a&ordering=percent',
    '/course/test_results/export/',
    `/certificates/?course=${certified.course.id}&status=valid&search=a`,
    '/certificates_export/?status=expiring&search=a&ordering=name',
    `/certificates/${certificate.number}/`,
    `/course/course/${certified.course.id}/download_certificate/?user=${company.people.student.id}`,
    `/course/course/${exam.course.id}/form/${exam.form_id}/attempts/`,
    `/course/course/${exam.course.id}/form/${exam.form_id}/repairs/`,
    `/course/course/${exam.course.id}/form/${exam.form_id}/print_runs/`,
    `/course/course/${exam.course.id}/form/${exam.form_id}/print_runs/${print_run}/sheets/?search=a&ordering=last_name`,
    `/course/course/${exam.course.id}/form/${exam.form_id}/print_runs/${print_run}/sheets/people/?search=a`,
    `/course/student_passed_form/${attempt_id}/`,
    `/course/student_passed_form/${attempt_id}/timeline/`,
    `/course/course/${exam.course.id}/outage_minutes/?from=2026-01-05T09:00:00Z&to=2026-01-05T09:10:00Z`,
    `/webinar/webinar/?course=${course.id}&state=scheduled&when=upcoming`,
    `/webinar/webinar/${webinar}/`,
    `/webinar/webinar/${webinar}/attendance/`,
    `/webinar/webinar/${webinar}/calendar/`,
  ],
  student: [
    '/webinar/webinar/',
    `/webinar/webinar/${webinar}/`,
    '/course/course/',
    `/educational_program/educational_program/${program}/chronology/`,
    '/course/course/status_info_for_student/',
    `/course/course/${course.id}/`,
    `/course/course/${course.id}/educational_material/${course.materials[0]}/`,
    `/course/notes/?course=${course.id}&search=a&ordering=material_name`,
    `/course/form_introduction/${exam.form_id}/`,
    `/course/retake_request/${exam.form_id}/`,
    '/course/appointed_form/',
    '/notifications/?unread=true&kinds=course_assigned,webinar',
    '/notifications/unread/',
    '/notifications/settings/',
  ],
});

test('every read is one round trip to the database', async () => {
  const reads = readsOf(await thingsToRead());
  for (const [user_type, paths] of Object.entries(reads)) {
    for (const path of paths) {
      const count = await leastTripsOf(() => company.as(user_type as 'owner').get(path));
      expect({ path, count }).toEqual({ path, count: 1 });
    }
  }
});

test('start, autosave, heartbeat and finish are one round trip each', async () => {
  const exam = await company.anExam();
  const student = company.as('student');
  let held = { attempt_id: 0, holder: '' };
  const start = await tripsOf(async () => {
    const answer = await student.post('/course/start_form_passing/', { form_id: exam.form_id });
    held = { attempt_id: answer.body.attempt_id, holder: answer.body.holder };
    return answer;
  });
  const answers = answersOf(exam.questions);
  const save = (event: string) =>
    tripsOf(() => student.post('/course/student_passed_form/', { ...held, event, answers }));
  const counts = [
    start,
    await save('save'),
    await save('heartbeat'),
    await tripsOf(() => student.post('/course/send_student_answers/', { ...held, answers })),
  ];
  expect(counts).toEqual([1, 1, 1, 1]);
});

test('a check of an answer is one round trip', async () => {
  const practice = await company.anExam({ type: 'practice', settings: { learning_mode: true } });
  const student = company.as('student');
  const { attempt_id, holder } = await startAttempt(student, practice);
  const [answer] = answersOf(practice.questions);
  expect(await tripsOf(() => student.post('/course/check_answer/', { attempt_id, holder, answer }))).toBe(1);
});

test('asking for a retake, declining it, proposing a name and answering that are one round trip each', async () => {
  const exam = await company.anExam({ settings: { is_one_attempt_allowed: true } });
  const { student } = company.people;
  await takeExam(student.client, exam, 0);
  const name = { last_name: 'Коваль', first_name: 'Ганна', middle_name: '' };
  const owner = company.as('owner');
  const course = `/course/course/${exam.course.id}`;
  const counts = [
    await tripsOf(() => student.client.post('/course/retake_request/', { form_id: exam.form_id })),
    await tripsOf(() =>
      owner.post(`${course}/decline_retake/`, {
        form_id: exam.form_id,
        user_id: student.id,
        reason: 'Read on',
      }),
    ),
    await tripsOf(() => owner.post(`/accounts/user/${student.id}/propose_name/`, name)),
    await tripsOf(() => student.client.post('/accounts/proposed_name/', { ...name, accept: false })),
    await tripsOf(() =>
      owner.post(`${course}/due_date/`, { group_ids: [exam.course.group.id], due_on: '2030-01-01' }),
    ),
  ];
  expect(counts).toEqual([1, 1, 1, 1, 1]);
});

test('marking is one round trip for each answer', async () => {
  const exam = await company.anExam({ questions: [{ title: 'Essay', type: 'essay', answers: [] }] });
  const { attempt_id, finish } = await startAttempt(company.as('student'), exam);
  const question_id = exam.questions[0]!.id;
  await finish([{ question_id, response: 'a', seq: 1 }]);
  const trainer = company.as('trainer');
  const marks = `/course/student_passed_form/${attempt_id}/marks/`;
  let mark = 0;
  expect([
    await tripsOf(() => trainer.get('/course/answers_to_mark/?search=a&ordering=form_name')),
    await tripsOf(() => trainer.get(`/course/answers_to_mark/next/?form=${exam.form_id}`)),
    await tripsOf(async () => {
      const given = await trainer.post(marks, { question_id, score: 1 });
      mark = given.body.id;
      return given;
    }),
    await tripsOf(() => trainer.get(`${marks}${question_id}/`)),
    await tripsOf(() => trainer.post(`${marks}${mark}/undo/`)),
  ]).toEqual([1, 1, 1, 1, 1]);
});

test('what one notes, and a question of another type, is one round trip each', async () => {
  const course = await company.aCourse({ materials: 1 });
  const material = `/course/course/${course.id}/educational_material/${course.materials[0]}`;
  const student = company.as('student');
  let bookmark = 0;
  const right = (title: string, more: object = {}) => ({ title, is_right_answer: true, ...more });
  const exam = await company.anExam({
    questions: [
      { title: 'Typed', type: 'short_answer', answers: [right('a')] },
      { title: 'Ordered', type: 'ordering', answers: [right('a'), right('b')] },
      { title: 'Essay', type: 'essay', answers: [] },
    ],
  });
  const counts = [
    await tripsOf(() => student.post(`${material}/note/`, { text: 'Read again' })),
    await tripsOf(async () => {
      const kept = await student.post(`${material}/bookmark/`, { kind: 'heading', at: 1, text: 'Hands' });
      bookmark = kept.body.id;
      return kept;
    }),
    await tripsOf(() => student.delete(`/course/notes/${bookmark}/`)),
  ];
  const { save, body, finish } = await startAttempt(student, exam);
  const typed = { question_id: body.questions[0].id, response: 'a', seq: 1 };
  counts.push(await tripsOf(() => save([typed])), await tripsOf(() => finish([{ ...typed, seq: 2 }])));
  expect(counts).toEqual([1, 1, 1, 1, 1]);
});

test('signing in is two round trips', async () => {
  const { id, email } = company.people.owner;
  const hash = await hashPassword('Zorepad-2026', env);
  await asSystem(['insert into credentials (user_id, password_hash) values ($1, $2)', [id, hash]]);
  const signIn = () => anonymous.post('/accounts/token/', { username: email, password: 'Zorepad-2026' });
  expect(await leastTripsOf(signIn)).toBe(2);
});

test('cloning a course is one round trip, whatever its size and whose it is', async () => {
  const library = await aCompany();
  await asSystem(['update companies set is_library = id = $1 where is_library or id = $1', [library.id]]);
  const counts = [];
  for (const materials of [2, 50]) {
    const course = await library.aCourse({ materials });
    await library.anExam({ course });
    counts.push(
      await tripsOf(() => company.as('owner').post(`/library/library/${course.id}/clone_course/`, {})),
      await tripsOf(() => library.as('owner').post(`/course/course/${course.id}/clone/`, {})),
    );
  }
  expect(counts).toEqual([1, 1, 1, 1]);
});

test('importing people is one round trip to judge them and two to write them, whatever their number', async () => {
  const own = await aCompany();
  // Nobody with an e-mail, whose mails would leave after the answer in trips of their own.
  const send = (first: number, count: number, dry_run: boolean) =>
    tripsOf(() =>
      own.as('owner').post(`/accounts/user_data/${own.id}/rows/`, {
        rows: Array.from({ length: count }, (_, n) => ({
          row: n + 2,
          cells: { role: 'student', phone: `+38050${String(own.id).padStart(4, '0').slice(-4)}${first + n}` },
        })),
        dry_run,
      }),
    );
  const counts = [
    await send(100, 1, true),
    await send(200, 500, true),
    await send(100, 1, false),
    await send(200, 500, false),
  ];
  expect(counts).toEqual([1, 1, 2, 2]);
});

test('mending a key is one round trip, whatever the number of attempts, and so is asking whom it changes', async () => {
  const counts = [];
  for (const attempts of [1, 40]) {
    const exam = await company.anExam();
    const student = company.as('student');
    for (let number = 1; number <= attempts; number += 1) await takeExam(student, exam);
    const path = `/course/course/${exam.course.id}/form/${exam.form_id}`;
    const changes = [{ question_id: exam.questions[0]!.id, annulled: true }];
    const trainer = company.as('trainer');
    counts.push(
      await tripsOf(() => trainer.post(`${path}/repair_preview/`, { changes, only_raise: false })),
      await tripsOf(() => trainer.post(`${path}/repairs/`, { changes, only_raise: false, reason: 'Why' })),
    );
  }
  expect(counts).toEqual([1, 1, 1, 1]);
});
