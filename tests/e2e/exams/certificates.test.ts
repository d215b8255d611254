import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { takeExam } from '../../factories/attempt.ts';
import { aCompany, type Company, type Course, type Person } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { addFilter, chip } from '../../support/browser/filters.ts';
import { mailTo } from '../../support/mail.ts';
import { textOfPdf } from '../../support/pdf-text.ts';
import { productWorld } from '../../support/product-world.ts';
import { settled } from '../../support/browser/settled.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** A course with a form of three questions that leads to a certificate, and a student of it. */
async function aCourseWithCertificate(name = 'Ґудзь', settings = {}) {
  const student = await company.aPerson('student');
  await asSystem(productWorld(), [
    `update users set first_name = 'Мар’яна', last_name = $2 where id = $1`,
    [student.id, name],
  ]);
  const course = await company.aCourse({ group: await company.aGroup({ students: [student] }) });
  const exam = await company.anExam({ course, settings: { issue_certificate: true, ...settings } });
  return { student, exam, course };
}

type Scene = Awaited<ReturnType<typeof aCourseWithCertificate>>;

/** Takes the exam with so many of its three questions right. */
const take = ({ student, exam }: Scene, right = 3) => takeExam(student.client, exam, right);

/** A certificate of a year that was earned 13 months ago, by tries with so many right. */
async function earnLongAgo(scene: Scene, tries = [3]): Promise<void> {
  await company.as('owner').patch(`/course/course/${scene.course.id}/`, { certificate_months: 12 });
  for (const right of tries) await take(scene, right);
  await asSystem(productWorld(), [
    `update certificates set issued_at = issued_at - interval '13 months', expires_at = expires_at - interval '13 months'
       where user_id = $1`,
    [scene.student.id],
  ]);
}

async function numbersOf({ course }: Scene): Promise<string[]> {
  const { body } = await company.as('owner').get(`/certificates/?course=${course.id}`);
  return body.results.map((row: { number: string }) => row.number);
}

const written = (number: string) => number.replace(/(.{4})(?=.)/g, '$1-');

/** The text of the PDF that a click saves. */
async function saved(page: Page, click: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  const bytes = new Uint8Array(await readFile(await download.path()));
  expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
  return { name: download.suggestedFilename(), text: (await textOfPdf(bytes)).join('\n') };
}

async function aPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
}

test('a course is told what its certificate asks for, and says so to its students and on the check page', async ({
  page,
  otherPage,
}) => {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const course = await company.aCourse({ group, materials: 1, whole: true });
  const exam = await company.anExam({ course, settings: { issue_certificate: true } });
  await takeExam(student.client, exam, 3);
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}`);
  await page.getByText('За весь курс').waitFor();
  await page.goto(`/course/${course.id}#settings`);
  await page.getByRole('radio', { name: 'За тести й іспити' }).check();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Збережено').waitFor();
  // Asking for less issues what was waited for.
  const { body } = await company.as('owner').get(`/certificates/?course=${course.id}`);
  await otherPage.goto(`/certificate/${body.results[0].number}`);
  await otherPage.getByText('тести й іспити складено').waitFor();
});

test('a course with a term renews by itself, until it is told to leave that to people', async ({ page }) => {
  const { course } = await aCourseWithCertificate();
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}#settings`);
  const renews = page.getByRole('checkbox', { name: 'Відкривати тести для поновлення автоматично' });
  await page.getByRole('radio', { name: 'Безстроково' }).waitFor();
  expect(await renews.count()).toBe(0);
  await page.getByRole('radio', { name: 'Обмежений строк' }).check();
  await expect.poll(() => renews.isChecked()).toBe(true);
  await renews.uncheck();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, 'Зберегти').click();
  await page.getByText('Збережено').waitFor();
  await page.reload();
  await expect.poll(() => renews.isChecked()).toBe(false);
});

describe('a student', () => {
  test('passes, downloads the certificate, and anybody checks it on a phone', async ({
    page,
    allowErrors,
    otherPage,
  }) => {
    // A save that meets the end.
    allowErrors(/409/);
    const scene = await aCourseWithCertificate();
    const { exam, course, student } = scene;
    await signIn(page, student);
    await page.goto(`/course/${course.id}/education-materials/${exam.material_id}`);
    await button(page, 'Розпочати').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).click();
    await page.getByText('One', { exact: true }).waitFor();
    await page.getByText('right', { exact: true }).click();
    const finish = button(page, 'Завершити');
    await finish.first().click();
    await page.getByText(/^Three/).waitFor();
    await page.getByText('right', { exact: true }).click();
    await finish.last().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Завершити' }).click();
    const { name, text } = await saved(page, () => button(page, 'Завантажити сертифікат').click());
    const [number] = await numbersOf(scene);
    expect(name).toMatch(/^Сертифікат — .*Ґудзь\.pdf$/);
    for (const said of ['СЕРТИФІКАТ', 'Мар’яна Ґудзь', written(number!)]) expect(text).toContain(said);

    await otherPage.setViewportSize({ width: 360, height: 740 });
    await otherPage.goto(new URL(`/certificate/${number}`, page.url()).href);
    await otherPage.getByText('Сертифікат дійсний').waitFor();
    await otherPage.getByRole('heading', { name: 'Мар’яна Ґудзь' }).waitFor();
    await otherPage.getByText(course.name).waitFor();
    await expect
      .poll(() => otherPage.locator('meta[name=robots]').getAttribute('content'))
      .toContain('noindex');
    expect(await otherPage.getByRole('navigation').count()).toBe(0);
    expect(await accessibilityProblems(otherPage)).toEqual([]);
  });

  test('who failed after a pass reads the verdict, and finds the certificate of the other in what comes next', async ({
    page,
  }) => {
    const scene = await aCourseWithCertificate();
    const passed = await take(scene);
    const failed = await take(scene, 0);
    await signIn(page, scene.student);
    const result = (attempt: number) => page.goto(`/course/${scene.course.id}/statistic/${attempt}`);
    const topOf = async (place: ReturnType<Page['getByRole']>) => (await place.boundingBox())!.y;
    const certificate = button(page, 'Завантажити сертифікат');
    const next = page.getByText('Усе пройдено');
    const questions = page.getByRole('heading', { name: 'Запитання та відповіді' });
    await result(failed);
    await page.getByRole('heading', { name: 'Не складено' }).waitFor();
    await next.waitFor();
    await certificate.waitFor();
    expect(await topOf(next)).toBeLessThan(await topOf(certificate));
    // Of the attempt that earned it, it stands with the verdict.
    await result(passed);
    await questions.waitFor();
    expect(await topOf(certificate)).toBeLessThan(await topOf(questions));
  });

  test('finds it in the mail, on the course and in the profile', async ({ page }) => {
    const scene = await aCourseWithCertificate();
    await take(scene);
    const [number] = await numbersOf(scene);
    await signIn(page, scene.student);
    await page.goto(`/course/${scene.course.id}`);
    await page.getByText('Ви отримали сертифікат').waitFor();
    expect((await saved(page, () => button(page, 'Завантажити сертифікат').click())).text).toContain(
      'Мар’яна Ґудзь',
    );
    await page.goto('/profile#certificates');
    await page.getByRole('cell', { name: scene.course.name }).waitFor();
    await saved(page, () => button(page, `Завантажити сертифікат № ${written(number!)}`).click());
    const link = page.getByRole('link', { name: new RegExp(written(number!)) });
    await expect.poll(() => link.getAttribute('href')).toBe(`/certificate/${number}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    const mail = await mailTo(scene.student.email, { subject: /Ваш сертифікат/ });
    expect(mail.text).toContain(`/certificate/${number}`);
    expect(mail.text).toContain('/profile#certificates');
  });

  test('whose certificate has expired is told at home to take its test again, and does so with one press', async ({
    page,
  }) => {
    const scene = await aCourseWithCertificate();
    const { student, exam, course } = scene;
    await earnLongAgo(scene);
    await signIn(page, student);
    await page.goto('/profile');
    await page.getByText('Строк дії сертифіката минув: складіть знову').first().waitFor();
    expect(await page.getByText('Вітаємо').count()).toBe(0);
    await page
      .getByRole('link', { name: /^Скласти знову/ })
      .first()
      .click();
    await page.waitForURL(`**/course/${course.id}/education-materials/${exam.material_id}**`);
    await page.getByText('Складіть його знову, щоб отримати новий сертифікат.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('whose certificate is about to end is led to the test that was opened again', async ({ page }) => {
    const scene = await aCourseWithCertificate('Ґрати', { attempt_limit: 1 });
    const { student, exam, course } = scene;
    await earnLongAgo(scene);
    await asSystem(
      productWorld(),
      // An ended attempt does not change, also not for the system.
      ['reset role'],
      ['alter table attempts disable trigger user'],
      ['set local role osnova_system'],
      [
        `update attempts set started_at = started_at - interval '13 months', finished_at = finished_at - interval '13 months'
           where user_id = $1`,
        [student.id],
      ],
      // The product's own job may have judged it meanwhile.
      [
        `update certificates set expires_at = now() + interval '40 days', renewal_opened_at = null, renewal_next_at = null
           where user_id = $1`,
        [student.id],
      ],
      ['reset role'],
      ['alter table attempts enable trigger user'],
    );
    await asSystem(productWorld(), ['select open_renewals()']);
    await signIn(page, student);
    await aPhone(page);
    await page.goto(`/course/${course.id}`);
    await page.getByText('Строк дії сертифіката спливає: складіть знову').first().waitFor();
    await page.getByText('залишилася 1 спроба').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page
      .getByRole('link', { name: /^Скласти знову/ })
      .first()
      .click();
    await page.waitForURL(`**/course/${course.id}/education-materials/${exam.material_id}**`);
    await page.getByText('Сертифікат потрібно поновити').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('who has no attempt left to renew it asks for one at home, and staff see that it has expired', async ({
    page,
    otherPage,
  }) => {
    const scene = await aCourseWithCertificate('Ґава', { attempt_limit: 2 });
    const { student, course } = scene;
    await company.as('owner').patch(`/course/course/${course.id}/`, { renews_itself: false });
    await earnLongAgo(scene, [3, 0]);
    const begun = await company.aCourse({
      group: await company.aGroup({ students: [student] }),
      materials: 1,
    });
    await signIn(page, student);
    await page.goto('/profile');
    const expired = page
      .locator('section')
      .filter({ hasText: 'Строк дії сертифіката минув, а спроб не залишилося' });
    await expired.getByText(course.name).waitFor();
    await page
      .locator('section')
      .filter({ hasText: begun.name })
      .getByRole('link', { name: 'Розпочати' })
      .waitFor();
    await page.getByText('Строк дії минув', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await expired.getByRole('button', { name: 'Попросити ще одну спробу' }).click();
    await expired.getByText(/^Запит надіслано/).waitFor();
    await signIn(otherPage, company.people.trainer);
    await otherPage.goto(`/course/${course.id}#students`);
    await otherPage.getByText('Строк дії сертифіката минув').waitFor();
    await otherPage.goto('/today');
    await otherPage.getByRole('heading', { name: /^Строк дії сертифіката минув/ }).waitFor();
    await otherPage.getByRole('link', { name: /Ґава/ }).last().click();
    await otherPage.waitForURL(`**/course/${course.id}#certificates`);
  });

  test('who ends a course with a practice is given its certificate there', async ({ page }) => {
    const student = await company.aPerson('student');
    const course = await company.aCourse({
      group: await company.aGroup({ students: [student] }),
      whole: true,
    });
    const exam = await company.anExam({ course, settings: { issue_certificate: true } });
    const practice = await company.anExam({ course, type: 'practice' });
    await takeExam(student.client, exam, 3);
    const attempt = await takeExam(student.client, practice, 3);
    const [number] = await numbersOf({ student, exam, course });
    await signIn(page, student);
    await page.goto(`/course/${course.id}/statistic/${attempt}`);
    await page.getByText(`Ви отримали сертифікат № ${written(number!)}.`).waitFor();
    await saved(page, () => button(page, 'Завантажити сертифікат').click());
  });

  test('without one is told how to get it', async ({ page }) => {
    const { student, course } = await aCourseWithCertificate();
    await signIn(page, student);
    await page.goto('/profile#certificates');
    await page.getByText('Сертифікатів ще немає').waitFor();
    await page.goto(`/course/${course.id}`);
    await page.getByRole('heading', { name: course.name }).waitFor();
    await settled(page);
    expect(await page.getByText('Ви отримали сертифікат').count()).toBe(0);
  });
});

describe('staff', () => {
  test('download it from analytics, result, course and person, and filter the list', async ({ page }) => {
    const scene = await aCourseWithCertificate('Їжак');
    const attempt = await take(scene, 2);
    await take(scene, 3);
    const { course, student } = scene;
    await signIn(page, company.people.owner);
    await page.goto(`/course/${course.id}#analytics`);
    await button(page, /Їжак/).click();
    const fromRow = await saved(page, () =>
      page.getByRole('menuitem', { name: 'Завантажити сертифікат' }).click(),
    );
    expect(fromRow.text).toMatch(/100\s%/);
    await page.goto(`/course/${course.id}#students`);
    await button(page, /Їжак/).click();
    await saved(page, () => page.getByRole('menuitem', { name: 'Завантажити сертифікат' }).click());
    await page.goto(`/course/${course.id}/statistic/${attempt}`);
    await saved(page, () => button(page, 'Завантажити сертифікат').click());

    await page.goto(`/course/${course.id}#certificates`);
    await page.getByRole('table').getByText('Замінено', { exact: true }).waitFor();
    const old = page.getByRole('row').filter({ hasText: '75 %' });
    const replaced = await saved(page, () => old.getByRole('button', { name: /Завантажити/ }).click());
    expect(replaced.text).toContain('ЗАМІНЕНО НОВИМ');
    await addFilter(page, 'Стан', 'Дійсний');
    await old.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(page.url()).toContain('status=valid');
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.goto(`/user/${student.id}#certificates`);
    await page.getByRole('cell', { name: course.name }).first().waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
  });

  test('read each number, and press each button, on a tablet and with the longest name', async ({ page }) => {
    const scene = await aCourseWithCertificate('Перевертайло-Кам’янець-Подільський-Староконстантинівський');
    await take(scene);
    const [number] = await numbersOf(scene);
    await signIn(page, company.people.trainer);
    await page.goto(`/course/${scene.course.id}#certificates`);
    for (const width of [1280, 960, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole('link', { name: written(number!) }).waitFor();
      await page
        .getByText(/Видано/)
        .filter({ visible: true })
        .first()
        .waitFor();
      const edge = () =>
        button(page, /Завантажити/).evaluate(
          (it) => it.closest('.framed')!.getBoundingClientRect().right - it.getBoundingClientRect().right,
        );
      expect(await edge()).toBeGreaterThan(0);
    }
    await page.goto(`/course/${scene.course.id}#analytics`);
    const cell = page.getByRole('cell', { name: /Перевертайло/ }).first();
    await cell.waitFor();
    const over = await cell.evaluate(
      (it) =>
        Math.max(...[...it.querySelectorAll('span')].map((word) => word.getBoundingClientRect().right)) -
        it.getBoundingClientRect().right,
    );
    expect(over).toBeLessThanOrEqual(0);
  });

  test('print the list without what cannot be pressed on paper', async ({ page }) => {
    const scene = await aCourseWithCertificate();
    await take(scene);
    await signIn(page, company.people.trainer);
    await page.goto(`/course/${scene.course.id}#certificates`);
    await page.getByRole('cell', { name: /Ґудзь/ }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('cell', { name: /Ґудзь/ }).isVisible()).toBe(true);
    await page.getByRole('heading', { name: 'Сертифікати' }).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.getByText(/^Company .* · Osnova · надруковано/).waitFor();
    for (const tool of [
      button(page, 'Надрукувати список'),
      button(page, /Завантажити/),
      page.getByRole('tablist'),
    ])
      expect(await tool.first().isVisible()).toBe(false);
  });
});

describe('the check page', () => {
  test('leads from a replaced certificate to the new one, and says that one was revoked', async ({
    page,
  }) => {
    const scene = await aCourseWithCertificate();
    await take(scene, 2);
    await take(scene, 3);
    const [now, before] = await numbersOf(scene);
    await page.goto(`/certificate/${before}`);
    await page.getByText('Сертифікат замінено новим').waitFor();
    await page.getByRole('link', { name: 'Відкрити новий сертифікат' }).click();
    await page.getByText('Сертифікат дійсний').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/certificate/${now}`);
    await asSystem(productWorld(), [
      "update attempts set status = 'annulled' where form_id = $1",
      [scene.exam.form_id],
    ]);
    await page.reload();
    await page.getByText('Сертифікат анульовано').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('says that there is no such number, and takes another as people type it', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/status of 404/);
    const scene = await aCourseWithCertificate();
    await take(scene);
    const [number] = await numbersOf(scene);
    await aPhone(page);
    await page.goto('/certificate/2222-2222-2223');
    await page.getByText('Сертифіката з таким номером немає').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, 'Перевірити').click();
    await page.getByText('Введіть номер').waitFor();
    const field = page.getByRole('textbox', { name: 'Номер сертифіката' });
    await field.fill(written(number!).toLowerCase().replaceAll('-', ' '));
    await field.press('Enter');
    await page.getByText('Сертифікат дійсний').waitFor();
  });

  test('speaks German, also in dark and on a phone', async ({ page }) => {
    const scene = await aCourseWithCertificate('Wolfeschlegelsteinhausenbergerdorff');
    await take(scene);
    const [number] = await numbersOf(scene);
    await aPhone(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.addInitScript(() => localStorage.setItem('language', 'de'));
    await page.goto(`/certificate/${number}`);
    await page.getByText('Das Zertifikat ist gültig').waitFor();
    expect(await page.title()).toContain('Zertifikat prüfen');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe('the register', () => {
  /** One whose certificate expires within 60 days, and one of another manager's group. */
  let people: Person[];
  let course: Course;
  beforeAll(async () => {
    company = await aCompany(productWorld());
    people = await Promise.all([company.aPerson('student'), company.aPerson('student')]);
    const groups = [
      await company.aGroup({ students: [people[0]!] }),
      await company.aGroup({ students: [people[1]!], managers: [await company.aPerson('manager')] }),
    ];
    course = await company.aCourse({ group: groups[0]! });
    const exam = await company.anExam({ course, settings: { issue_certificate: true } });
    await company
      .as('owner')
      .patch(`/course/course/${course.id}/`, { group_ids: groups.map(({ id }) => id) });
    for (const { client } of people) await takeExam(client, exam, 3);
    const ids = people.map(({ id }) => id);
    await asSystem(
      productWorld(),
      [
        `update users set first_name = 'Іван', last_name = (array['Граб', 'Ялина'])[array_position($1, id)]
           where id = any ($1)`,
        [ids],
      ],
      [
        `update memberships set position = 'Токар', subdivision = 'Цех' where company_id = $1 and user_id = $2`,
        [company.id, ids[0]],
      ],
      [`update certificates set expires_at = now() + interval '30 days' where user_id = $1`, [ids[0]]],
    );
  });

  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
  const download = async (page: Page, click: () => Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent('download'), click()]);
    return file.suggestedFilename();
  };

  test('whoever looks after people finds a certificate, saves the list and the paper, and opens what checks it', async ({
    page,
  }) => {
    await signIn(page, company.people.owner);
    await page.goto('/profile');
    await page.getByRole('link', { name: 'Сертифікати', exact: true }).click();
    await page.getByRole('heading', { name: 'Реєстр сертифікатів', level: 1 }).waitFor();
    await row(page, 'Ялина Іван').getByText('Дійсний').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await addFilter(page, 'Стан', 'Спливає протягом 60 днів');
    await chip(page, 'Стан: Спливає протягом 60 днів').waitFor();
    await settled(page);
    expect(await row(page, 'Ялина Іван').count()).toBe(0);
    await row(page, 'Граб Іван').getByText('Токар · Цех').waitFor();
    await row(page, 'Граб Іван').getByText('Строк спливає').waitFor();
    const sheet = await download(page, () => page.getByRole('button', { name: 'Експорт в Excel' }).click());
    expect(sheet).toBe('Реєстр сертифікатів.xlsx');
    await row(page, 'Граб Іван').getByRole('button').click();
    expect(
      await download(page, () => page.getByRole('menuitem', { name: 'Завантажити сертифікат' }).click()),
    ).toMatch(/\.pdf$/);
    await page.keyboard.press('Escape');
    await row(page, 'Граб Іван').getByRole('link').click();
    await page.getByText('Сертифікат дійсний').waitFor();
  });

  test('a manager reads of their people alone', async ({ page }) => {
    await signIn(page, company.people.manager);
    await page.goto('/certificates');
    await row(page, 'Граб Іван').waitFor();
    expect(await row(page, 'Ялина Іван').count()).toBe(0);
  });

  test('a trainer has no register', async ({ page }) => {
    await signIn(page, company.people.trainer);
    await page.goto('/certificates');
    await page.waitForURL('**/no-access');
  });
});
