import { EVENTS_MOST, GRACE_SECONDS, numberOfStatus, type startFormPassing } from '#contract/exams/attempts';
import type { checkAnswer } from '#contract/exams/checks';
import type { ResponseOf } from '#contract/platform';
import { type Away, eventsFrom } from './away.ts';
import {
  choose,
  confirm,
  type Given,
  openOutbox,
  type Outbox,
  outlives,
  overwrittenIn,
  sentOf,
  type WaitingAnswer,
  waitingIn,
} from './outbox.ts';
import { type ServerClock, serverTime, synchronized } from './server-clock.ts';
import type { Failure, Finished, Report, Reported, World } from './world.ts';

export type Started = ResponseOf<typeof startFormPassing>;
export type Check = ResponseOf<typeof checkAnswer>['check'];

/** A change goes out this long after it. */
export const SAVE_AFTER_MS = 800;
/** From one save to the next. */
export const SAVE_EVERY_MS = 1_000;
/** From one save of an essay to the next: each carries all of it. */
export const SAVE_ESSAY_EVERY_MS = 2_000;
export const HEARTBEAT_MS = 20_000;
/** Saves are accepted this long after the deadline; then the server ends the attempt. */
export const GRACE_MS = GRACE_SECONDS * 1000;
/** A page out of sight for less is not worth telling. */
const LEFT_MS = 1_000;
/** A deadline that moves by less is the server's arithmetic. */
const GRANTED_MS = 30_000;
/** Minutes given are told at least this long. */
const TOLD_MS = 30_000;
/** Handing in waits at most so long for the save under way; less than the grace after the deadline. */
export const OVERTAKE_AFTER_MS = 3_000;
const RETRY_MS = [2_000, 4_000, 8_000, 15_000] as const;
const RUNNING = numberOfStatus('in_progress');

/**
 * running: answers are taken. time_up: the deadline has passed, what waits is sent and the server ends the attempt.
 * finishing: handed in by hand. ended: look at the result. taken_over, blocked: read only.
 */
export type Phase = 'running' | 'finishing' | 'time_up' | 'ended' | 'taken_over' | 'blocked';

export interface Snapshot {
  phase: Phase;
  outbox: Outbox;
  waiting: number;
  /** Texts of this browser in whose place others were written elsewhere, by question. */
  overwritten: ReadonlyMap<number, string>;
  /** Server time of the last save. */
  saved_at: string | null;
  offline: boolean;
  /** Server milliseconds. */
  deadline: number;
  finished: Finished | null;
  /** What waits could not be kept in the browser: it would be lost with the page. */
  unkept: boolean;
  /** Minutes that were given last while it ran. */
  granted: number | null;
  /** Required questions that the server missed when handing in. */
  missing: readonly number[];
  /** What was told of answers that were checked, by question. */
  checks: ReadonlyMap<number, Check>;
  /** The question whose answer is being checked. */
  checking: number | null;
}

/** What the server keeps of a paper beside its answers: ids of questions. */
interface KeptPaper {
  marked: number[];
  closed: number[];
}

/** A running attempt in this tab: takes answers, saves them, keeps the server's time, and ends when it is over. */
export class AttemptRun {
  readonly started: Started;
  private readonly world: World;
  private readonly listeners = new Set<() => void>();
  private state: Snapshot;
  private clock: ServerClock;
  private alive = false;
  private sending = false;
  /** Calls under way that report to the server. */
  private reporting: Promise<unknown> = Promise.resolve();
  private failures = 0;
  private last_save = -Infinity;
  private last_essay = -Infinity;
  private readonly essays: ReadonlySet<number>;
  private changed_at = 0;
  private granted_at = -Infinity;
  private paper: KeptPaper;
  private paper_kept: KeptPaper;
  private away_since: number | null = null;
  private away: readonly Away[] = [];
  private cancelSave = () => {};
  private cancelHeartbeat = () => {};
  private cancelDeadline = () => {};

  /** @param received sent and received: local milliseconds of the call that started it */
  constructor(
    started: Started,
    received: { sent: number; received: number },
    kept: readonly WaitingAnswer[],
    world: World,
  ) {
    this.started = started;
    this.world = world;
    this.essays = new Set(started.questions.filter(({ type }) => type === 'essay').map(({ id }) => id));
    this.clock = synchronized(null, started.server_time, received.sent, received.received);
    const outbox = openOutbox(started.saved, kept);
    this.state = {
      phase: 'running',
      outbox,
      waiting: waitingIn(outbox).length,
      overwritten: overwrittenIn(started.saved, kept),
      saved_at: null,
      offline: false,
      deadline: Date.parse(started.deadline),
      finished: null,
      unkept: false,
      granted: null,
      missing: [],
      checks: new Map((started.learning?.checks ?? []).map((check) => [check.question_id, check])),
      checking: null,
    };
    const { marked, closed } = started.paper;
    this.paper = this.paper_kept = { marked, closed };
    this.changed_at = world.now();
  }

  snapshot = (): Snapshot => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Milliseconds to the deadline, by the server's clock. */
  remaining = (): number => this.state.deadline - serverTime(this.clock, this.world.now());

  attach(): void {
    this.alive = true;
    this.planDeadline();
    this.planHeartbeat(HEARTBEAT_MS);
    this.planSave();
  }

  detach(): void {
    this.alive = false;
    this.cancelSave();
    this.cancelHeartbeat();
    this.cancelDeadline();
  }

  choose(question_id: number, given: Given): void {
    if (this.state.phase !== 'running' || this.isFixed(question_id)) return;
    if (this.remaining() <= 0) return this.timeUp();
    if (this.state.waiting === 0) this.changed_at = this.world.now();
    this.setOutbox(choose(this.state.outbox, question_id, given, this.world.now()));
    this.planSave();
  }

  /** The text of this browser, in whose place another was written elsewhere, is taken after all, or left. */
  settleText(question_id: number, take: boolean): void {
    const overwritten = new Map(this.state.overwritten);
    const response = overwritten.get(question_id);
    if (response === undefined || this.state.phase !== 'running') return;
    overwritten.delete(question_id);
    this.set({ overwritten });
    if (take) this.choose(question_id, { answer_ids: [], response });
  }

  /** Whether an answer stays as it is: settled, or being checked. */
  isFixed(question_id: number): boolean {
    return this.state.checking === question_id || (this.state.checks.get(question_id)?.settled ?? false);
  }

  /** Has an answer saved and checked. Answers with the failure, or null; without a connection it waits as any other. */
  async check(question_id: number): Promise<Failure | null> {
    const given = this.state.outbox.get(question_id);
    if (this.state.phase !== 'running' || this.state.checking !== null || !given) return null;
    const { attempt_id, holder } = this.started;
    const { answer_ids, response, seq } = given;
    const said = response !== undefined && { response };
    const answer = { question_id, answer_ids: [...answer_ids], ...said, seq };
    this.set({ checking: question_id });
    try {
      const { check } = await this.world.check({ attempt_id, holder, answer });
      this.setOutbox(confirm(this.state.outbox, [answer]));
      const checks = new Map(this.state.checks).set(question_id, check);
      this.set({ checking: null, checks, offline: false });
      this.planSave();
      return null;
    } catch (error) {
      const failure = this.world.failureOf(error);
      this.set({ checking: null, offline: failure === 'offline' });
      if (failure === 'over' && this.isOpen()) this.over();
      else this.heed(failure);
      this.planSave();
      return failure;
    }
  }

  /** Marks, and questions left for good: kept with the next save. */
  keepPaper(paper: KeptPaper): void {
    if (JSON.stringify(paper) === JSON.stringify(this.paper)) return;
    if (this.state.waiting === 0) this.changed_at = this.world.now();
    this.paper = paper;
    this.planSave();
  }

  private hasToSave(): boolean {
    return this.state.waiting > 0 || this.paper !== this.paper_kept;
  }

  /** What a save with these answers keeps: a question is left for good with its answer or after it. */
  private paperWith(answers: readonly { question_id: number }[]): KeptPaper | null {
    if (this.paper === this.paper_kept) return null;
    const sent = new Set(answers.map(({ question_id }) => question_id));
    const unsent = new Set(waitingIn(this.state.outbox).map(({ question_id }) => question_id));
    const closed = this.paper.closed.filter((id) => sent.has(id) || !unsent.has(id));
    return closed.length === this.paper.closed.length ? this.paper : { ...this.paper, closed };
  }

  /** The connection came back, or the page is seen again: say so at once and send what waits. */
  wake(): void {
    if (!this.alive || !this.isOpen()) return;
    this.failures = 0;
    void this.report(this.hasToSave() ? 'save' : 'heartbeat');
  }

  noteOffline(): void {
    this.set({ offline: true });
  }

  /** The page goes out of sight: sends what waits in a way that outlives it. */
  hide(): void {
    this.away_since ??= this.world.now();
    if (this.isOpen() && this.hasToSave()) void this.report('save', outlives(waitingIn(this.state.outbox)));
  }

  /** The page is in sight again; how long it was not is told with the next call. */
  show(): void {
    const [began, ended] = [this.away_since, this.world.now()];
    this.away_since = null;
    if (began !== null && ended - began >= LEFT_MS) this.away = [...this.away, { began, ended }];
    this.wake();
  }

  /** The page goes away: the server gives it a minute to come back. */
  async close(): Promise<void> {
    if (!this.isOpen()) return;
    const { attempt_id, holder } = this.started;
    const waiting = waitingIn(this.state.outbox);
    // A text that a closing page cannot carry is in the browser's storage for when it comes back.
    const carried = outlives(waiting)
      ? waiting
      : waiting.filter(({ question_id }) => !this.essays.has(question_id));
    const answers = sentOf(carried, this.world.now());
    const events = eventsFrom(this.away, this.world.now());
    await this.world
      .report(
        { attempt_id, holder, event: 'close', answers, ...events, ...this.paperWith(answers) },
        { keepalive: true },
      )
      .catch(() => {});
  }

  /** Another tab of this browser took the attempt. */
  lose(): void {
    if (this.isOpen()) this.set({ phase: 'taken_over' });
    this.detach();
  }

  /** Hands the attempt in, once. Answers with the failure, or null. */
  async finish(): Promise<Failure | null> {
    if (this.state.phase !== 'running') return null;
    this.set({ phase: 'finishing' });
    this.cancelSave();
    this.cancelHeartbeat();
    if (this.sending) await this.reported();
    const { attempt_id, holder } = this.started;
    // Also what a save under way has not brought back word of.
    const answers = sentOf(waitingIn(this.state.outbox), this.world.now());
    try {
      const finished = await this.world.finish({ attempt_id, holder, answers });
      this.setOutbox(confirm(this.state.outbox, answers));
      this.end(finished);
      return null;
    } catch (error) {
      const failure = this.world.failureOf(error);
      if (failure === 'required_unanswered') this.setOutbox(confirm(this.state.outbox, answers));
      this.set({
        phase: 'running',
        offline: failure === 'offline',
        missing: this.world.missingOf(error),
      });
      if (failure === 'over') this.end(null);
      else this.heed(failure);
      if (this.remaining() <= 0) this.timeUp();
      else this.planSave();
      return failure;
    }
  }

  private isOpen(): boolean {
    return this.state.phase === 'running' || this.state.phase === 'time_up';
  }

  private async report(event: 'save' | 'heartbeat', keepalive = false): Promise<void> {
    if (this.sending && !keepalive) return;
    const sent = this.send(event, keepalive);
    this.reporting = Promise.all([this.reporting, sent]);
    await sent;
  }

  /** A save that the end overtakes would be refused: what is under way may arrive first. */
  private async reported(): Promise<void> {
    let cancel = () => {};
    const patience = new Promise<void>((resolve) => {
      cancel = this.world.after(OVERTAKE_AFTER_MS, resolve);
    });
    await Promise.race([this.reporting, patience]);
    cancel();
  }

  private async send(event: 'save' | 'heartbeat', keepalive: boolean): Promise<void> {
    this.sending = true;
    this.cancelSave();
    const sent = this.world.now();
    const answers = event === 'save' ? sentOf(this.dueAt(sent, keepalive), sent) : [];
    const paper = event === 'save' ? this.paperWith(answers) : null;
    if (answers.length || paper) this.last_save = sent;
    if (answers.some(({ question_id }) => this.essays.has(question_id))) this.last_essay = sent;
    const away = this.away.slice(0, EVENTS_MOST);
    const { attempt_id, holder } = this.started;
    try {
      const reported = await this.world.report(
        {
          attempt_id,
          holder,
          event,
          ...(answers.length && { answers }),
          ...eventsFrom(away, sent),
          ...paper,
        },
        { keepalive },
      );
      this.away = this.away.filter((each) => !away.includes(each));
      if (paper === this.paper) this.paper_kept = paper;
      this.sending = false;
      this.failures = 0;
      this.changed_at = sent;
      this.take(reported, answers, sent);
    } catch (error) {
      this.sending = false;
      this.failures += 1;
      const failure = this.world.failureOf(error);
      this.set({ offline: failure === 'offline' });
      if (failure === 'over' && this.isOpen()) this.over(answers.length > 0);
      else this.heed(failure);
    }
    this.planSave();
  }

  private take(reported: Reported, answers: Report['answers'] & {}, sent: number): void {
    this.clock = synchronized(this.clock, reported.server_time, sent, this.world.now());
    this.setOutbox(confirm(this.state.outbox, answers));
    const deadline = Date.parse(reported.deadline);
    const gained = deadline - this.state.deadline;
    if (gained >= GRANTED_MS) this.granted_at = sent;
    const told = sent - this.granted_at < TOLD_MS ? this.state.granted : null;
    this.set({
      offline: false,
      deadline,
      granted: gained >= GRANTED_MS ? Math.round(gained / 60_000) : told,
      saved_at: reported.saved_at ?? this.state.saved_at,
    });
    if (!this.isOpen()) return;
    if (reported.status !== RUNNING) return this.over();
    // Extra minutes may have come after the deadline.
    if (this.state.phase === 'time_up' && this.remaining() > 0) this.set({ phase: 'running' });
    this.planDeadline();
    if (this.state.phase === 'running') this.planHeartbeat(HEARTBEAT_MS);
  }

  private heed(failure: Failure): void {
    if (!this.isOpen()) return;
    if (failure === 'taken_over' || failure === 'blocked') {
      this.set({ phase: failure });
      this.detach();
    } else this.planHeartbeat(this.state.phase === 'time_up' ? SAVE_EVERY_MS : HEARTBEAT_MS);
  }

  private timeUp(): void {
    if (this.state.phase !== 'running') return;
    this.set({ phase: 'time_up' });
    if (this.state.waiting > 0) void this.report('save');
    this.planHeartbeat(Math.max(this.remaining() + GRACE_MS, 0) + 300);
  }

  /**
   * The server has ended the attempt.
   * @param told it has been sent what waits; else it is now, to be told of as late
   */
  private over(told = false): void {
    const answers = sentOf(waitingIn(this.state.outbox), this.world.now());
    if (told || answers.length === 0) return this.end(null);
    this.detach();
    const { attempt_id, holder } = this.started;
    const end = () => this.end(null);
    this.world.report({ attempt_id, holder, event: 'save', answers }, { keepalive: true }).then(end, end);
  }

  private end(finished: Finished | null): void {
    this.set({ phase: 'ended', finished });
    this.world.keep(this.started.attempt_id, []);
    this.detach();
  }

  /** What goes out now: essays not before their time, unless the page is left or time is up. */
  private dueAt(now: number, leaving: boolean): WaitingAnswer[] {
    const waiting = waitingIn(this.state.outbox);
    if (leaving || this.state.phase !== 'running' || now >= this.last_essay + SAVE_ESSAY_EVERY_MS)
      return waiting;
    return waiting.filter(({ question_id }) => !this.essays.has(question_id));
  }

  private planSave(): void {
    this.cancelSave();
    if (!this.alive || this.sending || !this.isOpen() || !this.hasToSave()) return;
    const now = this.world.now();
    const retry = this.failures > 0 ? (RETRY_MS[Math.min(this.failures, RETRY_MS.length) - 1] ?? 0) : 0;
    const pause = this.state.phase === 'time_up' ? Math.min(retry, SAVE_EVERY_MS) : retry;
    const onlyEssays =
      this.essays.size > 0 &&
      waitingIn(this.state.outbox).every(({ question_id }) => this.essays.has(question_id));
    const essay_at = onlyEssays && this.state.phase === 'running' ? this.last_essay + SAVE_ESSAY_EVERY_MS : 0;
    const at = Math.max(
      this.changed_at + SAVE_AFTER_MS,
      this.last_save + Math.max(SAVE_EVERY_MS, pause),
      essay_at,
    );
    this.cancelSave = this.world.after(Math.max(0, at - now), () => void this.report('save'));
  }

  private planHeartbeat(milliseconds: number): void {
    this.cancelHeartbeat();
    if (!this.alive) return;
    this.cancelHeartbeat = this.world.after(milliseconds, () => {
      const again = this.state.phase === 'time_up' ? SAVE_EVERY_MS : HEARTBEAT_MS;
      this.planHeartbeat(again);
      void this.report('heartbeat');
    });
  }

  private planDeadline(): void {
    this.cancelDeadline();
    if (!this.alive || this.state.phase !== 'running') return;
    // Long timers overflow, and a sleeping computer stops them: look again at least each minute.
    this.cancelDeadline = this.world.after(Math.min(Math.max(0, this.remaining()), 60_000), () => {
      if (this.remaining() <= 0) this.timeUp();
      else this.planDeadline();
    });
  }

  private setOutbox(outbox: Outbox): void {
    const waiting = waitingIn(outbox);
    // Whoever took the attempt over keeps its answers now.
    const kept =
      (!this.isOpen() && this.state.phase !== 'finishing') ||
      this.world.keep(this.started.attempt_id, waiting);
    this.set({ outbox, waiting: waiting.length, unkept: !kept });
  }

  private set(change: Partial<Snapshot>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}
