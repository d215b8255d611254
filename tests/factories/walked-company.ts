import { accessOf, asSystem, Client, type World } from './world.ts';
import { startAttempt, takeExam } from './attempt.ts';
import { aCompany, unique, type Company, type Person } from './company.ts';

/** Ids of one thing of each kind, within reach of all five people of the company. Whatever it holds is in Latin letters. */
export interface WalkedCompany {
  company: Company;
  /** One more person in the owner's role. */
  secondOwner: Person;
  /** A company in which nothing was made yet. */
  empty: Company;
  /** Of a company that requires a second factor: a manager who has none, and acts as a student meanwhile. */
  unready: Person;
  course: number;
  /** A course the student is kept out of. */
  closed: number;
  /** A course that the chronology of its program has not opened yet. */
  later: number;
  group: number;
  program: number;
  webinar: number;
  theory: number;
  exam: number;
  form: number;
  print_run: number;
  attempt: number;
  certificate: string;
  /** Of the library, and its copy in the company. */
  original: number;
  copy: number;
  /** An exam that the student is in the middle of, in a course of its own. */
  hall: { course: number; exam: number; form: number; attempt: number; holder: string };
  bank_question: number;
}

/** A company with something on every screen. Marks a library company of its own: call it with the library held. */
export async function aWalkedCompany(world: World): Promise<WalkedCompany> {
  const company = await aCompany(world);
  const [owner, student] = [company.as('owner'), company.as('student')];
  const course = await company.aCourse({ materials: 2 });
  const exam = await company.anExam({ course, settings: { issue_certificate: true } });
  const attempt = await takeExam(student, exam);
  const certificates = await student.get('/certificates/');
  const program = await owner.post('/educational_program/educational_program/', {
    name: unique('Program'),
    internal_name: 'PR-01',
    tags: ['Safety at work', 'Warehouse'],
    course_ids: [course.id],
    group_ids: [course.group.id],
  });
  const webinar = await owner.post('/webinar/webinar/', {
    name: unique('Webinar'),
    description: '<p>Aa Bb</p>',
    starts_at: new Date(Date.now() + 600_000).toISOString(),
    time_zone: 'America/New_York',
    duration: 60,
    join_url: 'https://example.com/room',
    course_ids: [course.id],
    program_ids: [program.body.id],
  });
  // One invitation waits, since the others of the day have gone.
  await asSystem(world, [
    `insert into mail_days (company_id, day, strangers) values ($1, (now() at time zone 'UTC')::date, 30)`,
    [company.id],
  ]);
  await owner.post('/accounts/invite_user/', {
    email: `${unique('w').replace(/\s/g, '-')}@strangers.example`,
    user_type: 'student',
  });
  const later = await aLaterCourse(company, program.body.id as number, course.id, webinar.body.id as number);
  const closed = await company.aCourse();
  await owner.post(`/course/course/${closed.id}/blocked_user/`, { user_pk: company.people.student.id });
  const empty = await aCompany(world);
  // It waits for an answer on every screen.
  const { email } = company.people.student;
  await empty.as('owner').post('/accounts/invite_user/', { email, user_type: 'trainer' });
  const printed = await owner.post(`/course/course/${course.id}/form/${exam.form_id}/print_runs/`, {
    variants: 2,
  });
  return {
    company,
    secondOwner: await company.aPerson('owner'),
    empty,
    unready: await aManagerWithoutFactor(world),
    course: course.id,
    closed: closed.id,
    later,
    group: course.group.id,
    program: program.body.id as number,
    webinar: webinar.body.id as number,
    theory: course.materials[0]!,
    exam: exam.material_id,
    form: exam.form_id,
    print_run: printed.body.id as number,
    attempt,
    certificate: certificates.body.results[0].number as string,
    ...(await aCopyFromTheLibrary(world, company)),
    hall: await anExamHall(company),
    bank_question: await aBankedQuestion(company),
  };
}

/** Only the program gives it, and opens it later. */
async function aLaterCourse(
  company: Company,
  program: number,
  course: number,
  webinar: number,
): Promise<number> {
  const later = await company.aCourse({ group: await company.aGroup({ students: [] }) });
  const place = `/educational_program/educational_program/${program}/`;
  await company.as('owner').patch(place, { course_ids: [course, later.id] });
  await company.as('owner').post(`${place}chronology/`, {
    stages: [
      { items: [{ course_id: course, due: 'date', due_on: '2026-01-01' }, { webinar_id: webinar }] },
      {
        name: 'Zz',
        items: [
          { course_id: later.id, access_rule: 'previous_passed', opens: 'date', opens_on: '2099-01-01' },
        ],
      },
    ],
  });
  return later.id;
}

async function aCopyFromTheLibrary(world: World, company: Company) {
  const library = await aCompany(world);
  await asSystem(world, [
    'update companies set is_library = id = $1 where is_library or id = $1',
    [library.id],
  ]);
  const original = await library.aCourse({ materials: 1 });
  const copy = await company.as('owner').post(`/library/library/${original.id}/clone_course/`, {});
  // The copy is behind its original from now on.
  const place = `/course/course/${original.id}/educational_material/`;
  await library.as('owner').post(place, { name: unique('Material'), type: 'theory' });
  return { original: original.id, copy: copy.body.id as number };
}

async function anExamHall(company: Company): Promise<WalkedCompany['hall']> {
  // However long the walk takes, the test runs.
  const exam = await company.anExam({ settings: { time_limit: 180 } });
  const { attempt_id: attempt, holder } = await startAttempt(company.as('student'), exam);
  return { course: exam.course.id, exam: exam.material_id, form: exam.form_id, attempt, holder };
}

/** A question that was changed once, in a folder of the bank, with a test that may draw it. */
async function aBankedQuestion(company: Company): Promise<number> {
  const owner = company.as('owner');
  const folder = await owner.post('/bank/folders/', { name: unique('Folder') });
  const question = (title: string) => ({
    title,
    answers: [
      { title: 'Aa', is_right_answer: true },
      { title: 'Bb', is_right_answer: false },
    ],
  });
  const made = await owner.post('/bank/questions/', {
    folder_id: folder.body.id,
    tags: ['Aa'],
    question: question('Aa?'),
  });
  const id = made.body.id as number;
  await company.anExam({
    questions: [],
    settings: { draws: [{ count: 1, folder_id: folder.body.id }], passing_score: 1 },
  });
  await owner.patch(`/bank/questions/${id}/`, { version: 1, question: question('Bb?') });
  return id;
}

async function aManagerWithoutFactor(world: World): Promise<Person> {
  const { id, people } = await aCompany(world);
  await asSystem(world, ['update companies set second_factor_required = true where id = $1', [id]]);
  const { manager } = people;
  const login = { session: manager.session, user: manager.id, company: id, user_type: 'student' };
  return { ...manager, client: new Client(world, await accessOf(world, login)) };
}
