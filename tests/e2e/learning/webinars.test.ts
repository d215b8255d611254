import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { aCompany, unique, type Company } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { aPdf, aPng, aVideo } from '../../fixtures/files.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { mailTo } from '../../support/mail.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const DAYS = 24 * 60;

async function aWebinar(course: { id: number }, minutes = 3 * DAYS) {
  const name = unique('Вебінар');
  const { body } = await company.as('owner').post('/webinar/webinar/', {
    name,
    starts_at: new Date(Date.now() + minutes * 60_000).toISOString(),
    time_zone: 'Europe/Kyiv',
    duration: 60,
    join_url: 'https://example.com/room',
    course_ids: [course.id],
  });
  return { id: body.id as number, name };
}

const startIn = (id: number, seconds: number) =>
  asSystem(productWorld(), [
    'update webinars set starts_at = now() + make_interval(secs => $2) where id = $1',
    [id, seconds],
  ]);

describe('a webinar', () => {
  test('is planned in another time zone and stands on the tab of its course', async ({ page }) => {
    const course = await company.aCourse();
    const name = unique('Розбір');
    await signIn(page, company.people.owner);
    await page.goto(`/course/${course.id}#webinars`);
    await page.getByText('Майбутніх вебінарів немає').waitFor();
    await page.getByRole('link', { name: 'Створити вебінар' }).click();
    await page.getByText(course.name).waitFor();
    await button(page, 'Створити').click();
    await page.getByText('Обов’язкове поле').first().waitFor();
    await page.getByRole('textbox', { name: 'Назва' }).fill(name);
    await page.getByLabel('Дата і час початку').fill('2031-07-01T10:00');
    const zone = page.getByRole('combobox', { name: 'Часовий пояс' });
    await zone.fill('Tokyo');
    await page.getByRole('option', { name: /^Tokyo/ }).click();
    await page.getByRole('spinbutton', { name: 'Тривалість' }).fill('90');
    await page.getByText('Завершення: 01.07.2031, 11:30.').waitFor();
    const past = page.getByText('Цей час уже минув');
    expect(await past.count()).toBe(0);
    await page.getByLabel('Дата і час початку').fill('2020-07-01T10:00');
    await past.waitFor();
    await page.getByLabel('Дата і час початку').fill('2031-07-01T10:00');
    await past.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Сервіс' }).selectOption('zoom');
    const address = page.getByRole('textbox', { name: 'Адреса для входу' });
    await address.fill('https://example.com/room');
    await button(page, 'Створити').click();
    await page.getByText('Ця адреса не належить вибраному сервісу').first().waitFor();
    await address.fill('https://us02web.zoom.us/j/1');
    await button(page, 'Створити').click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByText(/10:00–11:30.+GMT\+9/).waitFor();
    await page.getByRole('link', { name: course.name }).click();
    await page.getByRole('tab', { name: 'Вебінари' }).click();
    await page.getByRole('link', { name }).waitFor();
    const { body } = await company.as('owner').get(`/webinar/webinar/?course=${course.id}`);
    expect(body.results).toMatchObject([{ name, starts_at: '2031-07-01T01:00:00.000Z', duration: 90 }]);
  });

  test('that has passed, or is for nobody, is asked about once before it is saved', async ({ page }) => {
    const name = unique('Минуле');
    await signIn(page, company.people.owner);
    await page.goto('/webinar/create');
    await page.getByText('Не вибрано нікого').waitFor();
    await page.getByRole('textbox', { name: 'Назва' }).fill(name);
    await page.getByLabel('Дата і час початку').fill('2020-07-01T10:00');
    await page.getByText('Цей час уже минув').waitFor();
    const zone = page.getByRole('combobox', { name: 'Часовий пояс' });
    await zone.fill('New York');
    await page.getByRole('option', { name: 'New York (GMT−4)' }).waitFor();
    await zone.fill('Kyiv');
    await page.getByRole('option', { name: 'Київ (GMT+3)' }).click();
    await page.getByLabel('Дата і час початку').fill('2020-03-29T03:30');
    await page.getByText('Такого часу тут немає').waitFor();
    await page.getByText('Початок буде 29.03.2020, 04:30').waitFor();
    await page.getByLabel('Дата і час початку').fill('2020-07-01T10:00');
    await button(page, 'Створити').click();
    const dialog = page.getByRole('dialog', { name: 'Зберегти так?' });
    await dialog.getByText('Початок уже минув: 01.07.2020, 10:00').waitFor();
    await dialog.getByText('Нікого не запрошено').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Повернутися до форми' }).click();
    await button(page, 'Створити').click();
    await dialog.getByRole('button', { name: 'Створити' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('link', { name: 'Редагувати' }).click();
    await page.getByRole('textbox', { name: 'Назва' }).fill(`${name} 2`);
    await button(page, 'Зберегти').click();
    await page.getByRole('heading', { level: 1, name: `${name} 2` }).waitFor();
  });

  test('shows a countdown, then lets in without a reload, and notes who came', async ({ page, context }) => {
    const course = await company.aCourse();
    const webinar = await aWebinar(course);
    await startIn(webinar.id, 15 * 60 + 3600);
    await context.route('https://example.com/**', (route) => route.fulfill({ body: 'room' }));
    await signIn(page, company.people.student);
    await page.clock.install();
    await page.goto('/webinar');
    await page.getByRole('link', { name: webinar.name }).click();
    await page.getByRole('heading', { level: 1, name: webinar.name }).waitFor();
    await page.getByRole('timer').waitFor();
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    expect(await button(page, 'Приєднатися').count()).toBe(0);
    expect(await page.locator('body').innerText()).not.toContain('example.com');
    // An hour goes by, here and on the server.
    await startIn(webinar.id, -60);
    await page.clock.fastForward(3_600_000);
    await button(page, 'Приєднатися').waitFor();
    const opened = context.waitForEvent('page');
    await button(page, 'Приєднатися').click();
    const room = await opened;
    await room.waitForURL('https://example.com/room');
    await button(page, 'Позначити вихід').click();
    await page.getByText('Ваш вихід зафіксовано').waitFor();
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
    const { body } = await company.as('owner').get(`/webinar/webinar/${webinar.id}/attendance/?status=left`);
    expect(body.results).toMatchObject([{ id: company.people.student.id, source: 'join' }]);
  });

  test('is put into a calendar from its page and from a mail', async ({ page }) => {
    const course = await company.aCourse();
    const webinar = await aWebinar(course);
    await signIn(page, company.people.student);
    for (const open of [
      async () => {
        await page.goto(`/webinar/${webinar.id}`);
        await button(page, 'Додати до календаря').click();
      },
      async () => void (await page.goto(`/webinar/${webinar.id}?calendar=1`)),
    ]) {
      const saving = page.waitForEvent('download');
      await open();
      const file = await saving;
      expect(file.suggestedFilename()).toBe(`webinar-${webinar.id}.ics`);
      const text = await readFile(await file.path(), 'utf8');
      const lines = text.replaceAll('\r\n ', '').split('\r\n');
      expect(lines).toEqual(
        expect.arrayContaining(['BEGIN:VEVENT', `SUMMARY:${webinar.name}`, 'STATUS:CONFIRMED']),
      );
      expect(text).not.toContain('example.com');
    }
    await page.waitForURL((url) => url.search === '');
  });

  test('is noted by hand, and its table is saved', async ({ page }) => {
    const course = await company.aCourse();
    const webinar = await aWebinar(course);
    await signIn(page, company.people.owner);
    await page.goto(`/webinar/${webinar.id}#attendance`);
    await page.getByText('Запрошено: 1').waitFor();
    expect(await button(page, /^Дії/).count()).toBe(0);
    await startIn(webinar.id, 0);
    await page.reload();
    await button(page, /^Дії.*Student/).click();
    await page.getByRole('menuitem', { name: 'Позначити присутність' }).click();
    await page.getByText('Були присутні: 1').waitFor();
    const saving = page.waitForEvent('download');
    await button(page, 'Завантажити таблицю').click();
    const text = await readFile(await (await saving).path(), 'utf8');
    expect(text.split('\r\n')[0]).toContain('"Ім’я";"Статус"');
    expect(text).toMatch(/"Person Student";"Присутність";"";"";"";"Позначка ведучого"/);
  });

  test('hands out slides, and its recording afterwards, to those invited', async ({ page, otherPage }) => {
    const course = await company.aCourse();
    const webinar = await aWebinar(course);
    await signIn(page, company.people.owner);
    await page.goto(`/webinar/${webinar.id}#files`);
    const chooser = page.locator('input[type=file]');
    await chooser.nth(1).setInputFiles({ ...aPng(), name: 'not-a-recording.png' });
    await page.getByRole('alert').getByText('not-a-recording.png').waitFor();
    await chooser.nth(0).setInputFiles([await aPdf(1, 'slides.pdf'), aPng('scheme.png')]);
    await chooser.nth(1).setInputFiles(aVideo());
    await expect.poll(() => page.getByRole('button', { name: /^Видалити файл: / }).count()).toBe(3);
    expect(await accessibilityProblems(page)).toEqual([]);
    await startIn(webinar.id, -2 * 60 * 60);

    await signIn(otherPage, company.people.student);
    await otherPage.goto(`/webinar/${webinar.id}`);
    await otherPage.getByText('scheme.png').waitFor();
    const recording = otherPage.locator('video');
    await expect.poll(() => recording.evaluate((one: HTMLVideoElement) => one.duration > 5)).toBe(true);
    expect(await accessibilityProblems(otherPage)).toEqual([]);

    await page.getByRole('button', { name: 'Видалити файл: slides.pdf' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Видалити', exact: true }).click();
    await expect.poll(() => page.getByRole('button', { name: /^Видалити файл: / }).count()).toBe(2);
  });

  test('is canceled with a reason, which those invited read in a mail and on its page', async ({ page }) => {
    const course = await company.aCourse();
    const webinar = await aWebinar(course);
    await asSystem(productWorld(), [
      'update notifications set mailed_at = now() where company_id = $1 and mailed_at is null',
      [company.id],
    ]);
    await signIn(page, company.people.trainer);
    await page.goto(`/webinar/${webinar.id}`);
    await button(page, 'Скасувати вебінар').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Причина' }).fill('Лекторка захворіла');
    // The word that leaves it is not the one that cancels.
    await expect
      .poll(() => dialog.getByRole('button').allTextContents())
      .toEqual(['', 'Закрити', 'Скасувати вебінар']);
    await dialog.getByRole('button', { name: 'Скасувати вебінар' }).click();
    await page.getByText('Причина: Лекторка захворіла').waitFor();
    expect(await page.getByRole('link', { name: 'Редагувати' }).count()).toBe(0);
    const mail = await mailTo(company.people.student.email, { subject: /Вебінар скасовано/ });
    expect(mail.subject).toContain(webinar.name);
    expect(mail.text).toContain('Лекторка захворіла');
    await page.goto('/webinar');
    await page.getByRole('listitem').filter({ hasText: webinar.name }).getByText('Скасовано').waitFor();
  });
});
