import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { startAttempt, takeExam } from '../../factories/attempt.ts';
import { aCompany, type Company, type Person } from '../../factories/company.ts';
import { asSystem, type World } from '../../factories/world.ts';
import { aPng } from '../../fixtures/files.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { answerOffline, examPage, passed, saved } from '../../support/browser/exam-page.ts';
import { productWorld } from '../../support/product-world.ts';
import { fontsThere } from '../../support/browser/settled.ts';
import { coveredByToasts, letToastsGo } from '../../support/browser/toasts.ts';

let world: World;
let company: Company;
const aStudentInExam = (page: Page, settings?: Record<string, unknown>) => examPage(page, company, settings);
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
});

/** What the database holds of a student's attempts. */
async function stored(student: Person) {
  return asSystem<{ status: string; holder: string; deadline: string; answers: number; number: number }>(
    world,
    [
      `select t.status, t.holder, t.deadline::text, t.number,
            (select count(*)::integer from attempt_answers s where s.attempt_id = t.id and cardinality(s.answer_ids) > 0) as answers
       from attempts t where t.user_id = $1 order by t.number`,
      [student.id],
    ],
  );
}

test('answers given while offline wait in the browser, survive a reload and go out on reconnecting', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|409/);
  const { student } = await aStudentInExam(page);
  await answerOffline(page);
  expect((await stored(student))[0]).toMatchObject({ answers: 1 });
  await context.setOffline(false);
  await page
    .getByText(/очікує/)
    .first()
    .waitFor({ state: 'hidden' });
  await expect.poll(async () => (await stored(student))[0]?.answers).toBe(2);
});

test('finishing without a connection says so until it is back; an answer that lacks a part is named before', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const pair = (title: string, match: string) => ({ title, match, is_right_answer: true });
  const matching = {
    title: 'Пари?',
    type: 'matching',
    credit: 'parts',
    answers: [pair('Україна', 'Київ'), pair('Польща', 'Варшава')],
  };
  await examPage(page, company, {}, [matching]);
  // What the author wrote is marked with its language, and nothing around it.
  const marked = page.locator('fieldset').locator('xpath=descendant-or-self::*[@lang]');
  expect(await marked.allInnerTexts()).toEqual(['Пари?', 'Україна', 'Польща']);
  await page.getByRole('combobox', { name: 'Пара до «Україна»' }).selectOption({ label: 'Київ' });
  await page.getByRole('button', { name: 'Запитання 1: відповідь неповна' }).waitFor();
  await saved(page).waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Завершити' }).last().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Відповідь неповна: 1 запитання.').waitFor();
  await dialog.getByRole('button', { name: 'Завершити' }).click();
  await dialog.getByText('Немає з’єднання, тест не завершено.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await context.setOffline(false);
  await dialog.getByText('Немає з’єднання, тест не завершено.').waitFor({ state: 'hidden' });
  await dialog.getByRole('button', { name: 'Завершити' }).click();
  await page.getByText('Відповіді надіслано').waitFor();
});

test('a reload goes on with the same attempt, answers and deadline, without asking', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/409/);
  const { student } = await aStudentInExam(page);
  await page.getByText('right', { exact: true }).click();
  await saved(page).waitFor();
  const [before] = await stored(student);
  await page.reload();
  await page.getByText('One', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('radio', { name: 'right' }).isChecked()).toBe(true);
  const after = await stored(student);
  expect(after).toHaveLength(1);
  expect(after[0]!.deadline).toBe(before!.deadline);
});

test('a reload goes on before anything of the screen is drawn', async ({ page }) => {
  await aStudentInExam(page);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  const isAsked = (path: string) => expect.poll(() => asked.some((one) => one.includes(path))).toBe(true);
  let letIn = () => {};
  const known = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route('**/api/v1/accounts/user_info/', async (route) => {
    await known;
    await route.continue();
  });
  await page.reload();
  await isAsked('/start_form_passing');
  expect(await page.locator('#root main').count()).toBe(0);
  letIn();
  await page.getByText('One', { exact: true }).waitFor();
});

test('a reload goes on while its first question who holds the attempt is still being answered', async ({
  page,
}) => {
  await aStudentInExam(page);
  await page.addInitScript(() => {
    const { locks } = navigator;
    const request = locks.request.bind(locks);
    const slowly = (name: string, options: LockOptions, asking: LockGrantedCallback<unknown>) =>
      request(name, options, async (lock) => {
        const answer = await asking(lock);
        await new Promise((later) => setTimeout(later, 1000));
        return answer;
      });
    Object.assign(locks, { request: slowly });
  });
  await page.reload();
  await page.getByText('One', { exact: true }).waitFor();
});

test('a reload goes on though the page that goes lets its attempt go late', async ({ page, context }) => {
  const { exam } = await aStudentInExam(page);
  const going = await context.newPage();
  await going.goto('/terms');
  const attempt_id = await page.evaluate(
    (form) => JSON.parse(sessionStorage.getItem(`osnova.attempt.${form}`)!).attempt_id as number,
    exam.form_id,
  );
  // Its turn comes with the reload, and it stays until it is waited for.
  await going.evaluate((name) => {
    const isAwaited = async () => (await navigator.locks.query()).pending!.some((one) => one.name === name);
    void navigator.locks.request(name, async () => {
      while (!(await isAwaited()));
    });
  }, `osnova.attempt.${attempt_id}`);
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await page.reload();
  await page.getByText('One', { exact: true }).waitFor();
  await going.close();
});

test('a second tab offers to continue there, and the first becomes read-only without losing anything', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/409/);
  const { student, exam } = await aStudentInExam(page);
  await page.getByText('right', { exact: true }).click();
  await saved(page).waitFor();
  const second = await context.newPage();
  await second.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`);
  await second.getByRole('button', { name: 'Продовжити тут' }).click();
  await second.getByText('One', { exact: true }).waitFor();
  await expect.poll(() => second.evaluate(() => document.activeElement!.tagName)).toBe('H1');
  await expect.poll(() => second.getByRole('radio', { name: 'right' }).isChecked()).toBe(true);
  await page
    .getByText(/Тест продовжено в іншому вікні/)
    .first()
    .waitFor();
  await expect.poll(() => page.getByRole('radio', { name: 'right' }).isDisabled()).toBe(true);
  expect(await stored(student)).toMatchObject([{ status: 'running', answers: 1 }]);
});

test('a double click on finishing finishes once, and a required question is asked for first', async ({
  page,
  allowErrors,
}) => {
  // A save under way may come after the end: its answers came with the end.
  allowErrors(/409/);
  const { student } = await aStudentInExam(page);
  const finish = page.getByRole('button', { name: 'Завершити' });
  await page.getByText('right', { exact: true }).click();
  // Where the message comes up, without pointing at it.
  await page.mouse.move(1100, 190);
  await letToastsGo(page);
  await finish.first().press('Enter');
  const told = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Закрити' }) });
  await told.getByText('Дайте відповідь на всі обов’язкові запитання').waitFor();
  expect(await page.evaluate(coveredByToasts, '[role=timer], [data-size] header button')).toEqual([]);
  const { x, y, height } = (await told.boundingBox())!;
  expect(x < 1100 && y < 190 && 190 < y + height).toBe(true);
  await told.waitFor({ state: 'detached' });
  await page.getByText(/^Three/).waitFor();
  await page.getByText('right', { exact: true }).click();
  await finish.last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Завершити' }).dblclick();
  await page
    .getByText(/75\s?%/)
    .first()
    .waitFor();
  expect(await stored(student)).toMatchObject([{ status: 'completed', answers: 2 }]);

  // The same address is the result's now.
  await page.reload();
  await page.waitForURL(/\/statistic\/\d+$/);
  await page
    .getByText(/75\s?%/)
    .first()
    .waitFor();
});

test('at the deadline the page stops by itself and shows the result', async ({ page }) => {
  const { student } = await aStudentInExam(page);
  await page.getByText('right', { exact: true }).click();
  await saved(page).waitFor();
  await passed(world, student, 595);
  // As when its connection comes back: it asks how long there is.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  // Nothing more is done: the last seconds run out.
  await page
    .getByText(/50\s?%/)
    .first()
    .waitFor();
  await page.getByText(/^Час вичерпано: /).waitFor();
  expect(await stored(student)).toMatchObject([{ status: 'completed', answers: 1 }]);
});

test('the exam can be taken with the keyboard alone on a phone', async ({ page, allowErrors }) => {
  allowErrors(/409/);
  await page.setViewportSize({ width: 360, height: 780 });
  const { student } = await aStudentInExam(page);
  await page.keyboard.press('1');
  await saved(page).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Two', { exact: true }).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('2');
  await expect.poll(async () => (await stored(student))[0]?.answers).toBe(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

const grant = (exam: { form_id: number; course: { id: number } }, student: Person, extra_minutes: number) =>
  company.as('trainer').post(`/course/course/${exam.course.id}/grants/`, {
    form_id: exam.form_id,
    user_ids: [student.id],
    extra_minutes,
    reason: 'Noise',
  });

test('three answers given in a minute without a connection arrive, and both sides read the same of that minute', async ({
  page,
  context,
  allowErrors,
  otherPage,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const { student, exam } = await aStudentInExam(page);
  await page.getByText('Усі разом').click();
  await page.getByText('a', { exact: true }).click();
  await saved(page).waitFor();
  await context.setOffline(true);
  await page.getByText('right', { exact: true }).first().click();
  await page.getByText('b', { exact: true }).click();
  await page.getByText('right', { exact: true }).last().click();
  await page
    .getByText(/Немає з’єднання, 3 відповіді очікують/)
    .first()
    .waitFor();
  await passed(world, student, 60);
  expect((await stored(student))[0]).toMatchObject({ answers: 1 });
  await context.setOffline(false);
  await expect.poll(async () => (await stored(student))[0]?.answers).toBe(3);
  await page.getByRole('button', { name: 'Завершити' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Завершити' }).click();
  await page.getByText('Відповіді надіслано').waitFor();
  const timeline = () => page.getByText(/Зв’язку не було 1 хв/);
  await timeline().waitFor();
  const own = await timeline().textContent();
  await page.getByText(/нічого не доводить/).waitFor();
  const [{ id }] = (await asSystem<{ id: number }>(world, [
    'select id from attempts where user_id = $1',
    [student.id],
  ])) as [{ id: number }];
  await signIn(otherPage, company.people.trainer);
  await otherPage.goto(`/course/${exam.course.id}/statistic/${id}`);
  await otherPage.getByText(own!).waitFor();
  await otherPage.getByText(/нічого не доводить/).waitFor();
  expect(await accessibilityProblems(otherPage)).toEqual([]);
});

test('extra minutes appear while the attempt runs, and are said politely', async ({ page }) => {
  const { student, exam } = await aStudentInExam(page);
  await grant(exam, student, 30);
  // As when its connection comes back; else it asks within 20 s.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const told = page.getByRole('status').filter({ hasText: 'Додано 30 хвилин' });
  await told.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const minutes = async () => Number((await page.getByRole('timer').textContent())!.split(':')[0]);
  await expect.poll(minutes).toBeGreaterThanOrEqual(38);
});

test('a clock a day off changes neither the time left nor what is saved', async ({ page }) => {
  await page.addInitScript(() => {
    const real = Date;
    const day = 86_400_000;
    globalThis.Date = class extends real {
      constructor(...given: [number]) {
        super(...(given.length ? given : ([real.now() + day] as [number])));
      }
      static override now = () => real.now() + day;
    } as DateConstructor;
  });
  const { student } = await aStudentInExam(page);
  await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^(10:00|9:\d\d)$/);
  await page.getByText('right', { exact: true }).click();
  await saved(page).waitFor();
  expect(await stored(student)).toMatchObject([{ status: 'running', answers: 1 }]);
});

test('marks and the way of showing questions stay, in another tab as well, and go with the attempt', async ({
  page,
  context,
}) => {
  const { exam } = await aStudentInExam(page);
  await page.getByRole('button', { name: 'На потім' }).click();
  await page.getByRole('button', { name: 'Запитання 1: без відповіді, позначено' }).waitFor();
  await page.getByText('Усі разом').click();
  const all = page.getByRole('group', { name: /^Запитання \d з 3/ });
  await expect.poll(() => all.count()).toBe(3);
  // With all on a page the keys mean the question that has the focus.
  await page.getByRole('button', { name: 'Запитання 2: без відповіді' }).click();
  await page.keyboard.press('2');
  await expect.poll(() => page.getByRole('checkbox', { name: 'b' }).isChecked()).toBe(true);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('1');
  await expect.poll(() => page.getByRole('radio', { name: 'right' }).last().isChecked()).toBe(true);
  expect(await page.getByRole('radio', { name: 'right' }).first().isChecked()).toBe(false);
  await saved(page).waitFor();
  const second = await context.newPage();
  await second.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`);
  await second.getByRole('button', { name: 'Продовжити тут' }).click();
  await second.getByRole('button', { name: 'Запитання 1: без відповіді, позначено' }).waitFor();
  await expect.poll(() => second.getByRole('group', { name: /^Запитання \d з 3/ }).count()).toBe(3);
  await second.getByRole('button', { name: 'Завершити' }).last().click();
  await second.getByRole('dialog').getByText('Позначено на потім: 1 запитання.').waitFor();
  await second.getByRole('dialog').getByRole('button', { name: 'Завершити' }).click();
  await second.getByText('Відповіді надіслано').waitFor();
  expect(
    await second.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('marked'))),
  ).toEqual([]);
});

test('the answers stay where they are when the picture of a question comes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const exam = await company.anExam();
  const owner = company.as('owner');
  const { name, buffer } = aPng('map.png', 800, 600);
  const upload = await world.fetch(
    `/api/v1/course/questions/${exam.questions[0]!.id}/upload_files/?name=${name}`,
    {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/octet-stream' },
      body: new Uint8Array(buffer),
    },
  );
  expect(upload.status).toBe(201);
  const form = `/course/course/${exam.course.id}/form/${exam.form_id}`;
  expect((await owner.post(`${form}/publish/`)).status).toBe(200);
  const picture = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/media\//, async (route) => {
    await picture.promise;
    await route.continue();
  });
  await signIn(page, company.people.student);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}`);
  await page.getByRole('button', { name: 'Розпочати' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).click();
  const answer = page.getByText('right', { exact: true });
  const shown = page.getByRole('img', { name });
  await answer.waitFor();
  await fontsThere(page);
  const [place, before] = [await answer.boundingBox(), await shown.boundingBox()];
  expect(before!.width / before!.height).toBeCloseTo(800 / 600, 1);
  picture.resolve();
  await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(800);
  expect(await answer.boundingBox()).toEqual(place);
  expect(await shown.boundingBox()).toEqual(before);
});

test('on a phone the map comes up from the bar, the place and what was struck out outlive a reload, and the clock can be put away', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/409/);
  await page.setViewportSize({ width: 390, height: 780 });
  await aStudentInExam(page);
  await page.getByRole('button', { name: 'Карта, відповіді: 0/3' }).click();
  const sheet = page.getByRole('dialog', { name: 'Карта запитань' });
  expect(await accessibilityProblems(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Розмір тексту: найбільший' }).click();
  await sheet.getByRole('button', { name: 'Запитання 2: без відповіді' }).click();
  await page.getByText('Two', { exact: true }).waitFor();
  expect(await sheet.count()).toBe(0);
  await page.getByRole('button', { name: 'Викреслити: c' }).click();
  await page.getByRole('button', { name: 'Сховати час' }).click();
  await page.getByRole('timer').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Two', { exact: true }).waitFor();
  const struck = page.getByRole('button', { name: 'Викреслити: c' });
  await expect.poll(() => struck.getAttribute('aria-pressed')).toBe('true');
  expect(await page.getByRole('checkbox', { name: 'c' }).isChecked()).toBe(false);
  await expect.poll(() => page.locator('div[data-size="3"]').count()).toBe(1);
  await page.getByRole('button', { name: 'Показати час' }).click();
  await page.getByRole('timer').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test('the clock that was put away comes back for the last five minutes', async ({ page, allowErrors }) => {
  allowErrors(/409/);
  const { student } = await aStudentInExam(page);
  await page.getByRole('button', { name: 'Сховати час' }).click();
  await passed(world, student, 330);
  await page.reload();
  await page.getByRole('timer').waitFor();
  expect(await page.getByRole('button', { name: /Сховати час|Показати час/ }).count()).toBe(0);
});

test('single keys can be turned off, and on a radio button the arrows are its own', async ({ page }) => {
  const { student } = await aStudentInExam(page);
  await page.getByRole('radio', { name: 'right' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.getByRole('radio', { name: 'wrong' }).isChecked()).toBe(true);
  await page.getByText('One', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: /Клавіші/ }).uncheck();
  await page.keyboard.press('1');
  await expect.poll(() => page.getByRole('radio', { name: 'wrong' }).isChecked()).toBe(true);
  await saved(page).waitFor();
  expect(await stored(student)).toMatchObject([{ answers: 1 }]);
});

test('the result stands first: the verdict, then the next step, then what fell short alone; the receipt is folded', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/409/);
  await page.setViewportSize({ width: 390, height: 780 });
  await aStudentInExam(page, {
    attempt_limit: 3,
    show_uncounted_answers: true,
    passing_score: 100,
    text_after_failure_passing: `https://example.com/${'verylong'.repeat(9)}`,
  });
  await page.getByText('right', { exact: true }).click();
  await page.getByRole('button', { name: 'Далі' }).click();
  await page.getByRole('button', { name: 'Далі' }).click();
  await page.getByText('right', { exact: true }).click();
  await saved(page).waitFor();
  await page.getByRole('button', { name: 'Завершити' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Завершити' }).click();
  const verdict = page.getByRole('heading', { name: 'Не складено' });
  const again = page.getByRole('link', { name: 'Спробувати ще раз' });
  await again.waitFor();
  const places = await Promise.all(
    [verdict, again, page.getByText('Відповіді надіслано'), page.getByText('Без відповіді: 1')].map(
      async (one) => (await one.boundingBox())!.y,
    ),
  );
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  // A link of the author's goes on in the next line.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByText(/залишилося 2 спроби/).waitFor();
  expect(await page.getByText('Код підтвердження').isVisible()).toBe(false);
  await page.getByRole('checkbox', { name: 'Лише не зараховані повністю' }).check();
  await page.getByText('1. One').waitFor({ state: 'hidden' });
  expect(await accessibilityProblems(page)).toEqual([]);
  await again.click();
  await page.getByRole('button', { name: 'Спробувати ще раз' }).waitFor();
});

test('whoever has passed is led on first, and may try again', async ({ page }) => {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const course = await company.aCourse({ group });
  const exam = await company.anExam({ course, settings: { attempt_limit: 3 } });
  const look = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => button.getAttribute('data-variant'));
  await signIn(page, student);
  const path = `/course/${course.id}/education-materials/${exam.material_id}`;
  await page.goto(path);
  await page.getByRole('button', { name: 'Розпочати' }).waitFor();
  expect(await look('Розпочати')).toBe('filled');
  await takeExam(student.client, exam);
  await page.goto(path);
  await page.getByRole('link', { name: 'До курсу' }).waitFor();
  expect(await look('Спробувати ще раз')).toBe('default');
});

test('a form that forbids copying gives nothing to copy or print, and the keyboard stays', async ({
  page,
}) => {
  await aStudentInExam(page, { disable_autosave_for_all_respondents: true });
  await page.getByText(/запитання не можна копіювати й друкувати/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByText('One', { exact: true }).dblclick();
  await page.keyboard.press('Control+a');
  expect(await page.evaluate(() => getSelection()!.toString())).not.toMatch(/One|right|wrong/);
  const refused = await page.getByText('One', { exact: true }).evaluate((title) => {
    const tried = ['copy', 'cut', 'contextmenu', 'dragstart'].map((kind) => {
      const event = new Event(kind, { bubbles: true, cancelable: true });
      title.dispatchEvent(event);
      return event.defaultPrevented;
    });
    return tried;
  });
  expect(refused).toEqual([true, true, true, true]);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByText('One', { exact: true }).isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('radio', { name: 'wrong' }).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => page.getByRole('radio', { name: 'wrong' }).isChecked()).toBe(true);
});

test('a form that allows copying lets its words be selected', async ({ page }) => {
  await aStudentInExam(page);
  await page.keyboard.press('Control+a');
  expect(await page.evaluate(() => getSelection()!.toString())).toMatch(/One/);
});

test('a browser without storage takes the exam all the same, and says what is in danger', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const { student } = await aStudentInExam(page);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await context.setOffline(true);
  await page.getByText('right', { exact: true }).click();
  await page.getByText(/Не закривайте сторінку/).waitFor();
  await context.setOffline(false);
  await page.getByText(/Не закривайте сторінку/).waitFor({ state: 'hidden' });
  await expect.poll(async () => (await stored(student))[0]?.answers).toBe(1);
});

test('a trainer gives time to one student and to a group from the analytics of the course', async ({
  page,
}) => {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const exam = await company.anExam({ course: await company.aCourse({ group }) });
  await signIn(page, company.people.trainer);
  await page.goto(`/course/${exam.course.id}#analytics`);
  await page.getByRole('button', { name: /^Дії/ }).first().click();
  await page.getByRole('menuitem', { name: 'Додати час або спроби' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Додаткові хвилини').fill('15');
  await dialog.getByRole('button', { name: 'Додати' }).click();
  await dialog.getByText(/Обов.язкове поле/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByLabel('Причина').fill('Пожежна тривога');
  await dialog.getByRole('button', { name: 'Додати' }).click();
  await page.getByText('Додано для 1 студента').waitFor();
  await page.getByRole('button', { name: 'Додати час або спроби' }).click();
  await dialog.getByLabel('Додаткові спроби').fill('2');
  await dialog.getByLabel('Причина').fill('Пожежна тривога');
  await dialog.getByRole('button', { name: 'Додати' }).click();
  await page.getByText('Додано для 1 студента').last().waitFor();
  const given = async () => {
    const [row] = await asSystem<{ extra_minutes: number; extra_attempts: number }>(world, [
      'select extra_minutes, extra_attempts from assignments where user_id = $1',
      [student.id],
    ]);
    return row;
  };
  await expect.poll(given).toEqual({ extra_minutes: 15, extra_attempts: 2 });
});

test('the minutes of an outage are given back in one click', async ({ page }) => {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const exam = await company.anExam({ course: await company.aCourse({ group }) });
  await startAttempt(student.client, exam);
  await asSystem(world, [
    `update attempts set started_at = started_at - interval '5 minutes', last_seen_at = last_seen_at - interval '5 minutes' where user_id = $1`,
    [student.id],
  ]);
  await signIn(page, company.people.trainer);
  await page.goto(`/course/${exam.course.id}#analytics`);
  await page.getByRole('button', { name: 'Повернути час після збою' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Тривають зараз: 1 спроба').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByLabel('Причина').fill('Зникло світло');
  await dialog.getByRole('button', { name: 'Повернути час' }).click();
  await page.getByText('Час повернено: 1 спроба').waitFor();
  const [row] = await asSystem<{ amount: number }>(world, [
    `select d.amount from assignment_decisions d join assignments a on a.id = d.assignment_id where a.user_id = $1`,
    [student.id],
  ]);
  expect(row!.amount).toBeGreaterThanOrEqual(5);
});
