import type { Standing } from './rules.ts';
import type { FromPlayer } from './words.ts';

export interface ItemState {
  elements: Record<string, string>;
  seconds: number;
}
/** How the whole stands by the rules of the package, and what they go on with. */
export type Kept = Standing & { run: string };
export interface Commit {
  opening: number;
  sequence: number;
  item: string;
  state: Record<string, ItemState>;
  sequencing?: Kept;
}

/** The most that requests which outlive their page may carry together, in bytes; one under way is among them. */
const OUTLIVES = 60_000;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 20_000;
/** Until it is tried whether the material is open again; whatever is new tries it, too. */
const CLOSED_PAUSE = 60_000;
/** How often it is asked whether another window has the try by now, as a test asks. */
const LOOK_EVERY = 20_000;

/**
 * Sends the state of the try: one commit in flight, the latest wins, and each is tried until it is acknowledged. What is
 * not is kept by the product, whose storage no package reads; the very last of it by this tab alone.
 */
export class Commits {
  #waiting: string | null = null;
  #sequence: number;
  #sending: Promise<void> | null = null;
  #stopped = false;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #address: string;
  readonly #opening: number;
  readonly #tell: (message: FromPlayer) => void;

  constructor(address: string, opening: number, sequence: number, tell: (message: FromPlayer) => void) {
    this.#address = address;
    this.#opening = opening;
    this.#sequence = sequence;
    this.#tell = tell;
    addEventListener('online', () => void this.send());
  }

  /** The address before has expired: what waits goes to this one. */
  renew(address: string): void {
    this.#address = address;
    void this.send();
  }

  /** Takes the state as it is now; what was not sent of an earlier one is not needed any more. */
  take(item: string, state: Record<string, ItemState>, sequencing?: Kept): void {
    if (this.#stopped) return;
    this.#sequence += 1;
    const commit: Commit = {
      opening: this.#opening,
      sequence: this.#sequence,
      item,
      state,
      ...(sequencing && { sequencing }),
    };
    this.#waiting = bodyOf(commit);
    this.#tell({ kind: 'state', sequence: this.#sequence, body: this.#waiting });
  }

  /** Asks from now on whether this opening still has the try, while nothing is to be said that would tell. */
  watch(): void {
    setInterval(() => void this.#look(), LOOK_EVERY);
  }

  async #look(): Promise<void> {
    if (this.#stopped || this.#waiting !== null || document.visibilityState === 'hidden') return;
    const body = bodyOf({ opening: this.#opening, sequence: 0, item: '', state: {} });
    const response = await post(this.#address, body).catch(() => null);
    if (response?.status === 409) await this.#isAnswered(response, body);
  }

  /** Sends what an earlier opening said last, where another one came between: what it earned is kept. */
  leave(last: Commit): void {
    post(this.#address, bodyOf(last)).catch(() => undefined);
  }

  get unsent(): string | null {
    return this.#waiting;
  }

  /** Until what is taken by now and meanwhile is acknowledged, or has to wait for the connection. */
  send(): Promise<void> {
    if (this.#waiting === null || this.#stopped) return Promise.resolve();
    return (this.#sending ??= this.#sendAll());
  }

  async #sendAll(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      for (let body = this.#waiting; body !== null && !this.#stopped; body = this.#waiting)
        if (!(await this.#isAnswered(await post(this.#address, body), body))) break;
    } catch {
      this.#tell({ kind: 'trouble', what: 'offline' });
      this.#later();
    } finally {
      this.#sending = null;
    }
  }

  /** Also while another is under way: the page goes, and the number tells which one is later. */
  sendLast(): void {
    const body = this.#waiting;
    if (this.#stopped || body === null) return;
    post(this.#address, body).catch(() => undefined);
  }

  /** Whether something newer that came meanwhile may follow at once. */
  async #isAnswered(response: Response, body: string): Promise<boolean> {
    if (response.ok) {
      const { sequence, done } = (await response.json()) as { sequence: number; done: boolean };
      this.#pause = FIRST_PAUSE;
      if (this.#waiting === body) this.#waiting = null;
      this.#tell({ kind: 'saved', sequence, done });
      return true;
    }
    const { status } = response;
    if (status >= 500 || status === 429) this.#later();
    else if (status === 401) {
      this.#tell({ kind: 'trouble', what: 'expired' });
      this.#later();
    } else if (status === 403) {
      this.#tell({ kind: 'trouble', what: 'closed' });
      this.#timer = setTimeout(() => void this.send(), CLOSED_PAUSE);
    } else {
      this.#stopped = true;
      this.#tell({ kind: 'trouble', what: status === 409 ? 'elsewhere' : 'gone' });
    }
    return false;
  }

  #later(): void {
    this.#timer = setTimeout(() => void this.send(), this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }
}

const bodyOf = (commit: Commit) => JSON.stringify(commit);

/** Bytes of the requests under way that outlive their page. */
let outliving = 0;

/** What is too much to outlive its page goes as long as the page stays: asked for both, the browser would send nothing. */
async function post(address: string, body: string): Promise<Response> {
  // Letters of other scripts have two bytes and more.
  const bytes = new TextEncoder().encode(body);
  const keepalive = outliving + bytes.length < OUTLIVES;
  if (keepalive) outliving += bytes.length;
  try {
    return await fetch(address, { method: 'POST', body: bytes, keepalive });
  } finally {
    if (keepalive) outliving -= bytes.length;
  }
}
