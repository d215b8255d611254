import { env } from 'cloudflare:workers';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { judge, numberOf, type CountedResult } from '../../../../worker/exams/certificates/certificate.ts';
import { mailCertificates, remindOfCertificates } from '../../../../worker/exams/certificates/service.ts';
import { Db } from '../../../../worker/platform/database/database.ts';
import { answersOf, startAttempt } from '../../../factories/attempt.ts';
import {
  unique,
  type Company,
  type Course,
  type ExamQuestion,
  type Person,
} from '../../../factories/company.ts';
import { textOfPdf } from '../../../support/pdf-text.ts';
import { randomFrom } from '../../../support/random.ts';
import { aCompany, anonymous, asSystem, nameOf, world } from '../../../support/api/world.ts';

let company: Company;
let other: Company;
beforeAll(async () => {
  [company, other] = await Promise.all([aCompany(), aCompany()]);
});

/** What another run has taken it has told of once it lets go; so has what congratulates after a finish. */
const letGo = () => asSystem(['select from certificates where company_id = $1 for update', [company.id]]);

async function congratulate(db: Db): Promise<void> {
  await mailCertificates(env, db);
  await letGo();
}

interface Exam {
  form_id: number;
  course: Course;
  questions: ExamQuestion[];
}

const aCertifyingExam = (settings: Record<string, unknown> = {}, course?: Course): Promise<Exam> =>
  company.anExam({ settings: { issue_certificate: true, ...settings }, ...(course ? { course } : {}) });

/** Takes an exam with the first so many questions right: 2, 3 and 4 points of 4. The passing score is 60 %. */
async function take(exam: Exam, right = 3, who: Person = company.people.student) {
  const { attempt_id, finish } = await startAttempt(who.client, exam);
  const finished = await finish(answersOf(exam.questions, right));
  expect(finished.status).toBe(200);
  return { attempt_id, finished: finished.body };
}

interface Issued {
  id: number;
  number: string;
  version: number;
  status: string;
  percent: number;
  ects: string;
}

/** The certificates of a course, newest first. */
async function certificatesOf({ course }: Exam, who: Person = company.people.student): Promise<Issued[]> {
  const { body } = await company
    .as('owner')
    .get(`/certificates/?course=${course.id}&user=${who.id}&ordering=-issued_at`);
  return body.results;
}

const told = (issued: Issued[]) => issued.map(({ version, status, percent }) => [version, status, percent]);
const check = (number: string) => anonymous.get(`/certificates/${encodeURIComponent(number)}/`);
const path = (exam: Exam) => `/course/course/${exam.course.id}/download_certificate/`;

/** What the page of the course tells whoever opens it. */
const toldByCourse = async ({ course }: Exam, who: Person = company.people.student) =>
  (await who.client.get(`/course/course/${course.id}/`)).body.certificate;

async function download(who: Person, address: string) {
  const response = await world.fetch(`/api/v1${address}`, {
    headers: { Authorization: `Bearer ${who.client.token}` },
  });
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

describe('issuing', () => {
  test('happens by itself with the first pass, and not without one', async () => {
    const exam = await aCertifyingExam();
    const { finished } = await take(exam, 1);
    expect(finished).toMatchObject({ passed_successfully: false, can_download_certificate: false });
    expect(await certificatesOf(exam)).toEqual([]);
    const again = await take(exam, 2);
    expect(again.finished).toMatchObject({ passed_successfully: true, can_download_certificate: true });
    const [issued, ...rest] = await certificatesOf(exam);
    expect(rest).toEqual([]);
    expect(issued).toMatchObject({ version: 1, status: 'valid', percent: 75, ects: 'C' });
    expect(numberOf(issued!.number)).toBe(issued!.number);
  });

  test('concerns only forms that certify', async () => {
    const exam = await company.anExam();
    const { finished } = await take(exam);
    expect(finished).toMatchObject({ passed_successfully: true, can_download_certificate: false });
    expect(await certificatesOf(exam)).toEqual([]);
  });

  test('waits for every form that certifies, and averages them', async () => {
    const first = await aCertifyingExam();
    const second = await aCertifyingExam({}, first.course);
    await company.anExam({ course: first.course });
    await take(first);
    expect(await certificatesOf(first)).toEqual([]);
    await take(second, 2);
    const [issued] = await certificatesOf(first);
    expect(issued).toMatchObject({ percent: 87.5, ects: 'B' });
    const { body } = await check(issued!.number);
    expect(body.content.forms.map((form: { percent: number }) => form.percent)).toEqual([100, 75]);
  });

  test('happens when a form is published that was passed before it certified', async () => {
    const exam = await company.anExam();
    await take(exam);
    const owner = company.as('owner');
    const form = `/course/course/${exam.course.id}/form/${exam.form_id}/`;
    expect((await owner.patch(form, { issue_certificate: true })).status).toBeLessThan(300);
    expect(await certificatesOf(exam)).toEqual([]);
    expect((await owner.post(`${form}publish/`)).status).toBe(200);
    expect(told(await certificatesOf(exam))).toEqual([[1, 'valid', 100]]);
  });

  test('an archived form is asked only of who has it', async () => {
    const exam = await aCertifyingExam();
    const archived = await company.anExam({ settings: { issue_certificate: true }, course: exam.course });
    await asSystem(['update materials set archived_at = now() where id = $1', [archived.material_id]]);
    await take(exam);
    expect(told(await certificatesOf(exam))).toEqual([[1, 'valid', 100]]);
  });

  test('waits for the result to be published', async () => {
    const exam = await aCertifyingExam({ publication_after_passing: false });
    const { attempt_id, finished } = await take(exam);
    expect(finished.can_download_certificate).toBe(false);
    expect(await certificatesOf(exam)).toEqual([]);
    expect((await company.as('student').get('/certificates/')).text).not.toContain(exam.course.name);
    await asSystem(['update attempts set result_published_at = now() where id = $1', [attempt_id]]);
    expect(told(await certificatesOf(exam))).toEqual([[1, 'valid', 100]]);
  });

  test('of 20 students who finish at once gives each one', async () => {
    const students = await Promise.all(Array.from({ length: 20 }, () => company.aPerson('student')));
    const group = await company.aGroup({ students });
    const exam = await aCertifyingExam({}, await company.aCourse({ group }));
    await Promise.all(students.map((student) => take(exam, 3, student)));
    const { body } = await company.as('owner').get(`/certificates/?course=${exam.course.id}&page_size=100`);
    const issued = body.results as (Issued & { user: { id: number } })[];
    expect(new Set(issued.map(({ user }) => user.id)).size).toBe(20);
    expect(new Set(issued.map(({ number }) => number)).size).toBe(20);
    expect(issued.every(({ version, status }) => version === 1 && status === 'valid')).toBe(true);
  });

  test('of one student who finishes all forms at once gives one', async () => {
    const exam = await aCertifyingExam();
    const exams = [exam, ...(await Promise.all([1, 2, 3, 4].map(() => aCertifyingExam({}, exam.course))))];
    await Promise.all(exams.map((each) => take(each)));
    expect(told(await certificatesOf(exam))).toEqual([[1, 'valid', 100]]);
  });

  test('of attempts whose time ends with nobody online is one statement', async () => {
    const students = await Promise.all(Array.from({ length: 5 }, () => company.aPerson('student')));
    const exam = await aCertifyingExam(
      {},
      await company.aCourse({ group: await company.aGroup({ students }) }),
    );
    for (const student of students) {
      const { save } = await startAttempt(student.client, exam);
      await save(answersOf(exam.questions));
    }
    await asSystem([
      `update attempts set started_at = started_at - interval '1 hour', deadline = deadline - interval '1 hour',
         due_at = due_at - interval '1 hour' where form_id = $1`,
      [exam.form_id],
    ]);
    const { body } = await company.as('owner').get(`/course/course/${exam.course.id}/statistic/`);
    expect(
      body.results.map((row: { can_download_certificate: boolean }) => row.can_download_certificate),
    ).toEqual(Array.from({ length: 5 }, () => true));
  });

  test('keeps what stands on it as it was', async () => {
    const exam = await aCertifyingExam();
    const student = await company.aPerson('student');
    await asSystem(
      [
        `update users set first_name = 'Соломія', middle_name = 'Мар’янівна', last_name = 'В’ятрович' where id = $1`,
        [student.id],
      ],
      [
        'insert into course_members (company_id, course_id, user_id, role) values ($1, $2, $3, $4)',
        [company.id, exam.course.id, student.id, 'student'],
      ],
    );
    await take(exam, 3, student);
    const [issued] = await certificatesOf(exam, student);
    const before = (await check(issued!.number)).body;
    expect(before.content).toMatchObject({ name: 'Соломія Мар’янівна В’ятрович', course: exam.course.name });
    await asSystem(
      [`update users set last_name = 'Інша' where id = $1`, [student.id]],
      [`update courses set name = name || ' нова' where id = $1`, [exam.course.id]],
      [`update forms set name = name || ' нова' where id = $1`, [exam.form_id]],
    );
    expect((await check(issued!.number)).body).toEqual(before);
  });
});

describe('a result that changes', () => {
  test('for the better makes a new version, and the old one says so', async () => {
    const exam = await aCertifyingExam();
    await take(exam, 2);
    await take(exam, 3);
    const issued = await certificatesOf(exam);
    expect(told(issued)).toEqual([
      [2, 'valid', 100],
      [1, 'replaced', 75],
    ]);
    const old = await check(issued[1]!.number);
    expect(old.body).toMatchObject({ status: 'replaced', replaced_by: issued[0]!.number, version: 1 });
    expect((await check(issued[0]!.number)).body).toMatchObject({ status: 'valid', replaced_by: null });
  });

  test('for the worse, or not at all, changes nothing where the best one counts', async () => {
    const exam = await aCertifyingExam();
    await take(exam, 3);
    await take(exam, 1);
    await take(exam, 3);
    expect(told(await certificatesOf(exam))).toEqual([[1, 'valid', 100]]);
  });

  test('where the last one counts, replaces or revokes', async () => {
    const exam = await aCertifyingExam({ result_counts: 'last' });
    await take(exam, 3);
    await take(exam, 2);
    expect(told(await certificatesOf(exam))).toEqual([
      [2, 'valid', 75],
      [1, 'replaced', 100],
    ]);
    await take(exam, 1);
    expect(told(await certificatesOf(exam))).toEqual([
      [2, 'revoked', 75],
      [1, 'replaced', 100],
    ]);
  });

  test('by an annulment revokes, and a later pass issues a new version', async () => {
    const exam = await aCertifyingExam();
    expect(await toldByCourse(exam)).toBeNull();
    const { attempt_id } = await take(exam);
    const [valid] = await certificatesOf(exam);
    expect(await toldByCourse(exam)).toMatchObject({
      number: valid!.number,
      expires_at: null,
      expired: false,
    });
    expect(await toldByCourse(exam, company.people.owner)).toBeNull();
    await asSystem(["update attempts set status = 'annulled' where id = $1", [attempt_id]]);
    expect(await toldByCourse(exam)).toBeNull();
    const [revoked] = await certificatesOf(exam);
    expect(revoked).toMatchObject({ version: 1, status: 'revoked' });
    expect((await check(revoked!.number)).body).toMatchObject({ status: 'revoked', replaced_by: null });
    expect((await company.as('student').get(path(exam))).status).toBe(404);
    await take(exam, 2);
    const [second] = await certificatesOf(exam);
    expect(told(await certificatesOf(exam))).toEqual([
      [2, 'valid', 75],
      [1, 'revoked', 100],
    ]);
    const { body } = await check(revoked!.number);
    expect(body).toMatchObject({ status: 'revoked', replaced_by: second!.number });
    expect(body.ended_on).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test('that becomes what a revoked one says lets that hold again, under its number and with its term', async () => {
    const exam = await aCertifyingExam();
    await asSystem(['update courses set certificate_months = 12 where id = $1', [exam.course.id]]);
    const { attempt_id } = await take(exam, 2);
    const [before] = await certificatesOf(exam);
    const become = (status: string) =>
      asSystem(['update attempts set status = $2 where id = $1', [attempt_id, status]]);
    await become('annulled');
    expect(told(await certificatesOf(exam))).toEqual([[1, 'revoked', 75]]);
    await become('completed');
    expect(await certificatesOf(exam)).toEqual([before]);
    expect((await check(before!.number)).body).toMatchObject({ status: 'valid', ended_on: null });
  });

  test('by a repaired key is judged by its newest grading', async () => {
    const exam = await aCertifyingExam();
    const { attempt_id } = await take(exam, 2);
    const regrade = (percent: number, passed: boolean) =>
      asSystem([
        `insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, reason, created_at)
           values ($1, $2, $3::numeric / 25, 4, $3, ects($3), $4, '[]', 'repair', now())`,
        [company.id, attempt_id, percent, passed],
      ]);
    await regrade(50, false);
    expect(told(await certificatesOf(exam))).toEqual([[1, 'revoked', 75]]);
    await regrade(100, true);
    expect(told(await certificatesOf(exam))).toEqual([
      [2, 'valid', 100],
      [1, 'revoked', 75],
    ]);
  });

  test('twice at once makes one version', async () => {
    const exam = await aCertifyingExam({ publication_after_passing: false });
    const attempts: number[] = [];
    for (let n = 0; n < 8; n += 1) attempts.push((await take(exam, 3)).attempt_id);
    await Promise.all(
      attempts.map((id) => asSystem(['update attempts set result_published_at = now() where id = $1', [id]])),
    );
    expect(told(await certificatesOf(exam))).toEqual([[1, 'valid', 100]]);
  });
});

interface Tried {
  /** In which step it ended. */
  step: number;
  attempt_id: number;
  form_id: number;
  percent: number;
  passed: boolean;
  published: boolean;
  annulled: boolean;
}

/** What counts of each form, by the rule that it was made with. */
function countedOf(tried: readonly Tried[], lastCounts: Record<number, boolean>): CountedResult[] {
  return Object.entries(lastCounts).flatMap(([form, last]) => {
    const shown = tried.filter(
      ({ form_id, published, annulled }) => form_id === Number(form) && published && !annulled,
    );
    const best = shown.toSorted((a, b) => Number(b.passed) - Number(a.passed) || b.percent - a.percent)[0];
    const counts = last ? shown.at(-1) : best;
    return counts ? [{ form_id: counts.form_id, percent: counts.percent, passed: counts.passed }] : [];
  });
}

const isSame = (one: CountedResult[] | null, next: CountedResult[]) =>
  JSON.stringify(one) === JSON.stringify(next);
/** Both of two. */
const allPassed = (results: CountedResult[]) => results.length === 2 && results.every(({ passed }) => passed);

/** Something happens to the results of two exams: an attempt, or a change of one. */
async function happen(
  exams: readonly [Exam, Exam],
  tried: Tried[],
  step: number,
  one: (count: number) => number,
): Promise<void> {
  const [first] = exams;
  const some = tried[one(tried.length)];
  const what = one(8);
  if (!some || step < 2 || what < 3) {
    const exam = exams[step < 2 ? step : one(2)]!;
    const right = step < 2 ? 2 : [0, 2, 3, 3][one(4)]!;
    const { attempt_id } = await take(exam, right);
    const percent = [0, 50, 75, 100][right]!;
    const published = exam === first;
    tried.push({
      step,
      attempt_id,
      form_id: exam.form_id,
      percent,
      passed: percent >= 60,
      published,
      annulled: false,
    });
  } else if (what === 3) {
    some.annulled = true;
    await asSystem(["update attempts set status = 'annulled' where id = $1", [some.attempt_id]]);
  } else if (what < 6) {
    some.published = true;
    await asSystem(['update attempts set result_published_at = now() where id = $1', [some.attempt_id]]);
  } else {
    some.percent = 50 + one(3) * 25;
    some.passed = some.percent >= 60;
    await asSystem([
      `insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, reason, created_at)
         values ($1, $2, 0, 4, $3, ects($3), $4, '[]', 'repair', now())`,
      [company.id, some.attempt_id, some.percent, some.passed],
    ]);
  }
}

/** As if the newest certificate had been issued, and what it says been done, so many days earlier. */
const age = (exam: Exam, days: number, { id }: Person = company.people.student) =>
  asSystem(
    // An ended attempt does not change, also not for the system.
    ['reset role'],
    ['alter table attempts disable trigger user'],
    ['set local role osnova_system'],
    [
      `update attempts set started_at = started_at - make_interval(days => $2), finished_at = finished_at - make_interval(days => $2)
         where user_id = $1 and form_id in (select f.id from forms f join materials m on m.id = f.material_id where m.course_id = $3)`,
      [id, days, exam.course.id],
    ],
    [
      `update certificates set issued_at = issued_at - make_interval(days => $2), expires_at = expires_at - make_interval(days => $2),
           results_since = results_since - make_interval(days => $2), term_since = term_since - make_interval(days => $2)
         where course_id = $3 and user_id = $1`,
      [id, days, exam.course.id],
    ],
    ['reset role'],
    ['alter table attempts enable trigger user'],
  );

/** What the student's certificates of a course say that count. */
const heldOf = (course: { id: number }) =>
  asSystem<{ forms: { form_id: number; percent: number }[] }>([
    `select content->'forms' as forms from certificates
     where course_id = $1 and user_id = $2 and replaced_at is null and revoked_at is null`,
    [course.id, company.people.student.id],
  ]);

/** The step in which a certificate of a year comes near its end. */
const AGED = 10;

test.each([
  [1, null],
  [3, null],
  [4, null],
  [6, null],
  // A term of one month can be renewed from its first day.
  [2, 1],
  [5, 1],
  [7, 1],
  [8, 12],
  [9, 12],
  [10, 12],
])(
  'whatever happens to results, a certificate says what holds, as judge() has it (%i, %s)',
  async (seed, months) => {
    const random = randomFrom(seed);
    const one = (count: number) => Math.floor(random() * count);
    const first = await aCertifyingExam({ result_counts: one(2) ? 'last' : 'best' });
    const second = await aCertifyingExam(
      { publication_after_passing: false, result_counts: one(2) ? 'last' : 'best' },
      first.course,
    );
    await asSystem(['update courses set certificate_months = $2 where id = $1', [first.course.id, months]]);
    const settings = await asSystem<{ id: number; result_counts: string }>([
      'select id, result_counts from forms where id = any ($1)',
      [[first.form_id, second.form_id]],
    ]);
    const lastCounts = Object.fromEntries(
      settings.map(({ id, result_counts }) => [id, result_counts === 'last']),
    );
    const tried: Tried[] = [];
    let stated: CountedResult[] | null = null;
    // The step of the last version, of the first one of its term, and before what counts.
    let [issued, began, since] = [-1, -1, -1];
    let lost: CountedResult[] | null = null;
    const verdicts: string[] = [];
    for (let step = 0; step < 24; step += 1) {
      if (months === 12 && step === AGED) await age(first, 330);
      await happen([first, second], tried, step, one);
      const after = (begin: number) =>
        countedOf(
          tried.filter((each) => each.step > begin),
          lastCounts,
        );
      const counted = after(since);
      const isRenewable =
        stated !== null && (months === 1 || (months === 12 && step >= AGED && began < AGED));
      const opened = Math.max(began, months === 12 ? AGED - 1 : -1);
      const again: CountedResult[] = isRenewable ? after(opened) : [];
      const verdict = judge([first.form_id, second.form_id], counted, stated, again, true, isRenewable);
      verdicts.push(verdict);
      // A revoked one that is true again holds since it was issued, unless all was passed again.
      const isBack = verdict === 'issue' && isSame(lost, counted) && !allPassed(after(issued));
      if (verdict === 'issue' || verdict === 'replace') stated = counted;
      if (verdict === 'renew') [stated, since] = [again, opened];
      if (['issue', 'replace', 'renew'].includes(verdict) && !isBack) {
        if (verdict === 'renew' || allPassed(after(issued))) began = step;
        issued = step;
      }
      if (verdict === 'revoke') [lost, stated] = [stated, null];
      const held = await heldOf(first.course);
      const bySaying = (forms: readonly { form_id: number; percent: number }[]) =>
        Object.fromEntries(forms.map(({ form_id, percent }) => [form_id, percent]));
      expect({ step, verdicts, said: held.map(({ forms }) => bySaying(forms)) }).toEqual({
        step,
        verdicts,
        said: stated ? [bySaying(stated)] : [],
      });
    }
  },
);

describe('a certificate that holds for some months', () => {
  const settings = (exam: Exam, certificate_months: number | null) =>
    company.as('owner').patch(`/course/course/${exam.course.id}/`, { certificate_months });

  const aLimitedExam = async (months = 12, given: Record<string, unknown> = {}, course?: Course) => {
    const exam = await aCertifyingExam(given, course);
    expect((await settings(exam, months)).status).toBe(204);
    return exam;
  };

  const termsOf = async (exam: Exam, who: Person = company.people.student) => {
    const { body } = await company
      .as('owner')
      .get(`/certificates/?course=${exam.course.id}&user=${who.id}&ordering=-issued_at`);
    const rows = body.results as (Issued & { issued_at: string; expires_at: string | null })[];
    return rows.map((row) => ({
      ...row,
      days: row.expires_at === null ? null : daysFrom(row.issued_at, row.expires_at),
    }));
  };
  const daysFrom = (from: string, to: string) =>
    Math.round((Date.parse(to) - Date.parse(from)) / (24 * 3_600_000));

  test('says until when, by the company’s calendar, wherever it is shown', async () => {
    await asSystem(["update companies set time_zone = 'Pacific/Kiritimati' where id = $1", [company.id]]);
    const exam = await aLimitedExam(12);
    await take(exam);
    const [issued] = await termsOf(exam);
    const [expected] = await asSystem<{ expires_at: Date; day: string }>([
      `select ((issued_at at time zone 'Pacific/Kiritimati' + interval '12 months')::date + 1)::timestamp
                at time zone 'Pacific/Kiritimati' - interval '1 millisecond' as expires_at,
              to_char(issued_at at time zone 'Pacific/Kiritimati' + interval '12 months', 'YYYY-MM-DD') as day
         from certificates where id = $1`,
      [issued!.id],
    ]);
    expect(issued!.expires_at && Date.parse(issued!.expires_at)).toBe(+expected!.expires_at);
    const { body } = await check(issued!.number);
    expect(body).toMatchObject({
      status: 'valid',
      expires_at: issued!.expires_at,
      content: { valid_until: expected!.day },
    });
    const { bytes } = await download(company.people.student, path(exam));
    const text = (await textOfPdf(bytes)).join('\n');
    expect(text).toContain('Дійсний до');
    expect(text).toContain(expected!.day.split('-').toReversed().join('.'));
    await asSystem(["update companies set time_zone = 'Europe/Kyiv' where id = $1", [company.id]]);
  });

  test('says that it has expired, and is still to be had', async () => {
    const exam = await aLimitedExam(12);
    await take(exam);
    await age(exam, 366);
    const [expired] = await termsOf(exam);
    expect(expired).toMatchObject({ status: 'expired', version: 1 });
    expect(await toldByCourse(exam)).toMatchObject({ number: expired!.number, expired: true });
    expect((await check(expired!.number)).body.status).toBe('expired');
    const { response, bytes } = await download(company.people.student, path(exam));
    expect(response.status).toBe(200);
    expect((await textOfPdf(bytes)).join('\n')).toContain('СТРОК ДІЇ МИНУВ');
    const { body } = await company.as('owner').get(`/course/course/${exam.course.id}/statistic/`);
    expect(body.results[0].can_download_certificate).toBe(true);
    const { body: students } = await company.as('owner').get(`/course/course/${exam.course.id}/students/`);
    expect(students.results[0]).toMatchObject({ can_download_certificate: true, certificate_expired: true });
    const { body: learning } = await company
      .as('manager')
      .get(`/accounts/user/${company.people.student.id}/learning/`);
    expect(learning.courses.find(({ id }: { id: number }) => id === exam.course.id)).toMatchObject({
      certificate: expired!.number,
      certificate_expired: true,
    });
    const counts = async (status: string) =>
      (await company.as('owner').get(`/certificates/?course=${exam.course.id}&status=${status}`)).body.count;
    expect([await counts('expired'), await counts('valid')]).toEqual([1, 0]);
  });

  test('holds as long as the course said when it was issued', async () => {
    const exam = await aCertifyingExam();
    await take(exam, 2);
    expect(
      (await company.as('student').get(`/course/course/${exam.course.id}/`)).body.certificate_months,
    ).toBeNull();
    expect((await settings(exam, 0)).body).toHaveProperty('certificate_months');
    expect((await settings(exam, 121)).body).toHaveProperty('certificate_months');
    expect((await settings(exam, 6)).status).toBe(204);
    expect((await termsOf(exam)).map(({ days }) => days)).toEqual([null]);
    await take(exam, 3);
    await settings(exam, null);
    const [six, forGood] = await termsOf(exam);
    expect(forGood!.days).toBeNull();
    expect(six!.days).toBeGreaterThan(180);
    expect(six!.days).toBeLessThan(185);
  });

  test('is renewed by passing again near its end or after it, though the result is no better', async () => {
    const exam = await aLimitedExam(12);
    await take(exam, 3);
    await age(exam, 300);
    await take(exam, 2);
    expect(told(await termsOf(exam))).toEqual([[1, 'valid', 100]]);
    // What was passed too early does not count again later.
    await age(exam, 10);
    await take(exam, 1);
    expect(told(await termsOf(exam))).toEqual([[1, 'valid', 100]]);
    await take(exam, 2);
    expect(told(await termsOf(exam))).toEqual([
      [2, 'valid', 75],
      [1, 'replaced', 100],
    ]);
  });

  test('is not renewed by failing', async () => {
    const exam = await aLimitedExam(12);
    await take(exam, 3);
    await age(exam, 400);
    await take(exam, 1);
    expect(told(await termsOf(exam))).toEqual([[1, 'expired', 100]]);
    await take(exam, 2);
    const [renewed, old] = await termsOf(exam);
    expect(old).toMatchObject({ version: 1, status: 'replaced' });
    expect(renewed).toMatchObject({ version: 2, status: 'valid', percent: 75 });
    expect(daysFrom(new Date().toISOString(), renewed!.expires_at!)).toBeGreaterThan(360);
    // From here on only the new results count: the better one of before is gone with its term.
    await take(exam, 2);
    expect(told(await termsOf(exam))[0]).toEqual([2, 'valid', 75]);
  });

  test('of several forms is renewed once all were passed again, and keeps its term until then', async () => {
    const first = await aLimitedExam(12);
    const second = await aCertifyingExam({}, first.course);
    await take(first, 2);
    await take(second, 3);
    await age(first, 330);
    const expires_at = (await termsOf(first))[0]!.expires_at!;
    // A better result of one waits for the other, and counts with it.
    const { attempt_id } = await take(first, 3);
    expect((await termsOf(first))[0]).toMatchObject({ version: 1, expires_at });
    await take(second, 1);
    expect((await termsOf(first))[0]).toMatchObject({ version: 1, expires_at });
    await take(second, 2);
    const [renewed, ...before] = await termsOf(first);
    expect(renewed).toMatchObject({ version: 2, percent: 87.5 });
    expect(before).toHaveLength(1);
    expect(Date.parse(renewed!.expires_at!)).toBeGreaterThan(Date.parse(expires_at));
    await asSystem(["update attempts set status = 'annulled' where id = $1", [attempt_id]]);
    expect((await termsOf(first))[0]).toMatchObject({ version: 2, status: 'revoked' });
  });

  test('of several forms is renewed by what was passed in its last days, whatever version came between', async () => {
    const first = await aLimitedExam(12);
    const second = await aCertifyingExam({}, first.course);
    await take(first, 2);
    const { attempt_id } = await take(first, 3);
    await take(second, 3);
    await age(first, 330);
    await take(second, 2);
    // What it said is taken back: another version goes on with the term.
    await asSystem(["update attempts set status = 'annulled' where id = $1", [attempt_id]]);
    const [worse] = await termsOf(first);
    expect(worse).toMatchObject({ version: 2, status: 'valid', percent: 87.5 });
    await take(first, 2);
    const [renewed] = await termsOf(first);
    expect(renewed).toMatchObject({ version: 3, status: 'valid', percent: 75 });
    expect(Date.parse(renewed!.expires_at!)).toBeGreaterThan(Date.parse(worse!.expires_at!));
  });

  test('is revoked with the attempt that renewed it', async () => {
    const exam = await aLimitedExam(12);
    await take(exam, 3);
    await age(exam, 400);
    const { attempt_id } = await take(exam, 2);
    await asSystem(["update attempts set status = 'annulled' where id = $1", [attempt_id]]);
    expect(told(await termsOf(exam))).toEqual([
      [2, 'revoked', 75],
      [1, 'replaced', 100],
    ]);
  });

  describe('is written about', () => {
    /** Without what congratulates. */
    const subjectsTo = async (student: Person) => {
      const mails = await asSystem<{ subject: string; text: string; html: string }>([
        `select subject, text, html from mails where recipient = $1
           and subject !~ '^(Ваш сертифікат|Your certificate|Ihr Zertifikat):' order by id`,
        [student.email],
      ]);
      for (const { text, html } of mails) expect(text + html).not.toMatch(/[{}]/);
      return mails.map(({ subject }) => subject);
    };
    const aStudentOf = async (months: number, language: string) => {
      const student = await company.aPerson('student');
      const group = await company.aGroup({ students: [student] });
      const exam = await aLimitedExam(months, {}, await company.aCourse({ group }));
      await asSystem(['update users set language = $2 where id = $1', [student.id, language]]);
      await take(exam, 3, student);
      return { student, exam };
    };
    const remind = async () => {
      const db = new Db(env);
      await congratulate(db);
      await Promise.all([1, 2, 3].map(() => remindOfCertificates(env, db)));
      await letGo();
    };
    const endOf = async (exam: Exam, student: Person) => {
      const date = new Date((await termsOf(exam, student))[0]!.expires_at!);
      return new Intl.DateTimeFormat('de', { timeZone: 'Europe/Kyiv', dateStyle: 'medium' }).format(date);
    };

    test('30 days before its end and at its end, once each, in the student’s language', async () => {
      const { student, exam } = await aStudentOf(12, 'de');
      const days = Number((await termsOf(exam, student))[0]!.days);
      await age(exam, days - 31, student);
      await remind();
      expect(await subjectsTo(student)).toEqual([]);
      await age(exam, 2, student);
      await remind();
      await remind();
      const soon = `Ihr Zertifikat läuft am ${await endOf(exam, student)} ab: ${exam.course.name}`;
      expect(await subjectsTo(student)).toEqual([soon]);
      await age(exam, 30, student);
      await remind();
      await remind();
      expect(await subjectsTo(student)).toEqual([soon, `Ihr Zertifikat ist abgelaufen: ${exam.course.name}`]);
      const mails = await asSystem<{ text: string }>([
        'select text from mails where recipient = $1 order by id',
        [student.email],
      ]);
      expect(mails.at(-1)!.text).toContain(
        `${env.APP_URL}/in/${company.id}/student/course/${exam.course.id}`,
      );
      for (const { text } of mails.slice(-2))
        expect(text).toContain(`ein Zertifikat von ${await nameOf(company)} mit`);
    });

    test('anew after it was renewed, and not about one that was replaced or revoked', async () => {
      const { student, exam } = await aStudentOf(12, 'en');
      await age(exam, 400, student);
      const { attempt_id } = await take(exam, 3, student);
      await remind();
      expect(await subjectsTo(student)).toEqual([]);
      await age(exam, 350, student);
      await remind();
      expect(await subjectsTo(student)).toHaveLength(1);
      await asSystem(["update attempts set status = 'annulled' where id = $1", [attempt_id]]);
      await age(exam, 50, student);
      await remind();
      expect(await subjectsTo(student)).toHaveLength(1);
    });

    test('not in the first half of a term of a month, nor to somebody who is blocked', async () => {
      const { student, exam } = await aStudentOf(1, 'uk');
      await remind();
      expect(await subjectsTo(student)).toEqual([]);
      await age(exam, 16, student);
      await remind();
      expect(await subjectsTo(student)).toHaveLength(1);
      await asSystem(['update memberships set blocked_at = now() where user_id = $1', [student.id]]);
      await age(exam, 16, student);
      await remind();
      expect(await subjectsTo(student)).toHaveLength(1);
    });
  });
});

describe('who may', () => {
  test('read and download: oneself, and whose hand reaches course and student; a student nobody else’s', async () => {
    const exam = await aCertifyingExam();
    await take(exam);
    const { id } = company.people.student;
    const asStaff = `${path(exam)}?user=${id}`;
    const mate = await company.aPerson('student');
    const answers = async (person: Person, address: string) =>
      (await download(person, address)).response.status;
    expect(await answers(company.people.student, path(exam))).toBe(200);
    expect(await answers(mate, path(exam))).toBe(404);
    expect(await answers(mate, asStaff)).toBe(404);
    for (const user_type of ['owner', 'admin', 'manager', 'trainer'] as const) {
      expect([user_type, await answers(company.people[user_type], asStaff)]).toEqual([user_type, 200]);
      expect([user_type, await answers(company.people[user_type], path(exam))]).toEqual([user_type, 404]);
    }
    for (const user_type of ['manager', 'trainer'] as const)
      expect(await answers(await company.aPerson(user_type), asStaff)).toBe(404);
    // Of a course in reach, but a student of somebody else's group.
    const [manager, stranger] = [await company.aPerson('manager'), await company.aPerson('student')];
    const shared = await aCertifyingExam(
      {},
      await company.aCourse({ group: await company.aGroup({ managers: [manager] }) }),
    );
    await asSystem([
      `insert into course_members (company_id, course_id, user_id, role) values ($1, $2, $3, 'student')`,
      [company.id, shared.course.id, stranger.id],
    ]);
    await take(shared);
    await take(shared, 3, stranger);
    expect(await answers(manager, `${path(shared)}?user=${id}`)).toBe(200);
    expect(await answers(manager, `${path(shared)}?user=${stranger.id}`)).toBe(404);
    const reached = await manager.client.get(`/certificates/?course=${shared.course.id}`);
    expect(reached.body.results.map((row: { user: { id: number } }) => row.user.id)).toEqual([id]);
    expect(await answers(other.people.owner, asStaff)).toBe(404);
    const listed = await other.as('owner').get(`/certificates/?course=${exam.course.id}`);
    expect(listed.body).toMatchObject({ count: 0, results: [] });
  });

  test('still download their own after leaving the course', async () => {
    const student = await company.aPerson('student');
    const group = await company.aGroup({ students: [student] });
    const exam = await aCertifyingExam({}, await company.aCourse({ group }));
    await take(exam, 3, student);
    await asSystem(['delete from group_members where user_id = $1', [student.id]]);
    expect((await download(student, path(exam))).response.status).toBe(200);
    expect((await student.client.get('/certificates/')).body.count).toBe(1);
  });

  test('do not find it with another attempt, which failed', async () => {
    const exam = await aCertifyingExam({ is_one_attempt_allowed: false });
    const passed = await take(exam);
    const failed = await take(exam, 0);
    for (const user_type of ['student', 'trainer'] as const) {
      const shown = async (id: number) =>
        (await company.as(user_type).get(`/course/student_passed_form/${id}/`)).body.can_download_certificate;
      expect([await shown(passed.attempt_id), await shown(failed.attempt_id)]).toEqual([true, false]);
    }
  });

  test('see that it can be downloaded, wherever the result is shown', async () => {
    const exam = await aCertifyingExam();
    const plain = await company.anExam({ course: exam.course });
    const [certifying, other_form] = [await take(exam), await take(plain)];
    const result = async (user_type: 'student' | 'trainer', id: number) =>
      (await company.as(user_type).get(`/course/student_passed_form/${id}/`)).body.can_download_certificate;
    expect(await result('student', certifying.attempt_id)).toBe(true);
    expect(await result('trainer', certifying.attempt_id)).toBe(true);
    expect(await result('student', other_form.attempt_id)).toBe(false);
    const { body } = await company.as('student').get(`/course/appointed_form/?course=${exam.course.id}`);
    const shown = body.results.map((row: { form_id: number; can_download_certificate: boolean }) => [
      row.form_id === exam.form_id,
      row.can_download_certificate,
    ]);
    expect(shown.toSorted()).toEqual([
      [false, false],
      [true, true],
    ]);
  });
});

describe('the list', () => {
  test('finds by name, course, number as typed, status; and is sorted', async () => {
    const alone = await aCompany();
    const owner = alone.as('owner');
    const take2 = async (name: string) => {
      const student = await alone.aPerson('student');
      await asSystem([
        "update users set last_name = $2, first_name = 'Ян' where id = $1",
        [student.id, name],
      ]);
      const group = await alone.aGroup({ students: [student] });
      const exam = await alone.anExam({
        settings: { issue_certificate: true },
        course: await alone.aCourse({ group }),
      });
      await take(exam, 3, student);
      return exam;
    };
    const first = await take2('Єнко');
    await take2('Ґудзь');
    const names = async (query: string) =>
      (await owner.get(`/certificates/?${query}`)).body.results.map(
        (row: { user: { last_name: string } }) => row.user.last_name,
      );
    expect(await names('ordering=name')).toEqual(['Ґудзь', 'Єнко']);
    expect(await names('')).toEqual(['Ґудзь', 'Єнко']);
    expect(await names('ordering=issued_at')).toEqual(['Єнко', 'Ґудзь']);
    expect(await names(`search=${encodeURIComponent('ґуд')}`)).toEqual(['Ґудзь']);
    expect(await names(`search=${encodeURIComponent(first.course.name)}`)).toEqual(['Єнко']);
    const { body } = await owner.get(`/certificates/?course=${first.course.id}`);
    const { number } = body.results[0] as Issued;
    const typed = `${number.slice(0, 4).toLowerCase()} - ${number.slice(4, 8)}`;
    expect(await names(`search=${encodeURIComponent(typed)}`)).toEqual(['Єнко']);
    expect(await names('search=%E2%80%94')).toEqual([]);
    expect(await names('status=replaced')).toEqual([]);
    expect(await names('status=valid&page_size=1')).toHaveLength(1);
  });

  test('finds by the name on it and by the one that its person has now, and says which it carries', async () => {
    const student = await company.aPerson('student');
    const group = await company.aGroup({ students: [student] });
    const exam = await aCertifyingExam({}, await company.aCourse({ group }));
    const named = (first_name: string, last_name: string) =>
      student.client.patch('/accounts/user_info/', { first_name, last_name });
    await named('Олена', 'Колишня');
    await take(exam, 3, student);
    const found = async (search: string) =>
      (
        await company
          .as('owner')
          .get(`/certificates/?course=${exam.course.id}&search=${encodeURIComponent(search)}`)
      ).body.results.map((row: { user: { last_name: string }; name_on_it: string | null }) => [
        row.user.last_name,
        row.name_on_it,
      ]);
    expect(await found('колишня')).toEqual([['Колишня', null]]);
    await named('Олена', 'Теперішня');
    const carries = [['Теперішня', 'Олена Колишня']];
    for (const search of ['Колишня', 'теперішня', 'Теперішня Олена', 'Олена Теперішня'])
      expect({ search, found: await found(search) }).toEqual({ search, found: carries });
    expect(await found('Інакша')).toEqual([]);
  });
});

describe('a name that was changed shortly before', () => {
  /** Takes the exam as somebody who has renamed themselves, so long ago. */
  async function renamed(days: number) {
    const student = await company.aPerson('student');
    const group = await company.aGroup({ students: [student] });
    const exam = await aCertifyingExam({}, await company.aCourse({ group }));
    await asSystem([
      `update memberships set created_at = now() - interval '90 days' where company_id = $1 and user_id = $2`,
      [company.id, student.id],
    ]);
    const { status } = await student.client.patch('/accounts/user_info/', { first_name: 'Інша' });
    expect(status).toBe(204);
    await asSystem([
      'update users set renamed_at = renamed_at - make_interval(days => $2) where id = $1',
      [student.id, days],
    ]);
    await take(exam, 3, student);
    const listed = async (who: Person) =>
      (await who.client.get(`/certificates/?course=${exam.course.id}&user=${student.id}`)).body.results[0];
    return { student, exam, listed };
  }

  test('is told to staff beside the certificate, and to nobody else', async () => {
    const { student, listed } = await renamed(29);
    for (const user_type of ['owner', 'manager', 'trainer'] as const)
      expect((await listed(company.people[user_type])).renamed).toEqual({
        at: expect.any(String),
        former_name: 'Student Person',
      });
    const own = await listed(student);
    expect(own.renamed).toBeNull();
    const checked = await check(own.number);
    expect(checked.text).not.toContain('Student');
    expect(checked.body.content.name).toBe('Інша Person');
    // A later change of the name takes nothing away.
    await student.client.patch('/accounts/user_info/', { first_name: 'Student' });
    expect((await listed(company.people.owner)).renamed.former_name).toBe('Student Person');
  });

  test('keeps the first of several names', async () => {
    const { student } = await renamed(10);
    await student.client.patch('/accounts/user_info/', { first_name: 'Третя' });
    const [row] = await asSystem(['select former_name from users where id = $1', [student.id]]);
    expect(row).toEqual({ former_name: 'Student Person' });
  });

  test('is nobody’s business after 30 days, nor where the company never knew it', async () => {
    const { listed } = await renamed(31);
    expect((await listed(company.people.owner)).renamed).toBeNull();
    const newcomer = await company.aPerson('student');
    await newcomer.client.patch('/accounts/user_info/', { first_name: 'Інша' });
    await asSystem([
      `update memberships set created_at = now() + interval '1 second' where company_id = $1 and user_id = $2`,
      [company.id, newcomer.id],
    ]);
    const group = await company.aGroup({ students: [newcomer] });
    const exam = await aCertifyingExam({}, await company.aCourse({ group }));
    await take(exam, 3, newcomer);
    const { body } = await company.as('owner').get(`/certificates/?course=${exam.course.id}`);
    expect(body.results[0].renamed).toBeNull();
  });

  test('goes when the person’s data is erased', async () => {
    const { student, exam } = await renamed(1);
    await asSystem([`select erase_people(array[$1::integer])`, [student.id]]);
    const rows = await asSystem([
      `select k.former_name, u.former_name as own, k.renamed_at, u.renamed_at as own_at
         from certificates k join users u on u.id = k.user_id where k.course_id = $1`,
      [exam.course.id],
    ]);
    expect(rows).toEqual([{ former_name: null, own: null, renamed_at: null, own_at: null }]);
    const { bytes } = await download(company.people.owner, `${path(exam)}?user=${student.id}`);
    expect((await textOfPdf(bytes)).join(' ')).toContain('Дані власника сертифіката стерто');
  });
});

describe('the check page', () => {
  test('shows every field of the certificate to anybody, and nothing else', async () => {
    const exam = await aCertifyingExam();
    await take(exam);
    const [issued] = await certificatesOf(exam);
    const { status, body } = await check(issued!.number);
    expect(status).toBe(200);
    const today = /^\d{4}-\d\d-\d\d$/;
    expect(body).toEqual({
      number: issued!.number,
      version: 1,
      status: 'valid',
      expires_at: null,
      replaced_at: null,
      revoked_at: null,
      replaced_by: null,
      ended_on: null,
      content: {
        company: expect.stringContaining('Company'),
        name: 'Student Person',
        course: exam.course.name,
        whole_course: false,
        forms: [
          {
            name: expect.stringContaining('Exam'),
            form_type: 2,
            percent: 100,
            ects: 'A',
            date: expect.stringMatching(today),
          },
        ],
        percent: 100,
        ects: 'A',
        issued_on: expect.stringMatching(today),
        valid_until: null,
      },
    });
  });

  test('understands the number as people type it, and knows no other', async () => {
    const exam = await aCertifyingExam();
    await take(exam);
    const [issued] = await certificatesOf(exam);
    const number = issued!.number;
    for (const typed of [
      number.toLowerCase(),
      `${number.slice(0, 4)}-${number.slice(4, 8)}-${number.slice(8)}`,
      ` ${number.slice(0, 5)} ${number.slice(5)} `,
    ])
      expect((await check(typed)).body.number).toBe(number);
    const unknown = [
      '222222222222',
      number.slice(1),
      `${number}2`,
      'x',
      '1',
      String(issued!.id),
      "' or 1=1 --",
      '%00',
    ];
    const answers = await Promise.all(unknown.map((typed) => check(typed)));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      unknown.map(() => [404, 'not_found']),
    );
  });

  test('is limited for each address as the other public calls are', async () => {
    const statuses = new Set<number>();
    // More than two minutes hold: the count begins anew with each.
    for (let n = 0; n < 1300 && !statuses.has(429); n += 1) {
      const { status } = await anonymous.send('GET', '/certificates/222222222222/', undefined, {
        'CF-Connecting-IP': '203.0.113.77',
      });
      statuses.add(status);
    }
    expect([...statuses]).toEqual([404, 429]);
  });
});

describe('the PDF', () => {
  const WORDS = {
    uk: [
      'СЕРТИФІКАТ',
      'за складені тести й іспити курсу',
      'Номер сертифіката',
      'ЗАМІНЕНО НОВИМ',
      'АНУЛЬОВАНО',
    ],
    en: [
      'CERTIFICATE',
      'for passing the tests and exams of the course',
      'Certificate number',
      'REPLACED BY A NEW ONE',
      'REVOKED',
    ],
    de: [
      'ZERTIFIKAT',
      'für bestandene Tests und Prüfungen des Kurses',
      'Zertifikatsnummer',
      'DURCH NEUES ERSETZT',
      'WIDERRUFEN',
    ],
  } as const;

  test.each(['uk', 'en', 'de'] as const)('says all of it in the student’s language: %s', async (language) => {
    const [title, completed, number_word, replaced, revoked] = WORDS[language];
    const student = await company.aPerson('student');
    const course = await company.aCourse({ group: await company.aGroup({ students: [student] }) });
    const name = unique('Об’єктно-орієнтований аналіз: fi ffl Größe');
    await asSystem(
      [
        `update users set language = $2, first_name = 'Зʼявлена', middle_name = 'Ґалаґанівна', last_name = 'Їжакевич-Müller' where id = $1`,
        [student.id, language],
      ],
      ['update courses set name = $2 where id = $1', [course.id, name]],
    );
    const exam = await aCertifyingExam({}, course);
    await take(exam, 2, student);
    const [issued] = await certificatesOf(exam, student);
    const read = async (address: string) => {
      const { response, bytes } = await download(company.people.trainer, address);
      expect(response.headers.get('Content-Type')).toBe('application/pdf');
      const file = response.headers.get('Content-Disposition')!;
      expect(decodeURIComponent(file)).toContain('.pdf');
      return { bytes, text: (await textOfPdf(bytes)).join('\n').replaceAll('\u00a0', ' ') };
    };
    const now = await read(`${path(exam)}?user=${student.id}`);
    const content = (await check(issued!.number)).body.content;
    const [year, month, day] = content.issued_on.split('-');
    const number = issued!.number.replace(/(.{4})(?=.)/g, '$1-');
    for (const said of [
      title,
      completed,
      number_word,
      number,
      'Зʼявлена Ґалаґанівна Їжакевич-Müller',
      content.company,
      content.forms[0].name,
      language === 'en' ? '75%' : '75 %',
      `${day}.${month}.${year}`,
    ])
      expect(now.text).toContain(said);
    const flat = now.text.replaceAll(/\s+/g, ' ');
    expect(flat).toContain(name);
    expect(flat.replaceAll(' ', '')).toContain(`/certificate/${issued!.number}`);
    expect(now.text).not.toContain(replaced);
    const pdf = await PDFDocument.load(now.bytes);
    expect(pdf.getTitle()).toContain('Їжакевич-Müller');
    expect(pdf.getPageCount()).toBe(1);
    expect(String(pdf.catalog.get(PDFName.of('Lang')))).toContain(
      { uk: 'uk', en: 'en-US', de: 'de' }[language],
    );
    await take(exam, 3, student);
    expect((await read(`${path(exam)}?user=${student.id}&version=1`)).text).toContain(replaced);
    const current = (await certificatesOf(exam, student))[0]!;
    expect((await read(`${path(exam)}?user=${student.id}`)).text).toMatch(/100 ?%/);
    await asSystem(["update attempts set status = 'annulled' where user_id = $1", [student.id]]);
    expect((await read(`${path(exam)}?user=${student.id}&version=${current.version}`)).text).toContain(
      revoked,
    );
  });

  test('can be heard: its texts are tagged in their order, and its address leads to the check', async () => {
    const exam = await aCertifyingExam();
    await take(exam);
    const [issued] = await certificatesOf(exam, company.people.student);
    const { bytes } = await download(company.people.student, path(exam));
    const pdf = await PDFDocument.load(bytes);
    const { context, catalog } = pdf;
    expect(String(catalog.get(PDFName.of('MarkInfo')))).toContain('/Marked true');
    const tree = catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
    const tags = tree.lookup(PDFName.of('K'), PDFDict).lookup(PDFName.of('K'), PDFArray);
    const roles = tags.asArray().map((ref) => String(context.lookup(ref, PDFDict).get(PDFName.of('S'))));
    expect(roles.slice(0, 2)).toEqual(['/P', '/H1']);
    expect(roles.at(-1)).toBe('/Link');
    const parents = tree.lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray);
    expect(parents.lookup(1, PDFArray).asArray()).toEqual(tags.asArray());
    const [link] = pdf.getPage(0).node.Annots()!.asArray();
    const action = context.lookup(link, PDFDict).lookup(PDFName.of('A'), PDFDict);
    expect(action.lookup(PDFName.of('URI'), PDFString).asString()).toBe(
      `${env.APP_URL}/certificate/${issued!.number}`,
    );
  });

  test('shows the company’s logo, and does without one that no program can draw', async () => {
    const exam = await aCertifyingExam();
    await take(exam);
    const imagesWith = async (logo: Uint8Array) => {
      await env.FILES.put('logo', logo);
      await asSystem([
        `with stored as (insert into media (company_id, key, content_type, size) values ($1, 'logo', 'image/png', 1) returning id)
         update companies set photo_id = (select id from stored) where id = $1`,
        [company.id],
      ]);
      const { response, bytes } = await download(company.people.student, path(exam));
      expect(response.status).toBe(200);
      const objects = (await PDFDocument.load(bytes)).context.enumerateIndirectObjects();
      return objects.filter(
        ([, object]) => object instanceof PDFRawStream && /Subtype \/Image/.test(String(object.dict)),
      ).length;
    };
    expect(await imagesWith(LOGO)).toBeGreaterThan(0);
    expect(await imagesWith(Uint8Array.from([...LOGO.slice(0, 20), ...LOGO.slice(-12)]))).toBe(0);
    await asSystem(['update companies set photo_id = null where id = $1', [company.id]]);
  });

  test('has a name that every system takes, also of a person called so', async () => {
    const student = await company.aPerson('student');
    const exam = await aCertifyingExam(
      {},
      await company.aCourse({ group: await company.aGroup({ students: [student] }) }),
    );
    await asSystem([
      'update users set first_name = $2 where id = $1',
      [student.id, `a/b\\c${'😀'.repeat(70)}`],
    ]);
    await take(exam, 3, student);
    const { response } = await download(student, path(exam));
    const name = decodeURIComponent(response.headers.get('Content-Disposition')!.split("''")[1]!);
    expect(name).toMatch(/^Сертифікат — [^/\\]+\.pdf$/);
    expect([...name].length).toBeLessThan(130);
  });
});

/** One pixel. */
const LOGO = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
);

describe('the mail', () => {
  test('goes to the student once, in their language, with both links', async () => {
    const student = await company.aPerson('student');
    const course = await company.aCourse({ group: await company.aGroup({ students: [student] }) });
    await asSystem(["update users set language = 'de', first_name = 'Ada <b>' where id = $1", [student.id]]);
    const exam = await aCertifyingExam({}, course);
    await take(exam, 3, student);
    const [issued] = await certificatesOf(exam, student);
    const db = new Db(env);
    await Promise.all([mailCertificates(env, db), mailCertificates(env, db), mailCertificates(env, db)]);
    await letGo();
    const mails = await asSystem<{ recipient: string; subject: string; text: string; html: string }>([
      'select recipient, subject, text, html from mails where recipient = $1',
      [student.email],
    ]);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      subject: `Ihr Zertifikat: ${exam.course.name}`,
      text: expect.stringContaining(`${env.APP_URL}/certificate/${issued!.number}`),
      html: expect.stringContaining('Ada &lt;b&gt;'),
    });
    expect(mails[0]!.text).toMatch(/\/in\/\d+\/student\/profile#certificates\n/);
    expect(mails[0]!.text).toContain(`in diesem Kurs bei ${await nameOf(company)} lernen`);
    expect(mails[0]!.text + mails[0]!.html).not.toMatch(/[{}]/);
  });

  test('says until when it holds, where that is not for good', async () => {
    const texts = [];
    for (const certificate_months of [null, 12]) {
      const student = await company.aPerson('student');
      const course = await company.aCourse({ group: await company.aGroup({ students: [student] }) });
      await company.as('owner').patch(`/course/course/${course.id}/`, { certificate_months });
      await take(await aCertifyingExam({}, course), 3, student);
      await congratulate(new Db(env));
      const [mail] = await asSystem<{ text: string; until: string | null }>([
        `select m.text, to_char(k.expires_at at time zone 'Europe/Kyiv', 'DD.MM.YYYY') as until
           from mails m join certificates k using (user_id) where m.recipient = $1`,
        [student.email],
      ]);
      texts.push([
        mail!.text.includes('Він дійсний до'),
        mail!.text.includes(`Він дійсний до ${mail!.until}.`),
      ]);
    }
    expect(texts).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test('is not sent about one that was replaced or revoked before it could be', async () => {
    const student = await company.aPerson('student');
    const course = await company.aCourse({ group: await company.aGroup({ students: [student] }) });
    const exam = await aCertifyingExam({ publication_after_passing: false }, course);
    const attempts = [await take(exam, 2, student), await take(exam, 3, student)];
    for (const { attempt_id } of attempts)
      await asSystem(['update attempts set result_published_at = now() where id = $1', [attempt_id]]);
    await congratulate(new Db(env));
    const mails = await asSystem(['select 1 from mails where recipient = $1', [student.email]]);
    expect(mails).toHaveLength(1);
  });
});
