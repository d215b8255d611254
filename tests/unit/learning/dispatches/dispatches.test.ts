import { runInNewContext } from 'node:vm';
import JSZip from 'jszip';
import { describe, expect, test } from 'vitest';
import { learnerName } from '../../../../worker/learning/dispatches/dispatch.ts';
import { LAUNCH_SCRIPT, LAUNCH_WORDS } from '../../../../worker/learning/dispatches/launch-script.ts';
import { linkPackage } from '../../../../worker/learning/dispatches/link-package.ts';
import { answerPage } from '../../../../worker/platform/http/page.ts';
import { readManifest } from '../../../../worker/learning/packages/reading/manifest.ts';

test.each([
  ['Шевченко, Олена', 'Олена', 'Шевченко'],
  ['  van Dyck ,  Anna Maria ', 'Anna Maria', 'van Dyck'],
  ['Олена Петрівна Шевченко', 'Олена Петрівна', 'Шевченко'],
  ['Олена', '', 'Олена'],
  [',', '', ''],
  ['', '', ''],
])('a learner is called %j', (written, first_name, last_name) => {
  expect(learnerName(written)).toEqual({ first_name, last_name });
});

const link = { home: 'https://home.test', dispatch: 7, key: 'secret', title: 'A & "B" <c>' } as const;

test.each(['1.2', '2004'] as const)(
  'a link package is one of SCORM %s with three files',
  async (standard) => {
    const zip = await JSZip.loadAsync(await linkPackage({ ...link, standard }));
    expect(Object.keys(zip.files)).toEqual(['imsmanifest.xml', 'index.html', 'launch.js']);
    const files = Object.fromEntries(Object.keys(zip.files).map((name) => [name, [0, 0, 0, 0, 0]]));
    const manifest = readManifest(await zip.file('imsmanifest.xml')!.async('string'), files as never);
    expect(manifest).toMatchObject({
      standard,
      title: link.title,
      items: [{ title: link.title, sco: true }],
    });
    expect(manifest.problems).not.toContain('missing_files');
    expect(await zip.file('index.html')!.async('string')).toContain('A &amp; &quot;B&quot; &lt;c&gt;');
  },
);

test('only the page of a dispatch may be framed', async () => {
  const headers = {
    'Content-Security-Policy': "frame-src 'none'; frame-ancestors 'none'",
    'X-Frame-Options': 'DENY',
  };
  const env = { ASSETS: { fetch: async () => new Response('', { headers }) } };
  const framed = async (path: string) => {
    const answer = await answerPage(env as never, new Request(`https://home.test${path}`));
    const isOpen = answer.headers.get('Content-Security-Policy')!.includes('frame-ancestors *');
    expect(answer.headers.has('X-Frame-Options')).toBe(!isOpen);
    return isOpen;
  };
  expect(await framed('/dispatch/5')).toBe(true);
  for (const path of ['/', '/dispatch/', '/dispatch/5/x', '/dispatch/5x', '/course/5', '/dispatches/5'])
    expect([path, await framed(path)]).toEqual([path, false]);
});

interface Said {
  origin?: string;
  source?: unknown;
  data: unknown;
}

/** The package's page in a browser of its own, beside a system that keeps what it is told. */
function opened(standard: '1.2' | '2004', kept: Record<string, string>, has = true) {
  const calls: string[] = [];
  const sent: { data: unknown; to: string }[] = [];
  const listeners: Record<string, (event: Said) => void> = {};
  const retries: (() => void)[] = [];
  let answers = true;
  const node = () => ({
    setAttribute() {},
    appendChild() {},
    style: {},
    textContent: '',
    title: '',
    src: '',
  });
  const words: { textContent: string }[] = [];
  const inner = { postMessage: (data: unknown, to: string) => void sent.push({ data, to }) };
  const frame = { ...node(), contentWindow: inner };
  const old = standard === '1.2';
  const method = (name: string) => (old ? `LMS${name}` : name);
  const system = {
    [method('Initialize')]: () => 'true',
    [method('GetValue')]: (name: string) => kept[name] ?? '',
    [method('SetValue')]: (name: string, value: string) => ((kept[name] = value), 'true'),
    [method('Commit')]: () => (calls.push('commit'), String(answers)),
    [old ? 'LMSFinish' : 'Terminate']: () => (calls.push('end'), 'true'),
  };
  const window: Record<string, unknown> = {
    addEventListener: (name: string, listener: (event: Said) => void) => (listeners[name] = listener),
    ...(has && { [old ? 'API' : 'API_1484_11']: system }),
  };
  window['parent'] = window['top'] = window;
  const document = {
    documentElement: {},
    querySelector: () => ({ ...node(), appendChild: (it: { textContent: string }) => words.push(it) }),
    createElement: (name: string) => (name === 'iframe' ? frame : node()),
    addEventListener() {},
    body: node(),
    visibilityState: 'visible',
  };
  const settings = JSON.stringify({ ...link, standard, words: LAUNCH_WORDS });
  runInNewContext(`(${LAUNCH_SCRIPT})(${settings})`, {
    window,
    document,
    navigator: { language: 'uk-UA' },
    setTimeout: (then: () => void) => retries.push(then),
    clearTimeout() {},
  });
  return {
    kept,
    calls,
    sent,
    words,
    retries,
    src: () => frame.src,
    fails: (does: boolean) => (answers = !does),
    hear: (data: unknown, from: object = {}) =>
      listeners['message']!({ origin: link.home, source: inner, ...from, data }),
    leave: () => listeners['pagehide']!({ data: null }),
  };
}

const standing = (more: object) => ({
  dispatch: 'standing',
  progress: 50,
  completed: false,
  success: 'unknown',
  score: null,
  ...more,
});

describe('the script of a link package', () => {
  const OLD = { 'cmi.core.student_id': 'u-1', 'cmi.core.student_name': 'Шевченко, Олена' };
  const NEW = { 'cmi.learner_id': 'u-1', 'cmi.learner_name': 'Шевченко, Олена' };

  test('tells the product alone who is there, and hears nobody else', () => {
    const page = opened('1.2', { ...OLD });
    expect(page.src()).toBe('https://home.test/dispatch/7');
    page.hear({ dispatch: 'ready' }, { origin: 'https://evil.test' });
    page.hear({ dispatch: 'ready' }, { source: {} });
    expect(page.sent).toEqual([]);
    page.hear({ dispatch: 'ready' });
    expect(page.sent).toEqual([
      {
        to: link.home,
        data: {
          dispatch: 'launch',
          number: 7,
          key: 'secret',
          learner_id: 'u-1',
          learner_name: 'Шевченко, Олена',
        },
      },
    ]);
    page.hear(standing({ completed: true }), { origin: 'https://evil.test' });
    expect(page.kept['cmi.core.lesson_status']).toBeUndefined();
  });

  test('tells SCORM 1.2 on the way and at the end, and takes nothing back', () => {
    const page = opened('1.2', { ...OLD });
    page.hear(standing({}));
    expect(page.kept['cmi.core.lesson_status']).toBe('incomplete');
    page.hear(standing({ completed: true, success: 'passed', score: 90 }));
    expect(page.kept).toMatchObject({ 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '90' });
    page.leave();
    expect(page.kept['cmi.core.session_time']).toMatch(/^\d{4}:\d\d:\d\d$/);
    expect([page.kept['cmi.core.exit'], page.calls.at(-1)]).toEqual(['', 'end']);
    const later = opened('1.2', { ...OLD, 'cmi.core.lesson_status': 'passed' });
    later.hear(standing({}));
    expect(later.kept['cmi.core.lesson_status']).toBe('passed');
  });

  test('tells SCORM 2004 completion and success apart', () => {
    const page = opened('2004', { ...NEW });
    page.hear(standing({ completed: true, success: 'failed', score: 40 }));
    page.leave();
    expect(page.kept).toMatchObject({
      'cmi.completion_status': 'completed',
      'cmi.success_status': 'failed',
      'cmi.score.scaled': '0.4',
      'cmi.progress_measure': '0.5',
      'cmi.exit': 'normal',
    });
    expect(page.kept['cmi.session_time']).toMatch(/^PT\d+S$/);
  });

  test('tells SCORM 2004 a score without the noise of binary fractions', () => {
    const page = opened('2004', { ...NEW });
    for (const [score, scaled] of [
      [11.11, '0.1111'],
      [60.16, '0.6016'],
      [100, '1'],
    ] as const) {
      page.hear(standing({ score }));
      expect(page.kept['cmi.score.scaled']).toBe(scaled);
    }
  });

  test('tells it again when the system was away', () => {
    const page = opened('2004', { ...NEW });
    page.fails(true);
    page.hear(standing({ completed: true }));
    const failed = page.calls.length;
    page.fails(false);
    page.retries.at(-1)!();
    expect(page.calls.length).toBe(failed + 1);
  });

  test('writes nothing for whoever reviews, and says when nobody is there', () => {
    const review = opened('1.2', { ...OLD, 'cmi.core.lesson_mode': 'review' });
    review.hear(standing({ completed: true }));
    expect(review.kept['cmi.core.lesson_status']).toBeUndefined();
    expect(opened('1.2', {}).words[0]!.textContent).toContain('не сказала, хто ви');
    expect(opened('2004', {}, false).words[0]!.textContent).toContain('лише з навчальної системи');
  });
});
