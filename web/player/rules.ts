import type { Judges } from './judges.ts';

/** An activity of the package with its rules, as the Worker read them. */
export interface Activity {
  id: string;
  children?: Activity[];
  sequencingControls?: { objectiveMeasureWeight?: number };
  /** Of the whole: its goals begin anew with each attempt at it. */
  objectivesOfAttempt?: boolean;
}

/** Where one may go from here. */
export interface Ways {
  previous: boolean;
  next: boolean;
  /** Items that may be chosen. */
  items: ReadonlySet<string>;
  /** Buttons that the package has of its own: previous, continue. */
  hidden: readonly string[];
}

/** How the whole stands by its rules. */
export interface Standing {
  status: 'not_attempted' | 'incomplete' | 'completed';
  success: 'unknown' | 'passed' | 'failed';
  score: number | null;
}

type Fields = Record<string, unknown>;
interface Tracked extends Fields {
  id: string;
  children: Tracked[];
}
interface Suspension {
  activityTree: Tracked;
  currentActivityId: string | null;
  suspendedActivityId: string | null;
  globalObjectives: Record<string, unknown>;
}
interface Process {
  getSuspensionState: () => Suspension;
  restoreSuspensionState: (state: Suspension) => void;
  hasContentBeenDelivered: () => boolean;
  setContentDelivered: (delivered: boolean) => void;
  updateNavigationValidity: () => void;
}
interface Delivered {
  id: string;
  attemptCount: number;
}

/** What is needed of scorm-again's run-time of 2004. */
export interface Engine {
  processNavigationRequest: (request: string, target?: string) => boolean;
  getSequencingService: () => (Judges & { getOverallSequencingProcess: () => Process | null }) | null;
  restoreGlobalObjectiveSnapshot: (snapshot: Record<string, unknown>) => void;
  captureSharedDataSnapshot: () => Record<string, string>;
  restoreSharedDataSnapshot: (snapshot: Record<string, string>) => void;
  loadFromFlattenedJSON: (json: Record<string, string>) => void;
  lmsInitialize: (parameter: string) => string;
  getFlattenedCMI: () => Record<string, unknown>;
  isInitialized: () => boolean;
  isTerminated: () => boolean;
  Terminate: (parameter: string) => string;
  reset: () => void;
  adl: { nav: { request: string } };
  /** What the item has set itself since it began. */
  _runtimeSetCMIElements: Set<string>;
}
type Listeners = Record<string, (...given: never[]) => void>;
export type EngineOf = (sequencing: { activityTree: Activity; eventListeners: Listeners }) => Engine;

/** What is kept of a run, as it differs from the beginning. */
interface Run {
  current: string | null;
  suspended: string | null;
  delivered: boolean;
  activities: Record<string, Fields>;
  objectives: Record<string, unknown>;
  shared: Record<string, string>;
  /** The attempt that the state of an item is of. */
  attempts: Record<string, number>;
}

/**
 * The rules of a package of 2004: which item comes, which may be chosen, how the whole stands. scorm-again follows
 * them; this keeps how far it has got, and asks it what would be allowed if the item ended now.
 */
export class Rules {
  readonly engine: Engine;
  readonly #make: EngineOf;
  readonly #tree: Activity;
  readonly #process: Process;
  readonly #pristine: Map<string, Fields>;
  #delivered: Delivered | null = null;
  #ended = false;
  /** Where a person goes, while the item says its last words: it counts, whatever the item asks for. */
  led: string | null = null;
  /** How things stood before the item ended, until the event in which it did is over. */
  #before: Run | null = null;
  #hidden: readonly string[] = [];
  #choices: Record<string, string> = {};
  #attempts: Record<string, number> = {};

  constructor(tree: Activity, make: EngineOf) {
    this.#tree = tree;
    this.#make = make;
    this.engine = make({
      activityTree: tree,
      eventListeners: {
        onActivityDelivery: (activity: Delivered) => void (this.#delivered = activity),
        onSequencingSessionEnd: () => void (this.#ended = true),
        onNavigationValidityUpdate: ({ choice, hideLmsUi }: Validity) => {
          this.#choices = choice;
          this.#hidden = hideLmsUi;
        },
      },
    });
    const end = this.engine.Terminate.bind(this.engine);
    this.engine.Terminate = (parameter) => {
      if (this.led !== null) this.engine.adl.nav.request = this.led;
      else this.#before = this.#run();
      setTimeout(() => (this.#before = null));
      const answer = end(parameter);
      this.#ended ||= this.#isOver(this.#run());
      return answer;
    };
    this.#process = this.engine.getSequencingService()!.getOverallSequencingProcess()!;
    this.#pristine = flat(this.#process.getSuspensionState().activityTree);
  }

  /** Goes on where the run was, or begins it. Returns the item that comes first. */
  begin(run: string | null): string | null {
    const kept = read(run);
    // What has ended begins again.
    if (kept && this.#isOver(kept)) kept.current = null;
    if (kept) this.#restore(kept);
    // Whoever went without a word is taken back to the item that was open.
    if (kept?.current) this.engine.processNavigationRequest('suspendAll');
    if (this.#process.getSuspensionState().suspendedActivityId)
      this.engine.processNavigationRequest('resumeAll');
    else this.engine.processNavigationRequest('start');
    // Without a flow nothing comes by itself: the first that may be chosen.
    for (const id of leaves(this.#tree)) {
      if (this.#delivered) break;
      this.engine.processNavigationRequest('choice', id);
    }
    this.#ended = false;
    return this.taken();
  }

  /** The item that the rules brought since the last time; null for none. */
  taken(): string | null {
    const id = this.#delivered?.id ?? null;
    this.#delivered = null;
    return id;
  }

  get hasMore(): boolean {
    return this.#delivered !== null || this.#ended;
  }

  /** Whether the rules have ended the whole since the last time. */
  get ended(): boolean {
    const ended = this.#ended;
    this.#ended = false;
    return ended;
  }

  /** Whether what is kept of an item is of an earlier attempt at it, and the item begins anew. */
  beginsAnew(id: string): boolean {
    const now = Number(this.#fieldsOf(id).attemptCount ?? 0);
    const before = this.#attempts[id];
    this.#attempts[id] = now;
    return before !== undefined && before !== now;
  }

  /**
   * Asks for what a person or the item wants. A choice is judged by how things stand once the item has ended: it ends
   * first, and what follows from that comes before the choice.
   */
  go(request: string, target?: string): void {
    if (request === 'choice' && this.#isOpen()) {
      this.#request('exit');
      if (this.#delivered || this.#ended) return;
    }
    this.#request(request, target);
  }

  #request(request: string, target?: string): void {
    this.engine.processNavigationRequest(request, target);
    this.#ended ||= this.#isOver(this.#run());
  }

  /** Whether the whole has ended: the run-time does not say so where a rule of a part of it ends it. */
  #isOver({ current, suspended, activities }: Run): boolean {
    const { id } = this.#tree;
    return current === id && suspended === null && activities[id]?.isActive !== true;
  }

  /** After an item has ended itself: goes where it asked for, where that was refused too early. */
  settle(asked: string): void {
    const [, target, way] = /^\{target=([^}]+)\}(choice|jump)$/.exec(asked) ?? [];
    if (target && !this.#delivered && !this.#ended) this.go(way!, target);
  }

  /** The page goes. What ended because of it, before or after this is heard, has not ended for good, and is gone on with. */
  suspend(): void {
    this.led = 'suspendAll';
    if (!this.#before) return;
    this.#restore(this.#before);
    this.engine.processNavigationRequest('suspendAll');
    this.#delivered = null;
    this.#ended = false;
  }

  #isOpen(): boolean {
    const { currentActivityId: id } = this.#process.getSuspensionState();
    return id !== null && this.#fieldsOf(id).isActive === true;
  }

  /** Where one may go if the item ended now. */
  ways(): Ways {
    const shadow = new Rules(this.#tree, this.#make);
    shadow.#restore(this.#run());
    const open = this.engine.isInitialized() && !this.engine.isTerminated();
    const kept = shadow.#run();
    // Each time with what the item has said: what comes next takes that away.
    const asked = (request: string): boolean => {
      shadow.#restore(kept);
      if (open) shadow.#hear(this.engine);
      return shadow.#wouldBring(request);
    };
    const next = asked('continue');
    const previous = asked('previous');
    if (this.#isOpen()) asked('exit');
    else shadow.#restore(kept);
    shadow.#process.updateNavigationValidity();
    const items = leaves(this.#tree).filter((id) => shadow.#choices[id] === 'true');
    return { next, previous, items: new Set(items), hidden: this.#hidden };
  }

  /** Takes in what an item has said elsewhere. */
  #hear(said: Engine): void {
    this.engine.reset();
    this.engine.loadFromFlattenedJSON(wordsOf(said));
    this.engine.lmsInitialize('');
    for (const element of said._runtimeSetCMIElements) this.engine._runtimeSetCMIElements.add(element);
  }

  #wouldBring(request: string): boolean {
    this.#delivered = null;
    this.#ended = false;
    this.#request(request);
    return this.#delivered !== null || this.#ended;
  }

  get standing(): Standing {
    const root = this.#fieldsOf(this.#tree.id);
    const { completionStatus, attemptCount, objectiveMeasureStatus, objectiveNormalizedMeasure } = root;
    const known = root.objectiveSatisfiedStatusKnown === true;
    return {
      status:
        completionStatus === 'completed' ? 'completed' : attemptCount === 0 ? 'not_attempted' : 'incomplete',
      success: known ? (root.objectiveSatisfiedStatus === true ? 'passed' : 'failed') : 'unknown',
      score:
        objectiveMeasureStatus === true && this.#isScored
          ? Math.min(100, Math.max(0, Math.round(Number(objectiveNormalizedMeasure) * 10_000) / 100))
          : null,
    };
  }

  /** Whether any part counts towards a score: else the run-time says 0. */
  get #isScored(): boolean {
    const parts = this.#tree.children ?? [];
    return parts.some(({ sequencingControls }) => sequencingControls?.objectiveMeasureWeight !== 0);
  }

  /** What a later run goes on with. */
  get run(): string {
    return JSON.stringify(this.#run());
  }

  #run(): Run {
    const state = this.#process.getSuspensionState();
    const activities: Record<string, Fields> = {};
    for (const [id, fields] of flat(state.activityTree)) {
      const before = this.#pristine.get(id) ?? {};
      const changed = Object.entries(fields).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
      );
      if (changed.length > 0) activities[id] = Object.fromEntries(changed);
    }
    return {
      current: state.currentActivityId,
      suspended: state.suspendedActivityId,
      delivered: this.#process.hasContentBeenDelivered(),
      activities,
      objectives: state.globalObjectives,
      shared: this.engine.captureSharedDataSnapshot(),
      attempts: this.#attempts,
    };
  }

  #restore(run: Run): void {
    this.#process.restoreSuspensionState({
      activityTree: this.#grown(this.#tree.id, run),
      currentActivityId: run.current,
      suspendedActivityId: run.suspended,
      globalObjectives: run.objectives,
    });
    this.engine.restoreGlobalObjectiveSnapshot(run.objectives);
    this.engine.restoreSharedDataSnapshot(run.shared);
    this.#process.setContentDelivered(run.delivered);
    this.#attempts = { ...run.attempts };
  }

  #grown(id: string, run: Run): Tracked {
    const fields: Fields = { ...this.#pristine.get(id), ...run.activities[id] };
    const order = fields.order as string[];
    return { ...fields, id, children: order.map((one) => this.#grown(one, run)) };
  }

  #fieldsOf(id: string): Fields {
    return flat(this.#process.getSuspensionState().activityTree).get(id) ?? {};
  }
}

interface Validity {
  choice: Record<string, string>;
  hideLmsUi: string[];
}

/** Each activity's own fields, with the order of those below it. */
function flat(tree: Tracked): Map<string, Fields> {
  const found = new Map<string, Fields>();
  const walk = ({ id, children, ...fields }: Tracked): void => {
    // When it was begun is no part of how far it has got.
    found.set(id, { ...fields, title: undefined, order: children.map((one) => one.id) });
    for (const one of children) walk(one);
  };
  walk(tree);
  return found;
}

const leaves = (one: Activity): string[] =>
  one.children && one.children.length > 0 ? one.children.flatMap(leaves) : [one.id];

function read(run: string | null): Run | null {
  try {
    return run ? (JSON.parse(run) as Run) : null;
  } catch {
    return null;
  }
}

/** What an item has said so far, as text. */
function wordsOf(engine: Engine): Record<string, string> {
  const words = Object.entries(engine.getFlattenedCMI()).filter(
    ([, value]) => (typeof value === 'string' || typeof value === 'number') && value !== '',
  );
  return Object.fromEntries(words.map(([name, value]) => [name, String(value)]));
}
