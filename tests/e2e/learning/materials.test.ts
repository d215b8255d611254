import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Editor } from '@tiptap/core';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aCompany, type Company, type Course, unique } from '../../factories/company.ts';
import {
  aManual,
  anMp3,
  anSrt,
  aPdf,
  aPng,
  aPptx,
  aScan,
  aVideo,
  aWav,
  type TestFile,
} from '../../fixtures/files.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { holdParts } from '../../support/browser/held-parts.ts';
import { productWorld } from '../../support/product-world.ts';
import { settled } from '../../support/browser/settled.ts';
import { sumUpShifts } from '../../support/browser/walk.ts';

let company: Company;
let course: Course;
const folder = mkdtempSync(join(tmpdir(), 'osnova-files-'));
beforeAll(async () => {
  company = await aCompany(productWorld());
  course = await company.aCourse();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const materialsOf = (id: number) => `/course/${id}/education-materials`;
const api = (id: number) => `/course/course/${id}/educational_material/`;

async function aMaterial(type: string, of = course): Promise<{ id: number; path: string; name: string }> {
  const name = unique(type);
  const { body } = await company.as('owner').post(api(of.id), { name, type });
  return { id: body.id, name, path: `${materialsOf(of.id)}/${body.id}` };
}

/** Begins a new material of a type in the constructor. */
async function begin(page: Page, type: string, name: string): Promise<void> {
  await page.goto(`${materialsOf(course.id)}/constructor`);
  await page.getByRole('radio', { name: new RegExp(`^${type}`) }).click();
  await page.getByLabel('Назва').fill(name);
}

/** Makes a material with files on the screen; answers its address. */
async function make(page: Page, type: string, file: TestFile): Promise<string> {
  const name = unique(type);
  await begin(page, type, name);
  await page.locator('input[type=file]').first().setInputFiles(file);
  await button(page, 'Створити').click();
  await page.waitForURL(/education-materials$/);
  const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
  return href!.replace('/constructor', '');
}

/** The other page is the student's. */
async function asStudent(theirs: Page): Promise<Page> {
  await signIn(theirs, company.people.student);
  return theirs;
}

const filesOf = async (path: string) => {
  const { body } = await company.as('owner').get(`${api(course.id)}${path.split('/').at(-1)}/`);
  return body.files as { kind: string; name: string; duration: number | null; language: string | null }[];
};

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Завантаження файлів' }).getByRole('listitem').filter({ hasText: name });

test('a link that was typed without https leads to its site', async ({ page, otherPage }) => {
  await signIn(page, company.people.owner);
  const name = unique('Посилання');
  await begin(page, 'Теорія', name);
  await page.getByRole('textbox', { name: 'Текст' }).click();
  await page.keyboard.type('Держпраці');
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Посилання', exact: true }).click();
  await page.getByPlaceholder('https://').fill('dsp.gov.ua/rules');
  await page.getByRole('button', { name: 'Додати', exact: true }).click();
  await page.getByRole('button', { name: 'Створити' }).click();
  await page.waitForURL(/education-materials$/);
  const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
  const theirs = await asStudent(otherPage);
  await theirs.goto(href!.replace('/constructor', ''));
  const link = theirs.getByRole('link', { name: 'Держпраці' });
  await expect.poll(() => link.getAttribute('href')).toBe('https://dsp.gov.ua/rules');
});

test('a link with nothing chosen is its address, and what is typed behind it is not of it', async ({
  page,
}) => {
  await signIn(page, company.people.owner);
  const { id, path } = await aMaterial('theory');
  await page.goto(`${path}/constructor`);
  await page.getByRole('textbox', { name: 'Текст' }).click();
  await page.keyboard.type('Див. ');
  await button(page, 'Посилання').click();
  await page.getByPlaceholder('https://').fill('dsp.gov.ua/rules');
  await page.getByPlaceholder('https://').press('Enter');
  await page.locator('.ProseMirror:focus').getByRole('link', { name: 'dsp.gov.ua/rules' }).waitFor();
  await page.keyboard.type(' тут');
  await button(page, 'Зберегти').click();
  await page.waitForURL(/education-materials$/);
  const { body } = await company.as('owner').get(`${api(course.id)}${id}/`);
  expect(body.text.replaceAll('&nbsp;', ' ')).toMatch(
    /^<p>Див\. <a [^>]*href="https:\/\/dsp\.gov\.ua\/rules"[^>]*>dsp\.gov\.ua\/rules<\/a> тут<\/p>$/,
  );
});

test('a text that another window has saved is not written over unasked', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/409/);
  await signIn(page, company.people.owner);
  const { id, path } = await aMaterial('theory');
  const stored = async () => (await company.as('owner').get(`${api(course.id)}${id}/`)).body.text;
  const [mine, theirs] = [page, await context.newPage()];
  for (const window of [mine, theirs]) {
    await window.goto(`${path}/constructor`);
    await window.getByRole('textbox', { name: 'Текст' }).click();
    await window.locator('.ProseMirror').click();
  }
  await theirs.keyboard.type('Theirs');
  await button(theirs, 'Зберегти').click();
  await theirs.waitForURL(/education-materials$/);
  await mine.keyboard.type('Mine');
  await button(mine, 'Зберегти').click();
  const dialog = mine.getByRole('dialog', { name: 'Текст змінено в іншому вікні' });
  await dialog.waitFor();
  expect(await accessibilityProblems(mine)).toEqual([]);
  expect(await stored()).toBe('<p>Theirs</p>');
  await button(dialog, 'Завантажити ту версію').click();
  await mine.locator('.ProseMirror').getByText('Theirs').waitFor();
  await company.as('owner').patch(`${api(course.id)}${id}/`, { text: '<p>Another</p>' });
  await mine.locator('.ProseMirror').click();
  await mine.keyboard.press('Control+a');
  await mine.keyboard.type('Mine at last');
  await button(mine, 'Зберегти').click();
  await button(dialog, 'Зберегти мій текст').click();
  await mine.waitForURL(/education-materials$/);
  expect(await stored()).toBe('<p>Mine at last</p>');
});

test('a material that is gone when its words are saved says so, and the words stay', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/404/);
  await signIn(page, company.people.trainer);
  const { id, path } = await aMaterial('theory');
  await page.goto(`${path}/constructor`);
  await page.getByRole('textbox', { name: 'Текст' }).click();
  await page.keyboard.type('Мої слова');
  await company.as('owner').delete(`${api(course.id)}${id}/`);
  await button(page, 'Зберегти').click();
  await page.getByRole('alert').getByText('Цього вже немає, або вам це недоступно').waitFor();
  await page.getByRole('textbox', { name: 'Текст' }).getByText('Мої слова').waitFor();
});

/** The editor's code stays on its way until it is let come; answers what lets it, and waits until it is there. */
async function holdEditor(page: Page): Promise<() => Promise<void>> {
  const [held, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/assets\/[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const isEditor = (await response.text()).includes('ProseMirror');
    if (isEditor) await held.promise;
    await route.fulfill({ response });
    if (isEditor) arrived.resolve();
  });
  return async () => {
    held.resolve();
    await arrived.promise;
    await settled(page);
  };
}

describe('what is begun before the editor has come', () => {
  const TEXT = '<p>Перший рядок.</p><p>Другий рядок.</p><p>Третій рядок.</p>';
  const chosen = (page: Page) => page.evaluate(() => getSelection()!.toString());
  /** The editor is told by an event, after the page has chosen: a key between the two is taken for what was chosen before. */
  const chosenByEditor = (page: Page) =>
    page.locator('.ProseMirror').evaluate((field: HTMLElement & { editor?: Editor }) => {
      const { doc, selection } = field.editor!.state;
      return doc.textBetween(selection.from, selection.to, '\n');
    });

  /** A text of three lines on the screen, without its editor; answers what lets that come, and what is stored. */
  async function begun(page: Page) {
    await signIn(page, company.people.owner);
    const { id, path } = await aMaterial('theory');
    await company.as('owner').patch(`${api(course.id)}${id}/`, { text: TEXT });
    const comes = await holdEditor(page);
    await page.goto(`${path}/constructor`);
    const field = page.getByRole('textbox', { name: 'Текст' });
    return {
      field,
      comes: async () => {
        await comes();
        await page.locator('.ProseMirror:focus').waitFor();
      },
      letCome: comes,
      stored: async () => {
        await button(page, 'Зберегти').click();
        await page.waitForURL(/education-materials$/);
        return (await company.as('owner').get(`${api(course.id)}${id}/`)).body.text;
      },
    };
  }

  test('stays chosen, by keys from its end to its start over a line', async ({ page }) => {
    const { field, comes, stored } = await begun(page);
    await field.getByText('Другий рядок.').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Shift+ArrowUp');
    const before = await chosen(page);
    await comes();
    expect(await chosen(page)).toBe(before);
    // From the same end as before.
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => chosenByEditor(page)).toBe('Другий рядок.');
    await page.keyboard.press('Control+b');
    expect(await stored()).toBe(TEXT.replace('Другий рядок.', '<strong>Другий рядок.</strong>'));
  });

  test('stays chosen as a whole, and a key takes its place', async ({ page }) => {
    const { field, comes, stored } = await begun(page);
    await field.click();
    await page.keyboard.press('Control+a');
    await comes();
    expect(await chosen(page)).toContain('Перший рядок.');
    expect(await chosen(page)).toContain('Третій рядок.');
    await page.keyboard.type('Інше');
    expect(await stored()).toBe('<p>Інше</p>');
  });

  test('is chosen to its end by a mouse that was pressed before', async ({ page }) => {
    const { field, letCome, stored } = await begun(page);
    const line = (await field.getByText('Другий рядок.').boundingBox())!;
    const y = line.y + line.height / 2;
    await page.mouse.move(line.x + 1, y);
    await page.mouse.down();
    await letCome();
    for (const part of [0.2, 0.5, 0.9]) await page.mouse.move(line.x + line.width * part, y);
    expect(await page.locator('.ProseMirror').count()).toBe(0);
    await page.mouse.up();
    await page.locator('.ProseMirror:focus').waitFor();
    await expect.poll(() => chosenByEditor(page)).toBe('Другий рядок.');
    await page.keyboard.type('2');
    expect(await stored()).toBe(TEXT.replace('Другий рядок.', '2'));
  });

  test('is composed to its end', async ({ page }) => {
    const { field, letCome, stored } = await begun(page);
    await field.getByText('Другий рядок.').click();
    await page.keyboard.press('End');
    const keys = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await compose('ㅎ');
    await letCome();
    await compose('하');
    await compose('한');
    expect(await page.locator('.ProseMirror').count()).toBe(0);
    await keys.send('Input.insertText', { text: '한' });
    await page.locator('.ProseMirror:focus').waitFor();
    await page.keyboard.type('!');
    expect(await stored()).toBe(TEXT.replace('Другий рядок.', 'Другий рядок.한!'));
  });

  test('can be undone and done again', async ({ page }) => {
    const { field, comes, stored } = await begun(page);
    await field.getByText('Другий рядок.').click();
    await page.keyboard.press('End');
    await page.keyboard.type('Ще');
    await comes();
    await page.keyboard.press('Control+z');
    await field.getByText('Другий рядок.', { exact: true }).waitFor();
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.type('!');
    expect(await stored()).toBe(TEXT.replace('Другий рядок.', 'Другий рядок.Ще!'));
  });

  test('has the picture that was pasted, asked about as any other', async ({ page }) => {
    const { field, letCome } = await begun(page);
    await field.getByText('Другий рядок.').click();
    await field.evaluate(
      (text, bytes) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }));
        text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      [...aPng().buffer],
    );
    await letCome();
    await page.getByLabel('Що на зображенні').waitFor();
  });

  test('is seen where it was scrolled to', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { field, comes } = await begun(page);
    await field.getByText('Третій рядок.').click();
    for (let line = 0; line < 40; line += 1) await page.keyboard.press('Enter');
    const tools = field.locator('xpath=preceding-sibling::*[1]');
    await tools.evaluate((bar) => (bar.scrollLeft = 120));
    const top = await page.evaluate(() => {
      scrollBy(0, -100);
      return scrollY;
    });
    await comes();
    expect(await page.evaluate(() => scrollY)).toBe(top);
    expect(await page.locator('.mantine-RichTextEditor-toolbar').evaluate((bar) => bar.scrollLeft)).toBe(120);
  });
});

test('what is typed before the editor has come stands where it was typed, also once that is there', async ({
  page,
}) => {
  await signIn(page, company.people.owner);
  const { id, path } = await aMaterial('theory');
  const text = '<h1>Правила</h1><p>Слова <strong>про</strong> безпеку.</p><p>Кінець.</p>';
  await company.as('owner').patch(`${api(course.id)}${id}/`, { text });
  const editorComes = await holdEditor(page);
  await page.goto(`${path}/constructor`);
  const field = page.getByRole('textbox', { name: 'Текст' });
  await field.getByText('Слова про безпеку.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Ще одне');
  await page.keyboard.press('Enter');
  await page.keyboard.type('речення', { delay: 20 });
  expect(await page.locator('.ProseMirror').count()).toBe(0);
  void editorComes();
  for (let at = 0; at < 60; at += 1) await page.keyboard.type(at % 10 === 9 ? ' ' : 'я', { delay: 20 });
  await page.locator('.ProseMirror').waitFor();
  await page.keyboard.type('!');
  await button(page, 'Зберегти').click();
  await page.waitForURL(/education-materials$/);
  const { body } = await company.as('owner').get(`${api(course.id)}${id}/`);
  const more = `речення${'яяяяяяяяя '.repeat(6)}!`;
  expect(body.text.replaceAll('&nbsp;', ' ')).toBe(
    `<h1>Правила</h1><p>Слова <strong>про</strong> безпеку. Ще одне</p><p>${more}</p><p>Кінець.</p>`,
  );
});

describe('a student', () => {
  test('watches a video at speed 2, goes on where it was left, and has it done at 90 %', async ({
    page,
    otherPage,
  }) => {
    await signIn(page, company.people.owner);
    const path = await make(page, 'Відео', aVideo());
    expect((await filesOf(path))[0]!.duration).toBeGreaterThan(7);
    const theirs = await asStudent(otherPage);
    await theirs.goto(path);
    const video = theirs.locator('video');
    await theirs.getByLabel('Швидкість').selectOption('2');
    await playUntil(video, 5.2);
    await theirs
      .getByRole('progressbar', { name: 'Переглянуто' })
      .and(theirs.locator('[aria-valuenow="0"]'))
      .waitFor({ state: 'detached' });
    expect(await theirs.getByText('Пройдено', { exact: true }).count()).toBe(0);
    expect(await accessibilityProblems(theirs)).toEqual([]);
    await theirs.reload();
    await button(theirs, /^Продовжити з 0:0[567]$/).click();
    await theirs.getByText('Пройдено', { exact: true }).waitFor();
    await expect.poll(() => theirs.getByLabel('Швидкість').inputValue()).toBe('2');
  });

  test('sees nothing move on a phone while a video and its text are on their way', async ({
    page,
    otherPage,
  }) => {
    await signIn(page, company.people.owner);
    const path = await make(page, 'Відео', aVideo());
    const text = `<h2>Про відео</h2><p>${'Кілька слів. '.repeat(60)}</p>`;
    await company.as('owner').patch(`${api(course.id)}${path.split('/').at(-1)}/`, { text });
    const theirs = await asStudent(otherPage);
    await theirs.setViewportSize({ width: 360, height: 740 });
    await theirs.addInitScript(sumUpShifts);
    // Slow enough for each part to be drawn by itself.
    const network = await theirs.context().newCDPSession(theirs);
    const slow = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 };
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', slow);
    await theirs.goto(path);
    await theirs.getByLabel('Швидкість').waitFor();
    await theirs.waitForFunction(() => document.querySelector('video')!.readyState > 0);
    await theirs.locator('[data-busy]').waitFor({ state: 'detached' });
    expect(await theirs.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.1);
  });

  test('hears a recording with captions beside it', async ({ page, otherPage }) => {
    await signIn(page, company.people.owner);
    const name = unique('Аудіо');
    await begin(page, 'Аудіо', name);
    await page.locator('input[type=file]').nth(0).setInputFiles(anMp3(3));
    await page.locator('input[type=file]').nth(1).setInputFiles(anSrt());
    await button(page, 'Створити').click();
    await page.waitForURL(/education-materials$/);
    const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
    const path = href!.replace('/constructor', '');
    expect((await filesOf(path)).map(({ kind, name: file, language }) => [kind, file, language])).toEqual(
      expect.arrayContaining([
        ['main', 'silence.mp3', null],
        ['captions', 'captions.vtt', 'uk'],
      ]),
    );
    const theirs = await asStudent(otherPage);
    await theirs.goto(path);
    await theirs.getByLabel('Субтитри').selectOption('uk');
    await playUntil(theirs.locator('audio'), 1);
    await theirs.getByText('Перші слова').waitFor();
    await theirs.locator('audio').evaluate((audio: HTMLAudioElement) => void audio.play());
    await theirs.getByText('Пройдено', { exact: true }).waitFor();
    expect(await accessibilityProblems(theirs)).toEqual([]);
    // Heard to its end, it has nothing to go on with: it begins anew.
    const ended = () => theirs.locator('audio').evaluate((audio: HTMLAudioElement) => audio.ended);
    await expect.poll(ended).toBe(true);
    await settled(theirs);
    await theirs.reload();
    await theirs.getByText('Пройдено', { exact: true }).waitFor();
    await theirs.getByLabel('Швидкість').waitFor();
    expect(await button(theirs, /^Продовжити з/).count()).toBe(0);
  });

  test('leafs through a document, comes back to the page, and confirms it at the end', async ({
    page,
    otherPage,
  }) => {
    await signIn(page, company.people.owner);
    const path = await make(page, 'PDF', await aPdf(6));
    const theirs = await asStudent(otherPage);
    await theirs.setViewportSize({ width: 360, height: 740 });
    await theirs.goto(path);
    await theirs.getByText('Page 1', { exact: true }).waitFor();
    const number = theirs.getByLabel('Номер сторінки');
    await number.fill('4');
    const told = theirs.waitForResponse(/progress/);
    await number.press('Enter');
    await theirs.getByText('Page 4', { exact: true }).waitFor();
    await told;
    expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await accessibilityProblems(theirs)).toEqual([]);
    await theirs.reload();
    await theirs.getByText('Page 4', { exact: true }).waitFor();
    await expect.poll(() => number.inputValue()).toBe('4');
    await theirs.getByText('Догортайте до кінця').waitFor();
    await number.fill('6');
    await number.press('Enter');
    await button(theirs, 'Переглянуто').click();
    await theirs.getByText('Пройдено', { exact: true }).waitFor();
  });

  test('reads a document on a phone as text, in one scroll, finds words in it, and turns its pages dark', async ({
    page,
    otherPage,
  }) => {
    await signIn(page, company.people.owner);
    const path = await make(page, 'PDF', await aManual(['alarm', 'ladder', 'extinguisher']));
    const theirs = await asStudent(otherPage);
    await theirs.setViewportSize({ width: 390, height: 740 });
    await theirs.goto(path);
    const first = theirs.getByRole('region', { name: 'Сторінка 1', exact: true });
    await first.getByText(/about the alarm/).waitFor();
    await expect.poll(() => first.getAttribute('lang')).toBe('en');
    const size = () =>
      first
        .locator('p')
        .last()
        .evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
    await expect.poll(size).toBeGreaterThanOrEqual(16);
    const scrolls = () =>
      theirs.locator('[role=document]').evaluate((box) => box.scrollHeight > box.clientHeight + 1);
    await expect.poll(scrolls).toBe(false);
    await theirs.getByRole('searchbox', { name: 'Пошук у документі' }).fill('the EXTINGUISHER');
    await theirs.keyboard.press('Enter');
    await theirs.getByText('1 сторінка').waitFor();
    await theirs
      .getByText(/about the extinguisher/)
      .first()
      .waitFor();
    await expect.poll(() => theirs.getByLabel('Номер сторінки').inputValue()).toBe('3');
    expect(await accessibilityProblems(theirs)).toEqual([]);
    await button(theirs, 'Як сторінки').click();
    await button(theirs, 'Темні сторінки').click();
    // The tools stay in reach, and not below the bar of the page.
    await theirs.evaluate(() => scrollTo(0, 400));
    const bar = (await theirs.getByRole('banner').first().boundingBox())!;
    expect((await button(theirs, 'Попередня сторінка').boundingBox())!.y).toBeGreaterThanOrEqual(
      bar.y + bar.height,
    );
    await expect.poll(() => button(theirs, 'Темні сторінки').getAttribute('aria-pressed')).toBe('true');
    await theirs.reload();
    await theirs.locator('[data-dark] canvas').first().waitFor();
    expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test('says where in the course a text stands, goes on where reading stopped, and keeps its headings below the page’s', async ({
    page,
  }) => {
    const own = await company.aCourse({ materials: 2 });
    const paragraphs = Array.from(
      { length: 40 },
      (_, n) => `<p>Речення номер ${n} про безпеку на складі.</p>`,
    );
    const path = `/course/${own.id}/education-materials/${own.materials[0]}`;
    await company.as('owner').patch(`/course/course/${own.id}/educational_material/${own.materials[0]}/`, {
      name: 'Безпека на складі',
      text: `<h1>Склад</h1>${paragraphs.join('')}`,
    });
    await page.setViewportSize({ width: 390, height: 740 });
    await signIn(page, company.people.student);
    await page.goto(path);
    await expect.poll(() => page.title()).toBe('Безпека на складі — Osnova');
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
    await page.getByRole('heading', { level: 2, name: 'Склад' }).waitFor();
    // The words of a text are there before it is, and are replaced by it.
    await settled(page);
    await page.getByText('1 з 2').click();
    await page.getByRole('link', { name: 'Material 2' }).waitFor();
    await page.getByText('1 з 2').click();
    await page.getByText('Речення номер 30').scrollIntoViewIfNeeded();
    await expect
      .poll(() => page.evaluate((id) => localStorage.getItem(`osnova.reading.${id}`), own.materials[0]!))
      .not.toBeNull();
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.reload();
    await button(page, 'Читати з того місця, де зупинилися').click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/Речення номер 2\d/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Прочитано. Далі: Material 2' }).click();
    await page.getByRole('heading', { level: 1, name: 'Material 2' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Material 2');
  });

  test('is led on in a chain by the button that confirms, and by nothing before it', async ({ page }) => {
    const own = await company.aCourse({ materials: 2, chain: true });
    const at = (place: number) => `/course/${own.id}/education-materials/${own.materials[place]}`;
    await signIn(page, company.people.student);
    await page.goto(at(0));
    const on = button(page, 'Прочитано. Далі: Material 2');
    await on.waitFor();
    expect(await page.locator(`main a[href^="${at(1)}"]`).count()).toBe(0);
    await on.click();
    await page.waitForURL(`**${at(1)}`);
    await page.getByRole('heading', { level: 1, name: 'Material 2' }).waitFor();
  });

  test('reads a document in a browser of two years ago', async ({ page }) => {
    await signIn(page, company.people.owner);
    const path = await make(page, 'PDF', await aPdf(1));
    await page.addInitScript(forgetTheNewest);
    let workers = 0;
    await page.route(/\.mjs$/, async (route) => {
      workers += 1;
      const response = await route.fetch();
      await route.fulfill({ response, body: `(${forgetTheNewest.toString()})();${await response.text()}` });
    });
    await page.goto(path);
    await page.getByText('Page 1', { exact: true }).waitFor();
    expect(workers).toBe(1);
  });

  test('goes through slides to the last one', async ({ page, otherPage }) => {
    await signIn(page, company.people.owner);
    const path = await make(page, 'Презентація', await aPptx(['Вступ', 'Правила', 'Підсумок']));
    const theirs = await asStudent(otherPage);
    await theirs.goto(path);
    const slide = theirs.getByRole('group', { name: 'Слайд 1 з 3' });
    await slide.getByText('Вступ').first().waitFor();
    await slide.press('ArrowRight');
    const told = theirs.waitForResponse(/progress/);
    await theirs.getByRole('group', { name: 'Слайд 2 з 3' }).waitFor();
    await told;
    await theirs.reload();
    await theirs.getByRole('group', { name: 'Слайд 2 з 3' }).waitFor();
    expect(await accessibilityProblems(theirs)).toEqual([]);
    await button(theirs, 'Наступний слайд').click();
    await button(theirs, 'Переглянуто').click();
    await theirs.getByText('Пройдено', { exact: true }).waitFor();
  });

  test('keeps a picture that stood in the text before the first save', async ({ page, otherPage }) => {
    const name = unique('З малюнком');
    await signIn(page, company.people.owner);
    await begin(page, 'Теорія', name);
    await page.getByRole('textbox', { name: 'Текст' }).click();
    const text = page.locator('.ProseMirror');
    await text.click();
    await page.keyboard.type('Схема: ');
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Вставити зображення').click();
    await (await chooser).setFiles(aPng());
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Що на зображенні').fill('Сіре тло');
    await button(dialog, 'Вставити').click();
    await text.getByRole('img', { name: 'Сіре тло' }).waitFor();
    await button(page, 'Створити').click();
    await page.waitForURL(/education-materials$/);
    const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
    const theirs = await asStudent(otherPage);
    await theirs.goto(href!.replace('/constructor', ''));
    const picture = theirs.getByRole('img', { name: 'Сіре тло' });
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(32);
  });

  test('reads a formula, a table and a picture, and takes an attachment along', async ({
    page,
    otherPage,
  }) => {
    const theory = await aMaterial('theory');
    await signIn(page, company.people.owner);
    await page.goto(`${theory.path}/constructor`);
    await page.getByRole('textbox', { name: 'Текст' }).click();
    const text = page.locator('.ProseMirror');
    await text.click();
    await page.keyboard.type('Площа ');
    await button(page, 'Вставити формулу').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Формула мовою LaTeX').fill('\\frac{a');
    await dialog.getByText('Такої формули не скласти').waitFor();
    await dialog.getByLabel('Формула мовою LaTeX').fill('S = \\pi r^2');
    await dialog.locator('math').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(dialog, 'Вставити').click();
    await dialog.waitFor({ state: 'detached' });
    await text.press('Control+End');
    await button(page, 'Вставити таблицю').click();
    for (const [at, header] of ['Товар', 'Ціна', 'Кількість'].entries()) {
      if (at > 0) await page.keyboard.press('Tab');
      await page.keyboard.type(header);
    }
    await button(page, 'Додати рядок').click();
    await text.press('Control+End');
    await page.locator('input[accept="image/png,image/jpeg,image/gif"]').setInputFiles(aPng());
    await dialog.getByLabel('Що на зображенні').fill('Сіре тло');
    await button(dialog, 'Вставити').click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('input[type=file]').last().setInputFiles(aWav(1));
    await page.getByRole('list', { name: 'Файли', exact: true }).getByText('tone.wav').waitFor();
    await button(page, 'Зберегти').click();
    await page.waitForURL(/education-materials$/);

    const theirs = await asStudent(otherPage);
    await theirs.goto(theory.path);
    await theirs.locator('article math').waitFor();
    await theirs.getByRole('columnheader', { name: 'Товар' }).waitFor();
    const picture = theirs.getByRole('img', { name: 'Сіре тло' });
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(32);
    await theirs.getByRole('link', { name: 'Завантажити: tone.wav' }).waitFor();
    expect(await accessibilityProblems(theirs)).toEqual([]);

    // Saved once more as it was read, it keeps its picture.
    await page.goto(`${theory.path}/constructor`);
    await page.getByLabel('Короткий опис').fill('Опис');
    await button(page, 'Зберегти').click();
    await page.waitForURL(/education-materials$/);
    const { body } = await company.as('owner').get(`${api(course.id)}${theory.id}/`);
    expect(body.text).toMatch(/alt="Сіре тло"[^>]* width="32" height="20"/);
  });
});

/** Takes away what browsers have learnt since 2024. */
function forgetTheNewest(): void {
  for (const [of, name] of [
    [Math, 'sumPrecise'],
    [Map.prototype, 'getOrInsert'],
    [Map.prototype, 'getOrInsertComputed'],
    [WeakMap.prototype, 'getOrInsertComputed'],
    [Promise, 'try'],
    [Uint8Array, 'fromBase64'],
    [Uint8Array.prototype, 'toBase64'],
    [Uint8Array.prototype, 'toHex'],
  ] as const)
    Reflect.deleteProperty(of, name);
}

/** Plays by a press of a key, as a person does, and stops there. */
async function playUntil(media: Locator, seconds: number): Promise<void> {
  await media.evaluate(
    (one: HTMLMediaElement) =>
      one.readyState > 0 ||
      new Promise((done) => one.addEventListener('loadedmetadata', done, { once: true })),
  );
  await media.page().mouse.click(5, 5);
  await media.evaluate(
    (one: HTMLMediaElement, until: number) =>
      new Promise<void>((done, fail) => {
        // Its own events come up to a quarter of a second late, and on a busy processor this looks seldom: the last two
        // seconds of it are played slowly, so that it does not stop far behind.
        const look = () => {
          if (one.currentTime > until - 2) one.playbackRate = 0.5;
          if (one.currentTime < until) return void requestAnimationFrame(look);
          one.pause();
          done();
        };
        one.play().then(look, fail);
      }),
    seconds,
  );
}

test('a scanned page is drawn, not only pages of text', async ({ page }) => {
  await signIn(page, company.people.owner);
  await page.goto(await make(page, 'PDF', await aScan()));
  const canvas = page.locator('canvas').first();
  await expect
    .poll(() =>
      canvas.evaluate((one: HTMLCanvasElement) => {
        const [red] = one.getContext('2d')!.getImageData(one.width / 2, one.height / 2, 1, 1).data;
        return red;
      }),
    )
    .toBe(0);
});

describe('an upload', () => {
  /** More than one PUT carries: a video and nothing behind it. */
  function largeVideo(name: string, megabytes = 60): string {
    const path = join(folder, name);
    writeFileSync(path, aVideo().buffer);
    truncateSync(path, megabytes * 1024 ** 2);
    return path;
  }

  test('in parts pauses without a connection and goes on by itself, sending nothing twice', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    const { path } = await aMaterial('video');
    const arrived: string[] = [];
    // One whose answer the page has not got whole is rightly sent again.
    page.on('requestfinished', async (request) => {
      const part = new URL(request.url()).searchParams.get('partNumber');
      if (part && request.method() === 'PUT' && (await request.response())?.ok()) arrived.push(part);
    });
    // The connection goes while two of four parts are there.
    const letGo = await holdParts(page, [3, 4]);
    await signIn(page, company.people.owner);
    await page.goto(`${path}/constructor`);
    await page.locator('input[type=file]').first().setInputFiles(largeVideo('large.mp4'));
    await expect.poll(() => arrived.length).toBeGreaterThan(0);
    await page.context().setOffline(true);
    await row(page, 'large.mp4').getByText('Немає з’єднання').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await letGo();
    await page.context().setOffline(false);
    await page.getByRole('list', { name: 'Файли', exact: true }).getByText('large.mp4').waitFor();
    await expect.poll(() => arrived.toSorted()).toEqual(['1', '2', '3', '4']);
    expect((await filesOf(path)).map(({ name }) => name)).toEqual(['large.mp4']);
  });

  test('is paused, resumed and cancelled by hand; leaving meanwhile asks', async ({ page }) => {
    const { path } = await aMaterial('video');
    // None of it is ever there.
    await holdParts(page, [1, 2, 3, 4]);
    await signIn(page, company.people.owner);
    await page.goto(`${path}/constructor`);
    await page.locator('input[type=file]').first().setInputFiles(largeVideo('paused.mp4'));
    await button(page, 'Призупинити: paused.mp4').click();
    await row(page, 'paused.mp4')
      .getByText(/^Призупинено/)
      .waitFor();
    await page.getByRole('link', { name: 'Навчальні матеріали' }).click();
    const question = page.getByRole('dialog', { name: /незбережені зміни/i });
    await button(question, 'Скасувати').click();
    await question.waitFor({ state: 'detached' });
    await button(page, 'Продовжити: paused.mp4').click();
    await button(page, 'Скасувати: paused.mp4').click();
    await row(page, 'paused.mp4').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Навчальні матеріали' }).click();
    await page.waitForURL(/education-materials$/);
    expect(await filesOf(path)).toEqual([]);
  });

  test('of another type, too large or empty is refused before anything is sent', async ({ page }) => {
    const { path, id } = await aMaterial('pdf');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('upload_file')) sent.push(request.url());
    });
    await signIn(page, company.people.owner);
    await page.goto(`${path}/constructor`);
    const input = page.locator('input[type=file]').first();
    await input.setInputFiles(aPng());
    await page.getByRole('alert').getByText('Цей вид файлу тут не підходить. Потрібен: PDF').waitFor();
    await input.setInputFiles({ name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) });
    await page.getByRole('alert').getByText('Файл порожній').waitFor();
    await input.locator('xpath=..').evaluate((zone) => {
      const file = new File(['%PDF-1.7'], 'huge.pdf');
      Object.defineProperty(file, 'size', { value: 3 * 1024 ** 3 });
      const drop = new Event('drop', { bubbles: true, cancelable: true });
      Object.defineProperty(drop, 'dataTransfer', { value: { files: [file], types: ['Files'] } });
      zone.dispatchEvent(drop);
    });
    await page.getByRole('alert').getByText('Файл завеликий: щонайбільше 2 ГБ').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(sent).toEqual([]);
    const uploader = `/api_uploader/v1/course/course/${course.id}/educational_material/${id}/upload_file/`;
    const { status } = await company
      .as('owner')
      .post(uploader, { name: 'huge.pdf', size: 3 * 1024 ** 3, kind: 'main' });
    expect(status).toBe(400);
  });

  test('that was only renamed is refused by its content', async ({ page, allowErrors }) => {
    allowErrors(/400/);
    const { path } = await aMaterial('pdf');
    await signIn(page, company.people.owner);
    await page.goto(`${path}/constructor`);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ ...aPng(), name: 'renamed.pdf' });
    await row(page, 'renamed.pdf').getByText('Вміст файлу не відповідає його назві').waitFor();
    await button(page, 'Скасувати: renamed.pdf').click();
    expect(await filesOf(path)).toEqual([]);
  });
});

test('a video that no browser plays is offered to be downloaded, and is marked as done', async ({
  page,
  allowErrors,
  otherPage,
}) => {
  allowErrors(/./);
  await signIn(page, company.people.owner);
  // The beginning of an AVI file, which tells what it is and holds no frame.
  const head = Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI LIST'), Buffer.alloc(256)]);
  const path = await make(page, 'Відео', { name: 'old.avi', mimeType: 'video/x-msvideo', buffer: head });
  const theirs = await asStudent(otherPage);
  await theirs.goto(path);
  await theirs.getByText('Ваш браузер не відтворює цей формат').waitFor();
  await theirs.getByRole('link', { name: /^Завантажити \(/ }).waitFor();
  await button(theirs, 'Переглянуто').click();
  await theirs.getByText('Пройдено', { exact: true }).waitFor();
});

describe('those who manage', () => {
  test('are given no form for a material of a course that does not exist', async ({ page, allowErrors }) => {
    allowErrors(/404/);
    await signIn(page, company.people.trainer);
    await page.goto('/course/999999/education-materials/constructor');
    await page.getByRole('heading', { name: 'Не знайдено' }).waitFor();
    expect(await page.getByLabel('Назва').count()).toBe(0);
  });

  test('copy a material and put it elsewhere by arrow and by dragging', async ({ page }) => {
    const own = await company.aCourse({ materials: 3 });
    await signIn(page, company.people.trainer);
    await page.goto(materialsOf(own.id));
    const names = () =>
      page
        .locator('li[data-id]')
        .evaluateAll((rows) => rows.map((one) => one.querySelector('a')!.textContent));
    await button(page, 'Копіювати: Material 1').click();
    await expect.poll(names).toHaveLength(4);
    const copy = (await names())[1]!;
    expect(copy).not.toBe('Material 2');
    await button(page, `Нижче: ${copy}`).click();
    await expect.poll(names).toEqual(['Material 1', 'Material 2', copy, 'Material 3']);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe(`Нижче: ${copy}`);
    const grip = page.locator('li[data-id]').last().locator('[title="Перетягнути"]');
    const [from, to] = [
      (await grip.boundingBox())!,
      (await page.locator('li[data-id]').first().boundingBox())!,
    ];
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 4, { steps: 6 });
    await page.locator('li[data-drop="before"]').waitFor();
    const saved = page.waitForResponse(/update_materials_sequence/);
    await page.mouse.up();
    await saved;
    await page.reload();
    await expect.poll(names).toEqual(['Material 3', 'Material 1', 'Material 2', copy]);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('open a locked material for one student', async ({ page }) => {
    const own = await company.aCourse({ materials: 3, chain: true });
    await signIn(page, company.people.trainer);
    await page.goto(`/course/${own.id}#students`);
    await button(page, /^Дії: /).click();
    await page.getByRole('menuitem', { name: 'Матеріали студента' }).click();
    const dialog = page.getByRole('dialog', { name: /^Матеріали: / });
    const third = dialog.getByRole('listitem').filter({ hasText: 'Material 3' });
    await third.getByText('Відкриється після «Material 1»').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(third, 'Відкрити для цього студента: Material 3').click();
    await third.getByText(/^Відкрито: Person Trainer/).waitFor();
    const { status } = await company.as('student').get(`${api(own.id)}${own.materials[2]}/`);
    expect(status).toBe(200);
  });
});
