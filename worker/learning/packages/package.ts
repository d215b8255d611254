import type { COMPLETIONS, SUCCESSES } from './contract.ts';
/** What the run-time keeps of one item: the elements of its data model, by name. */
export type Elements = Readonly<Record<string, string>>;

export interface ItemState {
  elements: Elements;
  /** In the item so far. */
  seconds: number;
}
export type State = Readonly<Record<string, ItemState>>;

export type Completion = (typeof COMPLETIONS)[number];
export type Success = (typeof SUCCESSES)[number];

export interface Standing {
  status: Completion;
  success: Success;
  /** From 0 to 100; null where the package gives none. */
  score: number | null;
  seconds: number;
}

export interface Interaction {
  item: string;
  /** Its number in the item, from 0. */
  place: number;
  name: string;
  type: string;
  description: string;
  response: string;
  correct: string;
  result: string;
  latency: string;
}

/** Elements that name the person, whom the server knows. */
const ABOUT_PERSON = /^cmi\.(core\.student_(id|name)|learner_(id|name))$/;

/** State without whom it is about. */
export const withoutPerson = (state: State): State =>
  Object.fromEntries(
    Object.entries(state).map(([id, { elements, seconds }]) => [
      id,
      {
        seconds,
        elements: Object.fromEntries(Object.entries(elements).filter(([name]) => !ABOUT_PERSON.test(name))),
      },
    ]),
  );

/**
 * How a try stands: each of its items complete, none failed.
 * @param items all items of the package, by their ids
 */
export function standingOf(items: readonly string[], state: State): Standing {
  const all = items.map((id) => (state[id] ? itemStanding(state[id]) : NOT_BEGUN));
  const scores = all.map(({ score }) => score).filter((score) => score !== null);
  const complete = all.length > 0 && all.every(({ status }) => status === 'completed');
  const begun = all.some(({ status }) => status !== 'not_attempted');
  return {
    status: complete ? 'completed' : begun ? 'incomplete' : 'not_attempted',
    success: all.some(({ success }) => success === 'failed')
      ? 'failed'
      : complete && all.some(({ success }) => success === 'passed')
        ? 'passed'
        : 'unknown',
    score: scores.length > 0 ? scores.reduce((sum, score) => sum + score, 0) / scores.length : null,
    seconds: Math.min(
      MOST_SECONDS,
      all.reduce((sum, { seconds }) => sum + seconds, 0),
    ),
  };
}

/** What is kept of the rules of a package: how its root stands by them, and what the run-time goes on with. */
export interface Kept {
  status: Completion;
  success: Success;
  /** From 0 to 100. */
  score: number | null;
  run: string;
}

/**
 * How a try stands at a package with rules: as they say, whatever each item says.
 * @param standing of the same try without rules, which knows its time
 */
export function ruledStanding(standing: Standing, { status, success, score }: Kept): Standing {
  const begun = status === 'not_attempted' ? standing.status : status;
  return {
    ...standing,
    status: begun === 'completed' && status !== 'completed' ? 'incomplete' : begun,
    success,
    score,
  };
}

const NOT_BEGUN: Standing = { status: 'not_attempted', success: 'unknown', score: null, seconds: 0 };
/** Of one try; what a broken clock would add. */
const MOST_SECONDS = 1_000_000;

/** 1.2 has one word for both, 2004 two. */
const LESSON: Record<string, Pick<Standing, 'status' | 'success'>> = {
  passed: { status: 'completed', success: 'passed' },
  completed: { status: 'completed', success: 'unknown' },
  failed: { status: 'completed', success: 'failed' },
  incomplete: { status: 'incomplete', success: 'unknown' },
  browsed: { status: 'incomplete', success: 'unknown' },
};

function itemStanding({ elements, seconds }: ItemState): Standing {
  const lesson = elements['cmi.core.lesson_status'];
  const words =
    lesson !== undefined
      ? (LESSON[lesson] ?? NOT_BEGUN)
      : {
          status: completionOf(elements['cmi.completion_status']),
          success: successOf(elements['cmi.success_status']),
        };
  // A 2004 package that was passed and says nothing of its end is at its end.
  const status = words.success === 'passed' ? 'completed' : words.status;
  const begun = status === 'not_attempted' && seconds > 0 ? 'incomplete' : status;
  return { status: begun, success: words.success, score: scoreOf(elements), seconds };
}

const completionOf = (word: string | undefined): Completion =>
  word === 'completed' || word === 'incomplete' ? word : 'not_attempted';

const successOf = (word: string | undefined): Success =>
  word === 'passed' || word === 'failed' ? word : 'unknown';

/** The score as percent of the most it may be. */
function scoreOf(elements: Elements): number | null {
  const scaled = numberAt(elements, 'cmi.score.scaled');
  if (scaled !== null) return within(scaled * 100);
  const prefix = 'cmi.core.lesson_status' in elements ? 'cmi.core.score' : 'cmi.score';
  const raw = numberAt(elements, `${prefix}.raw`);
  if (raw === null) return null;
  const low = numberAt(elements, `${prefix}.min`) ?? 0;
  const high = numberAt(elements, `${prefix}.max`) ?? 100;
  return within(high > low ? ((raw - low) / (high - low)) * 100 : raw);
}

function numberAt(elements: Elements, name: string): number | null {
  const text = elements[name]?.trim();
  const value = text ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

const within = (percent: number) => Math.min(100, Math.max(0, Math.round(percent * 100) / 100));

const INTERACTION = /^cmi\.interactions\.(\d{1,4})\.(.+)$/;

/** What was answered, of 1.2 and 2004 in the same words; at most so many of a try. */
export function interactionsOf(state: State, most = 1000): Interaction[] {
  const found = new Map<string, Interaction>();
  for (const [item, { elements }] of Object.entries(state)) {
    for (const [element, value] of Object.entries(elements)) {
      const [, place, field] = INTERACTION.exec(element) ?? [];
      if (place === undefined || field === undefined) continue;
      const key = `${item} ${place}`;
      const one = found.get(key) ?? { ...EMPTY, item, place: Number(place) };
      const name = FIELDS[field];
      if (name) one[name] = value.slice(0, 4000);
      else if (/^correct_responses\.\d+\.pattern$/.test(field))
        one.correct = [one.correct, value].filter(Boolean).join('\n').slice(0, 4000);
      found.set(key, one);
    }
  }
  return [...found.values()].filter(({ name }) => name !== '').slice(0, most);
}

const EMPTY = { name: '', type: '', description: '', response: '', correct: '', result: '', latency: '' };

const FIELDS: Record<string, keyof typeof EMPTY> = {
  id: 'name',
  type: 'type',
  description: 'description',
  student_response: 'response',
  learner_response: 'response',
  result: 'result',
  latency: 'latency',
};
