import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { aCompany } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { aVideo } from '../../fixtures/files.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn } from '../../support/browser/browser.ts';
import { installedTest as test, untilKept } from '../../support/browser/installed.ts';
import { passed } from '../../support/browser/exam-page.ts';
import { productWorld } from '../../support/product-world.ts';

/** A student on a phone, with the service worker in charge, in a course of three texts and an exam. */
async function aStudent(page: Page) {
  const world = productWorld();
  const company = await aCompany(world);
  const course = await company.aCourse({ materials: 3 });
  await asSystem(
    world,
    ...[1, 2, 3].map((number): [string, unknown[]] => [
      'update materials set text = $2 where id = $1',
      [course.materials[number - 1], `<h2>Розділ ${number}</h2><p>Читайте уважно.</p>`],
    ]),
  );
  const exam = await company.anExam({ course });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, company.people.student);
  const pathOf = (id: number) => `/course/${course.id}/education-materials/${id}`;
  const paths = course.materials.map(pathOf);
  return {
    world,
    company,
    student: company.people.student,
    course,
    exam,
    paths,
    examPath: pathOf(exam.material_id),
  };
}

/** Paths of materials whose answers are in the browser. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const stores = (await caches.keys()).filter((name) => name.startsWith('osnova-kept-'));
    const requests = await Promise.all(stores.map(async (name) => (await caches.open(name)).keys()));
    return requests
      .flat()
      .map(({ url }) => new URL(url).pathname)
      .filter((path) => path.includes('educational_material'));
  });
const isPageKept = (page: Page) =>
  page.evaluate(async () => (await caches.match('/kept-page')) !== undefined);
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

test('what was opened is read again without a connection, what was not says so, and so does an exam', async ({
  installed,
  visitor: page,
}) => {
  const { paths, examPath, course } = await aStudent(page);
  await page.goto(`/course/${course.id}`);
  await heading(page, course.name).waitFor();
  await untilKept(page, `/api/v1/course/course/${course.id}/`);
  await page.goto(examPath);
  await page.getByRole('button', { name: 'Розпочати' }).waitFor();
  await page.goto(paths[0]!);
  await heading(page, 'Розділ 1').waitFor();
  await untilKept(page, '/kept-page');
  expect(await kept(page)).toHaveLength(1);

  await installed.setOffline(true);
  await page.reload();
  await heading(page, 'Розділ 1').waitFor();
  await page.getByText('Немає з’єднання').waitFor();
  await page.goto(paths[1]!);
  await page.getByText('Цього матеріалу немає на пристрої').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  // What there is instead is one press away.
  await page.getByRole('region', { name: 'Без мережі можна читати' }).getByRole('link').click();
  await heading(page, 'Розділ 1').waitFor();
  // Of a course that is not here either, it may be a test.
  await page.goto(`/course/${course.id + 1_000_000}/education-materials/1`);
  await page.getByText(/або це тест/).waitFor();
  await page.goto(examPath);
  await page.getByText('Тест потребує мережі').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  // A screen whose code is not kept is not waited for.
  await page.goto('/support');
  await page.getByText('Щойно з’єднання з’явиться, сторінка відкриється сама.').waitFor();
  await page.goto(examPath);
  await installed.setOffline(false);
  await page.getByRole('button', { name: 'Розпочати' }).waitFor();
  await page.goto(paths[1]!);
  await heading(page, 'Розділ 2').waitFor();
});

test('a test that was left and has ended since closes nothing any more without a connection', async ({
  installed,
  visitor: page,
}) => {
  const { paths, examPath, world, student } = await aStudent(page);
  await page.goto(paths[0]!);
  await heading(page, 'Розділ 1').waitFor();
  await untilKept(page, '/kept-page');
  await page.goto(examPath);
  await page.getByRole('button', { name: 'Розпочати' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).click();
  await page.locator('[data-focus-screen]').waitFor();
  await page.goto('/profile');
  await page.getByRole('complementary', { name: /^Триває тест/ }).waitFor();
  await installed.setOffline(true);
  await page.goto(paths[0]!);
  await page.getByText('Матеріали закрито, доки триває тест').waitFor();
  await passed(world, student, 65);
  await installed.setOffline(false);
  await page.goto('/profile');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('osnova-kept-rest'))).toBe(null);
  await installed.setOffline(true);
  await page.goto(paths[0]!);
  await heading(page, 'Розділ 1').waitFor();
});

test('a video that was only opened is not listed, says that it needs a connection, and plays when that is back', async ({
  installed,
  visitor: page,
}) => {
  const { company, course, world, paths } = await aStudent(page);
  const owner = company.as('owner');
  const at = `/course/course/${course.id}/educational_material/`;
  const { body } = await owner.post(at, { name: 'Відео', type: 'video' });
  const { name, mimeType, buffer } = aVideo();
  await world.fetch(`/api_uploader/v1${at}${body.id}/upload_file/?kind=main&name=${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': mimeType },
    body: new Uint8Array(buffer),
  });
  const path = `/course/${course.id}/education-materials/${body.id}`;
  await page.goto(path);
  const video = page.locator('video');
  await video.waitFor();
  await untilKept(page, `/api/v1${at}${body.id}/`);
  await page.goto(paths[0]!);
  await heading(page, 'Розділ 1').waitFor();
  await untilKept(page, '/kept-page');
  await page.goto('/profile#device');
  const list = page.getByRole('region', { name: 'Без мережі можна читати' });
  await list.getByText('Material 1').waitFor();
  expect(await list.getByRole('link').count()).toBe(1);
  await installed.setOffline(true);
  // So short a film is in the browser's own cache as a whole.
  await installed.route('**/api/v1/media/**', (route) => route.abort());
  await page.goto(path);
  await page.getByText('Для відтворення потрібна мережа').waitFor();
  expect(await page.getByText('Ваш браузер не відтворює').count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await installed.unrouteAll();
  await installed.setOffline(false);
  await expect
    .poll(() => video.evaluate(({ readyState }: HTMLVideoElement) => readyState))
    .toBeGreaterThan(0);
});

test('a course is kept for the way home, its room is told, and it is taken away again', async ({
  installed,
  visitor: page,
}) => {
  const { course, paths } = await aStudent(page);
  await page.goto(`/course/${course.id}#theory`);
  await page.getByRole('button', { name: 'Зберегти на пристрої 3 матеріали' }).press('Enter');
  await page.getByText('Курс можна читати без мережі').waitFor();
  await page.getByText(/На пристрої 3 матеріали/).waitFor();
  // The course has an exam.
  await page.getByText('Тести й пакети SCORM проходять лише з мережею').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await kept(page)).toHaveLength(3);
  await installed.setOffline(true);
  await page.goto(paths[2]!);
  await heading(page, 'Розділ 3').waitFor();
  const finish = page.getByRole('button', { name: /^Прочитано/ });
  await expect.poll(() => finish.isDisabled()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await installed.setOffline(false);
  await expect.poll(() => finish.isEnabled()).toBe(true);
  await installed.setOffline(true);
  // The list of courses was never opened here.
  const list = page.getByRole('region', { name: 'Без мережі можна читати' });
  await page.goto('/course');
  await page.getByRole('button', { name: 'Спробувати ще раз' }).waitFor();
  await expect.poll(() => list.getByRole('link').count()).toBe(3);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto('/profile#device');
  await list.getByText(/Зайнято/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await list.getByRole('button', { name: 'Прибрати з пристрою: Material 3' }).click();
  await expect.poll(() => kept(page)).toHaveLength(2);
  await list.getByRole('button', { name: 'Прибрати все' }).click();
  await page.getByText('На цьому пристрої ще нічого немає').waitFor();
  expect(await kept(page)).toEqual([]);
});

test('a package is not kept and says that it needs a connection; what cannot be kept keeps nothing else from it', async ({
  installed,
  visitor: page,
}) => {
  const { company, course, paths } = await aStudent(page);
  const at = `/course/course/${course.id}/educational_material/`;
  const { body: added } = await company.as('owner').post(at, { name: 'Симулятор', type: 'package' });
  const path = `/course/${course.id}/education-materials/${added.id}`;
  await page.goto(path);
  await heading(page, 'Симулятор').waitFor();
  await page.goto(`/course/${course.id}#theory`);
  const first = `**/educational_material/${course.materials[0]}/`;
  await installed.route(first, (route) => route.abort());
  await page.getByRole('button', { name: 'Зберегти на пристрої 3 матеріали' }).click();
  await page.getByText('Збережено 2 з 3. Не вдалося зберегти: перевірте з’єднання').waitFor();
  await page.getByText(/На пристрої 2 матеріали/).waitFor();
  await page.getByRole('button', { name: 'Зберегти ще 1 матеріал' }).waitFor();
  expect(await kept(page)).toHaveLength(2);
  await installed.unroute(first);
  await installed.setOffline(true);
  await page.goto(path);
  await page.getByText('Пакет SCORM потребує мережі').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('region', { name: 'Без мережі можна читати' }).getByRole('link').first().click();
  await page.waitForURL((url) => paths.includes(url.pathname));
});

test('keeping a course counts onwards, and goes on where it was cut off', async ({
  installed,
  visitor: page,
}) => {
  const { course } = await aStudent(page);
  await page.goto(`/course/${course.id}#theory`);
  const last = `**/educational_material/${course.materials[2]}/`;
  await installed.route(last, () => {});
  await page.getByRole('button', { name: 'Зберегти на пристрої 3 матеріали' }).click();
  await page.getByRole('button', { name: 'Зберігаємо 3 з 3…' }).waitFor();
  await page.reload();
  await page.getByText(/На пристрої 2 матеріали/).waitFor();
  await installed.unroute(last);
  await page.getByRole('button', { name: 'Зберегти ще 1 матеріал' }).click();
  await page.getByText('Курс можна читати без мережі').waitFor();
  await page.getByText(/На пристрої 3 матеріали/).waitFor();
});

test('nothing of it is left after a sign-out, and a test that runs closes it', async ({
  installed,
  visitor: page,
}) => {
  const { paths, examPath } = await aStudent(page);
  await page.goto(paths[0]!);
  await page.getByRole('button', { name: /^Зберегти на пристрої/ }).click();
  await page.getByText('Матеріал можна читати без мережі').waitFor();
  await page.goto(examPath);
  await page.getByRole('button', { name: 'Розпочати' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).click();
  await page.locator('[data-focus-screen]').waitFor();
  const other = await installed.newPage();
  await installed.setOffline(true);
  await other.goto(paths[0]!);
  await other.getByText('Матеріали закрито, доки триває тест').waitFor();
  expect(await other.getByText('Без мережі можна читати').count()).toBe(0);
  await installed.setOffline(false);
  await other.goto('/course');
  await other.getByRole('heading', { level: 1 }).waitFor();
  await other.keyboard.press('Control+k');
  await other.getByRole('combobox', { name: 'Пошук і команди' }).fill('вийти');
  await other.getByRole('option', { name: 'Вийти', exact: true }).click();
  await other.waitForURL('**/login**');
  const left = () =>
    other.evaluate(async () => [
      ...(await caches.keys()).filter((name) => name.startsWith('osnova-kept-')),
      ...Object.keys(localStorage).filter((key) => key.includes('kept')),
    ]);
  await expect.poll(left).toEqual([]);
  expect(await isPageKept(other)).toBe(false);
  await installed.setOffline(true);
  await other.goto(paths[0]!);
  await other.getByRole('heading', { name: 'Немає з’єднання' }).waitFor();
});
