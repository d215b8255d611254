import type { Scope } from '../context.ts';
import { logError } from '../http/log.ts';

/** At most so many saves in one transaction. */
const MOST = 50;
/**
 * Milliseconds between the beginnings of a crowd's transactions. What each takes of the runtime, above all when it stops to
 * collect what is left of them, is much of what a save does: a thousand students wait 5 ms longer at the median for it, and
 * half as long at the 95th percentile (docs/performance.md, the halls).
 */
const APART_MS = 8;
/** Milliseconds after which a save waits for nobody: whoever was to carry it may be gone. */
const PATIENCE_MS = 1000;

/** How saves are carried out. Either may be repeated: what is older never overwrites what is newer. */
export interface Carriers<Save, Saved> {
  /** Carries out one. */
  alone: (save: Save) => Promise<Saved>;
  /** Carries out several at once; one that is refused comes back as undefined, and leaves the others as they are. */
  together: (saves: readonly [Save, ...Save[]]) => Promise<(Saved | undefined)[]>;
}

interface Waiting<Save, Saved> {
  save: Save;
  /** With what was saved, with nothing when it was not, or with the word to go first now. */
  settle: (turn: Saved | 'lead' | null) => void;
}

interface Queue<Save, Saved> {
  waiting: Waiting<Save, Saved>[];
  /** When its first last began, in milliseconds. */
  led_at: number;
}

/**
 * Carries out the saves of a company as they come while there are few, and those that come while one is under way together
 * after it, as a database does with commits: a thousand students who save each second are then some hundred transactions a
 * second. Only a crowd waits for more to come. What is not carried out together, for whatever reason, is done alone, so that an
 * answer or a refusal is always the save's own. One queue an isolate; each company has its own, so that none waits for another.
 */
export class SaveQueue<Save, Saved extends object> {
  readonly #queues = new Map<number, Queue<Save, Saved>>();
  readonly #carriers: Carriers<Save, Saved>;

  constructor(carriers: Carriers<Save, Saved>) {
    this.#carriers = carriers;
  }

  /** @throws what carrying it out alone throws */
  async save(company_id: Scope['company_id'], save: Save): Promise<Saved> {
    let queue = this.#queues.get(company_id);
    if (queue && Date.now() - queue.led_at < PATIENCE_MS) {
      const { promise, resolve: settle } = Promise.withResolvers<Saved | 'lead' | null>();
      const mine = { save, settle };
      queue.waiting.push(mine);
      const timer = setTimeout(leave, PATIENCE_MS, queue, mine);
      const turn = await promise;
      clearTimeout(timer);
      if (turn === null) return this.#carriers.alone(save);
      if (turn !== 'lead') return turn;
      await pause(Math.min(queue.led_at + APART_MS - Date.now(), APART_MS));
    } else {
      queue = { waiting: [], led_at: 0 };
      this.#queues.set(company_id, queue);
    }
    return this.#lead(company_id, queue, save);
  }

  /** The request that leads saves for itself and for those who wait, and hands over to one that came meanwhile. */
  async #lead(company_id: number, queue: Queue<Save, Saved>, save: Save): Promise<Saved> {
    const { alone, together } = this.#carriers;
    queue.led_at = Date.now();
    const others = queue.waiting.splice(0, MOST - 1);
    try {
      if (others.length === 0) return await alone(save);
      const [mine, ...theirs] = await together([save, ...others.map((one) => one.save)]).catch(
        (error: unknown) => {
          // Otherwise it would show as slowness alone.
          logError({ job: 'shared saves', company_id, saves: others.length + 1 }, error);
          return [];
        },
      );
      others.forEach(({ settle }, place) => settle(theirs[place] ?? null));
      return mine ?? (await alone(save));
    } finally {
      const next = queue.waiting.shift();
      if (next) next.settle('lead');
      else if (this.#queues.get(company_id) === queue) this.#queues.delete(company_id);
    }
  }
}

const pause = (milliseconds: number): Promise<void> | undefined =>
  milliseconds > 0 ? new Promise((done) => setTimeout(done, milliseconds)) : undefined;

/** Lets one that has waited for long enough go on by itself. */
function leave<Save, Saved>(queue: Queue<Save, Saved>, mine: Waiting<Save, Saved>): void {
  queue.waiting = queue.waiting.filter((one) => one !== mine);
  mine.settle(null);
}
