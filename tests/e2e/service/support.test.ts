import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { aCompany, unique } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { openContext, signIn, test } from '../../support/browser/browser.ts';
import { mailTo } from '../../support/mail.ts';
import { productWorld } from '../../support/product-world.ts';

const SUPPORT = 'support@osnova.example';

test('a student reads an instruction and writes to the vendor with the keyboard alone', async ({ page }) => {
  const world = productWorld();
  const company = await aCompany(world);
  await company.aCourse();
  const { student, trainer } = company.people;
  await signIn(page, student);
  await page.goto('/support');
  await page.getByRole('link', { name: trainer.email }).waitFor();

  const search = page.getByRole('searchbox', { name: 'Пошук в інструкціях' });
  await search.focus();
  await page.keyboard.type('збій зв’язок');
  await page.getByText('Знайдено 1 інструкцію').waitFor();
  // Its words are those of the exam's own screen.
  await page.getByText('Замість рядка Відповіді зберігаються автоматично ви побачите').waitFor();
  const picture = page.getByRole('button', { name: /^Збільшити зображення/ });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.locator('img').evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBe(960);
  await picture.focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('img', { name: /^Запитання іспиту/ })
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await accessibilityProblems(page)).toEqual([]);

  const menu = page.getByRole('button', { name: 'Меню компанії' });
  const entry = page.getByRole('button', { name: 'Зворотний зв’язок' });
  const openByKeys = async () => {
    await menu.focus();
    await page.keyboard.press('Enter');
    await entry.focus();
    await page.keyboard.press('Enter');
  };
  await menu.click();
  await entry.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await entry.waitFor({ state: 'hidden' });
  await openByKeys();
  const dialog = page.getByRole('dialog', { name: 'Зворотний зв’язок' });
  const text = dialog.getByRole('textbox', { name: 'Ваше повідомлення' });
  await text.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await expect.poll(() => text.evaluate((field) => field === document.activeElement)).toBe(true);
  const words = unique('Дякую за інструкції');
  await page.keyboard.type(words);
  // Closed by accident: the draft is still there.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await openByKeys();
  await expect.poll(() => text.inputValue()).toBe(words);
  await dialog.getByRole('radio', { name: 'Запитання' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => dialog.getByRole('radio', { name: 'Подяка' }).isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Надіслати' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Дякуємо! Повідомлення надіслано').waitFor();
  await dialog.waitFor({ state: 'hidden' });

  const mail = await mailTo(SUPPORT, { subject: /Подяка/ });
  for (const part of [words, student.email, `${inject('product').url}/support?search=`])
    expect(mail.text).toContain(part);
});

test('a pasted picture goes along, and a running test has no place for it', async ({ page }) => {
  const world = productWorld();
  const company = await aCompany(world);
  const exam = await company.anExam();
  const { student } = company.people;
  await signIn(page, student);
  await page.goto('/support');
  await page.getByRole('button', { name: 'Написати нам' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Зворотний зв’язок' });
  await dialog.getByRole('textbox').fill('Дивіться знімок');
  // Larger than the API takes: noise that no format packs.
  await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 900 });
    const context = canvas.getContext('2d')!;
    const noise = context.createImageData(1200, 900);
    for (let at = 0; at < noise.data.length; at += 1)
      noise.data[at] = (at * 7919 + (at >> 3) * 104_729) % 256;
    context.putImageData(noise, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([blob!], 'screen.png', { type: 'image/png' }));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await dialog.getByRole('img', { name: 'Знімок, який буде надіслано' }).waitFor();
  await dialog.getByRole('button', { name: 'Надіслати' }).click();
  await page.getByText('Дякуємо! Повідомлення надіслано').waitFor();
  const kept = await asSystem<{ size: string; page: string }>(world, [
    `select m.size, f.page from feedback f join media m on m.id = f.screenshot_id where f.company_id = $1`,
    [company.id],
  ]);
  expect(kept).toMatchObject([{ page: '/support' }]);
  expect(Number(kept[0]!.size)).toBeLessThanOrEqual(500 * 1024);

  const path = `/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`;
  await page.goto(path);
  await page.getByRole('button', { name: 'Розпочати' }).waitFor();
  await page.getByRole('button', { name: 'Меню компанії' }).click();
  await page.getByRole('combobox', { name: 'Мова інтерфейсу' }).waitFor();
  expect(await page.getByRole('button', { name: 'Зворотний зв’язок' }).count()).toBe(0);
});

const CONTACTS = /\/api\/v1\/support\/contacts\//;
const TOKEN = /\/api\/v1\/accounts\/sleekplan_token\//;
const WIDGET = 'https://client.sleekplan.com/sdk/e.js';

/** As an installation answers that has the help widget configured. */
async function configureWidget(page: Page): Promise<void> {
  const company = { name: 'Компанія', email: 'company@example.com', phone: null };
  await page.route(CONTACTS, (route) =>
    route.fulfill({ json: { company, results: [], sleekplan_product_id: '123' } }),
  );
  await page.route(TOKEN, (route) => route.fulfill({ json: { product_id: '123', token: 'signed' } }));
}

test('the help widget opens in place of the form where one is configured', async ({ browser }) => {
  const { student } = (await aCompany(productWorld())).people;
  // Only the build of such an installation lets the widget's script through.
  const context = await openContext(browser, { bypassCSP: true });
  const page = await context.newPage();
  await configureWidget(page);
  await page.route(WIDGET, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `const asked = { product: window.SLEEK_PRODUCT_ID, ...window.SLEEK_USER };
        window.$sleek = { open: () => (window.opened = [...(window.opened ?? []), asked]), setUser: () => {} };
        window.dispatchEvent(new Event('sleek:init'));`,
    }),
  );
  await signIn(page, student);
  await page.goto('/profile');
  const entry = page.getByRole('button', { name: 'Зворотний зв’язок' });
  const opened = () => page.evaluate(() => (window as { opened?: unknown[] }).opened);
  const one = { product: 123, token: 'signed' };
  const menu = page.getByRole('button', { name: 'Меню компанії' });
  await menu.click();
  await entry.click();
  await expect.poll(opened).toEqual([one]);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await menu.click();
  await entry.click();
  await expect.poll(opened).toEqual([one, one]);
  await context.close();
});

test('a help widget that does not come leaves the form', async ({ page, allowErrors }) => {
  allowErrors(/Content Security Policy|sleekplan/);
  const { student } = (await aCompany(productWorld())).people;
  await configureWidget(page);
  await signIn(page, student);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Меню компанії' }).click();
  await page.getByRole('button', { name: 'Зворотний зв’язок' }).click();
  await page.getByRole('textbox', { name: 'Ваше повідомлення' }).waitFor();
});
