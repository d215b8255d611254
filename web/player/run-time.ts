import type { ItemState } from './commits.ts';
import { mendJudges } from './judges.ts';
import type { Engine, EngineOf } from './rules.ts';

/** What must be done before an item opens, as the Worker read it. */
export type Prerequisite =
  | { item: string; is: string[] }
  | { not: Prerequisite }
  | { least: number; of: Prerequisite[] };

export interface Item {
  id: string;
  title: string;
  href: string;
  sco: boolean;
  mastery: number | null;
  launch_data: string;
  max_time?: string;
  time_limit_action?: string;
  threshold?: number;
  objectives?: string[];
  depth: number;
  hidden?: boolean;
  /** Chapters that begin with it. */
  chapters?: { title: string; depth: number }[];
  needs?: Prerequisite;
}

export interface Learner {
  id: string;
  name: string;
}

/** What the player needs of scorm-again's two run-times. */
interface Api {
  on: (name: string, callback: () => void) => void;
  clear: (name: string) => void;
  reset: () => void;
  loadFromFlattenedJSON: (json: Record<string, string>) => void;
  getFlattenedCMI: () => Record<string, unknown>;
  getCMIValue: (element: string) => unknown;
  throwSCORMError: (element: string, code: number) => void;
  cmi: { getCurrentTotalTime: () => string; content: { _location: string } };
  isTerminated: () => boolean;
  isInitialized: () => boolean;
}

/** What is set anew at each launch. */
const OF_A_LAUNCH =
  /^cmi\.(core\.(session_time|total_time|entry|exit|student_id|student_name|credit|lesson_mode)|session_time|total_time|entry|exit|learner_id|learner_name|credit|mode|launch_data|student_data\..*|scaled_passing_score|completion_threshold|max_time_allowed|time_limit_action)$/;

export interface RunTime {
  /** Where the item stands now. */
  state: () => ItemState;
  /** What the item asked for at its end: continue, previous, exit, `{target=…}choice`; '' for nothing. */
  asked: () => string;
}

export interface Events {
  onSet: () => void;
  onCommit: () => void;
  onEnd: () => void;
}

/** Puts the run-time of one item where the package looks for it: in the window above its own. */
export async function launch(
  standard: '1.2' | '2004',
  item: Item,
  before: ItemState | undefined,
  learner: Learner,
  events: Events,
  ruled?: Engine,
): Promise<RunTime> {
  const old = standard === '1.2';
  const api = ruled ? (ruled as unknown as Api) : await (old ? scorm12() : scorm2004());
  api.reset();
  const elements = startingElements(old, item, before, learner, ruled !== undefined);
  api.loadFromFlattenedJSON(elements);
  const names = old
    ? ['LMSInitialize', 'LMSSetValue', 'LMSCommit', 'LMSFinish']
    : ['Initialize', 'SetValue', 'Commit', 'Terminate'];
  for (const name of names) api.clear(name);
  const clock = new Clock(before?.seconds ?? 0);
  const kept = before?.elements[old ? 'cmi.core.total_time' : 'cmi.total_time'];
  let counts = kept !== undefined && kept !== timeText(old, before!.seconds);
  api.on(names[0]!, () => {
    clock.start();
    events.onSet();
  });
  api.on(names[1]!, events.onSet);
  api.on(names[2]!, events.onCommit);
  api.on(names[3]!, () => {
    clock.stop();
    events.onEnd();
  });
  Object.assign(globalThis, old ? { API: api } : { API_1484_11: api });
  return {
    state: () => {
      const { seconds } = clock;
      const element = old ? 'cmi.core.total_time' : 'cmi.total_time';
      // Once it has ended under rules, what it counted is in its total already.
      counts ||= isTime(api.getFlattenedCMI()[old ? 'cmi.core.session_time' : 'cmi.session_time']);
      // As the item counts it; else by the clock.
      const total = counts ? api.cmi.getCurrentTotalTime() : timeText(old, seconds);
      return { elements: { ...elementsOf(api, old), [element]: total }, seconds };
    },
    asked: () => {
      const request = old
        ? ''
        : (api as unknown as { adl?: { nav?: { request?: string } } }).adl?.nav?.request;
      return request && request !== '_none_' ? request : '';
    },
  };
}

// Nothing is sent by it: what it holds goes the player's own way.
const SETTINGS = {
  autocommit: false,
  logLevel: 5,
  mastery_override: true,
} as const;

async function scorm12(): Promise<Api> {
  const { Scorm12API } = (await import('scorm-again/scorm12/min')) as unknown as Module<'Scorm12API'>;
  const api = new Scorm12API(SETTINGS);
  elementsAlone(api, ['LMSGetValue', 'LMSSetValue'], 201);
  return api;
}

async function scorm2004(): Promise<Api> {
  const { Scorm2004API } = (await import('scorm-again/scorm2004/min')) as unknown as Module<'Scorm2004API'>;
  const api = new Scorm2004API(SETTINGS);
  mendAnswers(api);
  elementsAlone(api, ['GetValue', 'SetValue'], 401);
  return api;
}

/** Makes run-times of 2004 that follow rules. */
export async function ruledEngine(): Promise<EngineOf> {
  const { Scorm2004API } = (await import('scorm-again/scorm2004/min')) as unknown as Module<'Scorm2004API'>;
  return (sequencing) => {
    const engine = new Scorm2004API({
      ...SETTINGS,
      sequencing: { ...sequencing, logLevel: 'error' },
    } as typeof SETTINGS) as unknown as Engine;
    mendJudges(engine.getSequencingService()!, sequencing.activityTree.objectivesOfAttempt === true);
    mendAnswers(engine as unknown as Api);
    elementsAlone(engine as unknown as Api, ['GetValue', 'SetValue'], 401);
    return engine;
  };
}

type Call = (element: string, value?: string) => string;

/** What holds elements, and has no value of its own. */
const HOLDERS =
  /(^|\.)(cmi|adl|core|objectives|interactions|score|correct_responses|comments_from_\w+|(student|learner)_preference|student_data|nav|data|request_valid|\d+)$/;

/** A package sets and reads elements, and not what holds them: that would be gone with all that is in it. */
function elementsAlone(api: Api, [get, set]: readonly [string, string], unknown: number): void {
  const calls = api as unknown as Record<string, Call>;
  for (const [name, refused] of [
    [get, ''],
    [set, 'false'],
  ] as const) {
    const call = calls[name]!.bind(api);
    calls[name] = (element, value) => {
      if (!HOLDERS.test(element)) return call(element, value);
      api.throwSCORMError(element, unknown);
      return refused;
    };
  }
}

/** What the run-time of 2004 answers otherwise than the standard has it. */
function mendAnswers(api: Api): void {
  const calls = api as unknown as Record<'GetValue' | 'SetValue', Call>;
  const [get, set] = [calls.GetValue.bind(api), calls.SetValue.bind(api)];
  calls.GetValue = (element) => {
    const [, list, place] = /^((?:cmi|adl)\.\w+)\.(\d+)\./.exec(element) ?? [];
    const count = list ? Number(api.getCMIValue(`${list}._count`)) : NaN;
    if (Number(place) < count || Number.isNaN(count) || !api.isInitialized()) return get(element);
    api.throwSCORMError(element, 301);
    return '';
  };
  calls.SetValue = (element, value) => {
    if (element !== 'cmi.location' || value !== '') return set(element, value);
    // A place may be taken back; one sign of it is taken, and gone.
    const answer = set(element, '-');
    if (answer === 'true') api.cmi.content._location = '';
    return answer;
  };
}

type Module<Name extends string> = Record<Name, new (settings: typeof SETTINGS) => Api>;

function startingElements(
  old: boolean,
  item: Item,
  before: ItemState | undefined,
  learner: Learner,
  ruled: boolean,
): Record<string, string> {
  const begun = before && Object.keys(before.elements).length > 0;
  const kept = Object.entries(before?.elements ?? {}).filter(([name]) => !OF_A_LAUNCH.test(name));
  const exit = before?.elements[old ? 'cmi.core.exit' : 'cmi.exit'];
  // Whoever left without a word is taken back to where they were, too.
  const entry = !begun ? 'ab-initio' : exit === 'normal' || exit === 'logout' ? '' : 'resume';
  const seconds = before?.seconds ?? 0;
  const own: Record<string, string> = old
    ? {
        'cmi.core.student_id': learner.id,
        'cmi.core.student_name': learner.name,
        'cmi.core.credit': 'credit',
        'cmi.core.entry': entry,
        'cmi.core.total_time': before?.elements['cmi.core.total_time'] ?? timeText(old, seconds),
        ...(item.mastery !== null && { 'cmi.student_data.mastery_score': String(item.mastery) }),
        ...(item.max_time && { 'cmi.student_data.max_time_allowed': item.max_time }),
        ...(item.time_limit_action && { 'cmi.student_data.time_limit_action': item.time_limit_action }),
      }
    : {
        'cmi.learner_id': learner.id,
        'cmi.learner_name': learner.name,
        'cmi.credit': 'credit',
        'cmi.entry': entry,
        'cmi.total_time': before?.elements['cmi.total_time'] ?? timeText(old, seconds),
        ...(item.mastery !== null && { 'cmi.scaled_passing_score': String(item.mastery) }),
        ...(item.max_time && { 'cmi.max_time_allowed': item.max_time }),
        ...(item.time_limit_action && { 'cmi.time_limit_action': item.time_limit_action }),
        ...(item.threshold !== undefined && { 'cmi.completion_threshold': String(item.threshold) }),
        // Those of several items come by their rules.
        ...(!begun && !ruled && objectivesOf(item)),
      };
  if (item.launch_data) own['cmi.launch_data'] = item.launch_data;
  return { ...Object.fromEntries(kept), ...own };
}

const objectivesOf = ({ objectives = [] }: Item): Record<string, string> =>
  Object.fromEntries(objectives.map((id, place) => [`cmi.objectives.${place}.id`, id]));

/** Whether an item has told how long it was open; the run-times say none where it has not. */
const isTime = (text: unknown): boolean => typeof text === 'string' && /[1-9]/.test(text);

const timeText = (old: boolean, seconds: number): string => (old ? clockText(seconds) : `PT${seconds}S`);

/** The elements that say something. */
function elementsOf(api: Api, old: boolean): Record<string, string> {
  const elements: Record<string, string> = {};
  for (const [name, value] of Object.entries(api.getFlattenedCMI())) {
    if ((typeof value === 'string' || typeof value === 'number') && value !== '')
      elements[name] = String(value);
  }
  if (!old) {
    // As the package itself would read them: judged by score and threshold.
    for (const name of ['cmi.success_status', 'cmi.completion_status']) {
      const value = valueOf(api, name);
      if (value) elements[name] = value;
    }
  }
  // Whoever ends an item without a word on it has completed it.
  const [element, silent] = old
    ? ['cmi.core.lesson_status', 'not attempted']
    : ['cmi.completion_status', 'unknown'];
  if (api.isTerminated() && (elements[element] ?? silent) === silent) elements[element] = 'completed';
  return elements;
}

function valueOf(api: Api, name: string): string {
  try {
    const value = api.getCMIValue(name);
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}

function clockText(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${String(Math.floor(seconds / 3600)).padStart(4, '0')}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}.00`;
}

/** How long an item is open, in seconds. */
class Clock {
  readonly #before: number;
  #started: number | null = null;
  #counted = 0;

  constructor(before: number) {
    this.#before = before;
  }

  start(): void {
    this.#started ??= performance.now();
  }

  stop(): void {
    this.#counted = this.#now();
    this.#started = null;
  }

  #now(): number {
    return this.#counted + (this.#started === null ? 0 : performance.now() - this.#started);
  }

  get seconds(): number {
    return this.#before + Math.round(this.#now() / 1000);
  }
}
