import { beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '../../../../worker/platform/contract.ts';
import type { listCompanyResults } from '../../../../worker/exams/results/contract.ts';
import { answersOf, startAttempt } from '../../../factories/attempt.ts';
import type { Company, Person } from '../../../factories/company.ts';
import { readRows } from '../../../../worker/platform/formats/xlsx-reader.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';

type Exam = Awaited<ReturnType<Company['anExam']>>;
type Row = ResponseOf<typeof listCompanyResults>['results'][number];

const PATH = '/course/test_results/';

let company: Company;
let students: Person[];
let exams: Exam[];

beforeAll(async () => {
  company = await aCompany();
  students = await Promise.all(Array.from({ length: 3 }, () => company.aPerson('student')));
  students.sort((a, b) => a.id - b.id);
  const [a, b, c] = students as [Person, Person, Person];
  exams = [
    await company.anExam({ course: await company.aCourse({ group: await company.aGroup({ students }) }) }),
    await company.anExam({
      course: await company.aCourse({ group: await company.aGroup({ students: [b] }) }),
      settings: { publication_after_passing: false },
    }),
  ];
  const [first, second] = exams as [Exam, Exam];
  await asSystem(
    ['update forms set form_type = 1 where id = $1', [second.form_id]],
    [`update users set last_name = '=1+1' where id = $1`, [a.id]],
    [`update memberships set subdivision = 'Цех № 2' where user_id = $1`, [b.id]],
  );
  await take(a, first, '2026-03-01T10:00:00Z', true);
  await take(b, first, '2026-03-02T21:59:00Z', false);
  await take(b, first, '2026-03-02T22:01:00Z', true);
  await take(b, second, '2026-03-04T10:00:00Z', true);
  await startAttempt(c.client, first);
  await company.as('owner').post(`/course/course/${first.course.id}/passed_form_status/`, {
    form_id: first.form_id,
    user_ids: [a.id],
    action: 'annul',
    reason: 'Because',
  });
  // Whoever leaves the course takes no result along.
  await asSystem(['delete from group_members where user_id = $1', [a.id]]);
});

async function take({ id }: Person, exam: Exam, at: string, right: boolean): Promise<void> {
  const answers = answersOf(exam.questions).map((answer, index) =>
    right || index === 2 ? answer : { ...answer, answer_ids: [] },
  );
  await asSystem(
    [
      `select set_config('app.company', $1, true), set_config('app.user', $2, true), set_config('app.user_type', 'student', true),
              set_config('app.now', $3, true)`,
      [String(company.id), String(id), at],
    ],
    [
      `select finish_attempt(start_attempt($1, 'tab', 1, false), 'tab', $2::jsonb)`,
      [exam.form_id, JSON.stringify(answers)],
    ],
  );
}

/** Rows as "student at exam, number". */
const told = (rows: readonly Row[]) =>
  rows.map(
    ({ user, form, number }) =>
      `${students.findIndex(({ id }) => id === user.id)} ${exams.findIndex((exam) => exam.form_id === form.id)} ${number}`,
  );

async function rowsOf(query = ''): Promise<Row[]> {
  const { status, body } = await company.as('owner').get(`${PATH}?page_size=100&${query}`);
  expect(status).toBe(200);
  expect(body.count).toBe(body.results.length);
  return body.results;
}

test('lists every attempt of the company, the latest first, also of who left the course', async () => {
  const rows = await rowsOf();
  expect(told(rows)).toEqual(['2 0 1', '1 1 1', '1 0 2', '1 0 1', '0 0 1']);
  expect(rows.map(({ state, passed }) => [state, passed])).toEqual([
    ['running', null],
    ['in_review', true],
    ['completed', true],
    ['completed', false],
    ['annulled', null],
  ]);
});

test.each([
  ['user', () => `user=${students[1]!.id}`, ['1 1 1', '1 0 2', '1 0 1']],
  ['course', () => `course=${exams[1]!.course.id}`, ['1 1 1']],
  ['form', () => `form=${exams[0]!.form_id}`, ['2 0 1', '1 0 2', '1 0 1', '0 0 1']],
  ['group', () => `group=${exams[1]!.course.group.id}`, ['1 1 1', '1 0 2', '1 0 1']],
  ['department', () => `subdivision=${encodeURIComponent('цех № 2')}`, ['1 1 1', '1 0 2', '1 0 1']],
  ['type', () => 'form_type=1', ['1 1 1']],
  ['running', () => 'state=running', ['2 0 1']],
  ['completed', () => 'state=completed', ['1 1 1', '1 0 2', '1 0 1']],
  ['in review', () => 'state=in_review', ['1 1 1']],
  ['annulled', () => 'state=annulled', ['0 0 1']],
  ['passed', () => 'passed=true', ['1 1 1', '1 0 2']],
  ['not passed', () => 'passed=false', ['1 0 1']],
  // A minute before and after midnight in Kyiv.
  ['a day', () => 'finished_from=2026-03-03&finished_to=2026-03-03', ['1 0 2']],
  ['the name of a person', () => `search=${encodeURIComponent('=1+')}`, ['0 0 1']],
  ['the name of a course', () => `search=${encodeURIComponent(exams[1]!.course.name)}`, ['1 1 1']],
])('is filtered by %s', async (_name, query, expected) => {
  expect(told(await rowsOf(query()))).toEqual(expected);
});

test.each([
  ['finished_at', ['0 0 1', '1 0 1', '1 0 2', '1 1 1', '2 0 1']],
  ['percent', ['1 0 1', '1 1 1', '1 0 2', '2 0 1', '0 0 1']],
  ['-percent', ['1 1 1', '1 0 2', '1 0 1', '2 0 1', '0 0 1']],
])('is ordered by %s, what has no grade last', async (ordering, expected) => {
  expect(told(await rowsOf(`ordering=${ordering}`))).toEqual(expected);
});

test('is exported as filtered, with names that no program takes for a formula', async () => {
  const response = await world.fetch(`/api/v1${PATH}export/?search=${encodeURIComponent('=1+')}`, {
    headers: { Authorization: `Bearer ${company.as('admin').token}` },
  });
  expect(response.status).toBe(200);
  const sheet = readRows(new Uint8Array(await response.arrayBuffer()), 10);
  expect(sheet.map(({ cells }) => cells[0])).toEqual(['Прізвище', "'=1+1"]);
  // Of which version it is, and why it does not count.
  const [heads, row] = sheet.map(({ cells }) => cells) as [string[], string[]];
  const cell = (head: string) => row[heads.indexOf(head)];
  expect([cell('Версія'), cell('Причина анулювання')]).toEqual(['1', 'Because']);
  expect(cell('Хто анулював')).toContain('Owner');
});
