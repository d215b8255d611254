import { expect, test } from 'vitest';
import type { ItemState } from '../../../../web/player/commits.ts';
import { launch, type Item } from '../../../../web/player/run-time.ts';

const ITEM: Item = {
  id: 'one',
  title: 'One',
  href: 'index.html',
  sco: true,
  mastery: null,
  launch_data: '',
  depth: 0,
};
const LEARNER = { id: '7', name: 'Коваль, Ірина' };
const EVENTS = { onSet: () => {}, onCommit: () => {}, onEnd: () => {} };

/** The calls of either standard, by the names of 2004. */
interface Calls {
  Initialize: (parameter: string) => string;
  GetValue: (element: string) => string;
  SetValue: (element: string, value: string) => string;
  GetLastError: () => string;
  Terminate: (parameter: string) => string;
}

async function launched(standard: '1.2' | '2004', item: Partial<Item> = {}, before?: ItemState) {
  const running = await launch(standard, { ...ITEM, ...item }, before, LEARNER, EVENTS);
  const found = globalThis as unknown as { API: Record<string, Calls['GetValue']>; API_1484_11: Calls };
  const { API: old } = found;
  const api: Calls =
    standard === '2004'
      ? found.API_1484_11
      : {
          Initialize: (parameter) => old.LMSInitialize!(parameter),
          GetValue: (element) => old.LMSGetValue!(element),
          SetValue: (...given) => (old.LMSSetValue as Calls['SetValue'])(...given),
          GetLastError: () => old.LMSGetLastError!(''),
          Terminate: (parameter) => old.LMSFinish!(parameter),
        };
  expect(api.Initialize('')).toBe('true');
  return { running, api };
}

test.each([
  ['1.2', 'cmi.core', '201'],
  ['1.2', 'cmi.objectives', '201'],
  ['2004', 'cmi', '401'],
  ['2004', 'cmi.interactions', '401'],
  ['2004', 'cmi.objectives.0', '401'],
  ['2004', 'adl.nav', '401'],
] as const)('of %s what holds elements is neither set nor read: %s', async (standard, holder, code) => {
  const { api } = await launched(standard);
  expect([api.SetValue(holder, 'gone'), api.GetLastError()]).toEqual(['false', code]);
  expect([api.GetValue(holder), api.GetLastError()]).toEqual(['', code]);
  expect(api.Terminate('')).toBe('true');
});

test('a place can be taken back, and beyond the end of a list is nothing', async () => {
  const { running, api } = await launched('2004');
  expect(api.SetValue('cmi.location', 'page 3')).toBe('true');
  expect(running.state().elements['cmi.location']).toBe('page 3');
  expect([api.SetValue('cmi.location', ''), api.GetLastError()]).toEqual(['true', '0']);
  expect(running.state().elements).not.toHaveProperty(['cmi.location']);
  expect([api.GetValue('cmi.objectives.0.id'), api.GetLastError()]).toEqual(['', '301']);
});

test.each([
  ['2004', 'cmi.session_time', 'cmi.total_time', 'PT20M', 'PT20M'],
  ['1.2', 'cmi.core.session_time', 'cmi.core.total_time', '00:20:00', '00:20:00'],
] as const)(
  'time of %s is what the item counts, over its openings',
  async (standard, set, get, time, told) => {
    const first = await launched(standard);
    first.api.SetValue(set, time);
    first.api.Terminate('');
    const kept = first.running.state();
    const second = await launched(standard, {}, kept);
    expect(second.api.GetValue(get).replace(/\.00$/, '')).toBe(told);
    second.api.SetValue(set, time);
    second.api.Terminate('');
    const third = await launched(standard, {}, second.running.state());
    expect(third.api.GetValue(get)).toMatch(/40/);
    third.api.Terminate('');
    // What it has counted stays where it counts nothing more.
    const silent = await launched(standard, {}, third.running.state());
    expect(silent.api.GetValue(get)).toMatch(/40/);
    // Where it counts nothing, by the clock.
    const quiet = await launched(standard, {}, { elements: {}, seconds: 90 });
    expect(quiet.api.GetValue(get)).toMatch(/90S|01:30/);
  },
);

test('an item is told its limits, its threshold and its objectives', async () => {
  const { api } = await launched('2004', {
    max_time: 'PT1H',
    time_limit_action: 'exit,message',
    threshold: 0.8,
    objectives: ['goal', 'other'],
  });
  const told = [
    'cmi.max_time_allowed',
    'cmi.time_limit_action',
    'cmi.completion_threshold',
    'cmi.objectives._count',
    'cmi.objectives.1.id',
  ];
  expect(told.map((element) => api.GetValue(element))).toEqual(['PT1H', 'exit,message', '0.8', '2', 'other']);
});
