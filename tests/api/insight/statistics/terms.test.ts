import { beforeAll, describe, expect, test } from 'vitest';
import type { ResponseOf } from '../../../../worker/platform/contract.ts';
import { TERM_STATES, type courseStatistic } from '../../../../worker/insight/statistics/contract.ts';
import type { Company, Course, Person } from '../../../factories/company.ts';
import { sheetOf } from '../../../support/api/sheets.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

type Row = ResponseOf<typeof courseStatistic>['results'][number];

const DAY = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * DAY);
const dayOf = (instant: Date | string) => new Date(instant).toISOString().slice(0, 10);

let company: Company;
let course: Course;
let students: Person[];
let rows: Row[];

/** When the course is due to each, and when each has finished it, in days from now. */
const DRAWN: [due: number | null, finished: number | null][] = [
  [-5, null],
  [-2, null],
  [0, null],
  [4, null],
  [9, null],
  [-5, -6],
  [-5, -5],
  [-5, -3],
  [-9, -1],
  [6, -1],
  [null, null],
  [null, -1],
];

beforeAll(async () => {
  company = await aCompany();
  await asSystem([`update companies set time_zone = 'Etc/UTC' where id = $1`, [company.id]]);
  const group = await company.aGroup({ students: [], managers: [] });
  course = await company.aCourse({ group, materials: 1 });
  students = await Promise.all(DRAWN.map(() => company.aPerson('student')));
  for (const [index, [due, finished]] of DRAWN.entries()) {
    const { id } = students[index]!;
    await asSystem([
      `insert into course_members (company_id, course_id, user_id, role, due_on, created_at) values ($1, $2, $3, 'student', $4, $5)`,
      [company.id, course.id, id, due === null ? null : dayOf(at(due)), at(-20)],
    ]);
    if (finished !== null)
      await asSystem([
        `insert into material_progress (company_id, material_id, user_id, opened_at, done_at) values ($1, $2, $3, $4, $4)`,
        [company.id, course.materials[0]!, id, at(finished)],
      ]);
    if (finished !== null && index % 2)
      await asSystem([
        `insert into certificates (company_id, course_id, user_id, number, version, content, issued_at, mailed_at)
           values ($1, $2, $3, $4, 1, '{"name": "", "course": ""}', now(), now())`,
        [company.id, course.id, id, `A${(7 * index) % 10}`],
      ]);
  }
  rows = await read('');
});

async function read(query: string): Promise<Row[]> {
  const { status, body } = await company
    .as('owner')
    .get(`/course/course/${course.id}/statistic/?page_size=100&${query}`);
  expect({ query, status }).toEqual({ query, status: 200 });
  expect(body.count).toBe(body.results.length);
  return body.results;
}

const idsOf = (found: readonly Row[]) => found.map(({ user }) => user.id);
/** Of rows in whatever order. */
const sortedIds = (found: readonly Row[]) => idsOf(found).toSorted((one, other) => one - other);

describe('the analytics by due date', () => {
  test('say of each by when it was due and how late it was', () => {
    const told = new Map(rows.map((row) => [row.user.id, row]));
    for (const [index, [due, finished]] of DRAWN.entries()) {
      const { due_at, late_days } = told.get(students[index]!.id)!;
      expect([due_at && dayOf(due_at), late_days]).toEqual([
        due === null ? null : dayOf(at(due)),
        due === null || finished === null ? null : Math.max(0, finished - due),
      ]);
    }
  });

  test('run by it, by lateness and by the number of the certificate, over pages', async () => {
    const values = {
      // Without a due date nothing presses.
      due_at: (row: Row) => (row.due_at === null ? Infinity : Date.parse(row.due_at)),
      late_days: (row: Row) => row.late_days ?? -1,
      certificate_number: (row: Row) =>
        row.certificate_number === null ? -1 : Number(row.certificate_number.replace(/\D/g, '')),
    };
    for (const [key, valueOf] of Object.entries(values))
      for (const sign of ['', '-']) {
        const compare = (a: Row, b: Row) => {
          const [one, other] = [valueOf(a), valueOf(b)];
          const difference = one === other ? 0 : one < other ? -1 : 1;
          return (sign ? -difference : difference) || a.user.id - b.user.id;
        };
        const expected = idsOf(rows.toSorted(compare));
        expect({ key, sign, ids: idsOf(await read(`ordering=${sign}${key}`)) }).toEqual({
          key,
          sign,
          ids: expected,
        });
        const pages = await Promise.all(
          [1, 2, 3].map((page) =>
            company
              .as('owner')
              .get(`/course/course/${course.id}/statistic/?page_size=5&page=${page}&ordering=${sign}${key}`),
          ),
        );
        expect(pages.flatMap(({ body }) => idsOf(body.results))).toEqual(expected);
      }
  });

  test('are narrowed by how people stand with it: each stands in one state', async () => {
    const states: Record<(typeof TERM_STATES)[number], (row: Row) => boolean> = {
      to_come: (row) => row.due_at !== null && row.late_days === null && Date.parse(row.due_at) >= Date.now(),
      overdue: (row) => row.due_at !== null && row.late_days === null && Date.parse(row.due_at) < Date.now(),
      in_time: (row) => row.late_days === 0,
      late: (row) => (row.late_days ?? 0) > 0,
      none: (row) => row.due_at === null,
    };
    let sum = 0;
    for (const state of TERM_STATES) {
      const expected = sortedIds(rows.filter(states[state]));
      expect({ state, ids: sortedIds(await read(`term=${state}`)) }).toEqual({ state, ids: expected });
      expect(expected.length).toBeGreaterThan(1);
      sum += expected.length;
    }
    expect(sum).toBe(rows.length);
  });

  test('are narrowed by its days, and so is the file', async () => {
    const within = (from: string, to: string) =>
      sortedIds(rows.filter(({ due_at }) => due_at && dayOf(due_at) >= from && dayOf(due_at) <= to));
    const [from, to] = [dayOf(at(-2)), dayOf(at(4))];
    expect(within(from, to)).toHaveLength(3);
    expect(sortedIds(await read(`due_from=${from}&due_to=${to}`))).toEqual(within(from, to));
    expect(sortedIds(await read(`due_from=${from}`))).toEqual(within(from, '9'));
    const lines = await sheetOf(
      `/course/course/${course.id}/statistic_export/?columns=last_name,late_days&term=late&ordering=-late_days`,
      company.people.owner,
    );
    expect(lines.map((line) => line['Запізнення, днів'])).toEqual(['8', '2']);
  });
});
