import type { announcedFile, completion, storedFile, uploadBegun } from '#contract/learning/media';
import type { infer as Infer, input as Input } from 'zod/mini';
import { ApiError } from '../api/api.ts';
import { errorOf, type ShownError } from '../api/errors.ts';
import { mediaDuration } from './media-duration.ts';
import { putBytes, StorageError } from './put-bytes.ts';
import { forgetUnfinished, keepUnfinished, unfinishedOf } from './unfinished.ts';

export type StoredFile = Infer<typeof storedFile>;
export type CaptionLanguage = 'uk' | 'en' | 'de';

/** What files go to: the calls of its slice. None of them shows its errors itself. */
export interface UploadTarget {
  /** What it is, where an upload is gone on with after the page went. */
  place?: string;
  /** An upload that was begun before the page went is gone on with. */
  goOn?: (id: number, kind: string) => void;
  begin: (
    file: Input<typeof announcedFile> & { kind: string; language?: CaptionLanguage },
  ) => Promise<Infer<typeof uploadBegun>>;
  /** Where a part goes. */
  partAddress: (id: number, number: number, signal: AbortSignal) => Promise<string>;
  complete: (id: number, body: Input<typeof completion>) => Promise<StoredFile>;
  remove: (id: number) => Promise<unknown>;
}

const FILES_AT_ONCE = 2;
const PARTS_AT_ONCE = 3;
/** Waits before a failed part is tried again, milliseconds. */
const RETRY_MS = [1000, 3000, 8000];

export interface Upload {
  readonly key: number;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly kind: string;
  readonly language: CaptionLanguage | null;
  readonly state: 'waiting' | 'running' | 'paused' | 'offline' | 'checking' | 'failed' | 'done';
  /** Bytes that have arrived. */
  readonly sent: number;
  readonly error: ShownError | null;
  /** Of a finished one. */
  readonly result: StoredFile | null;
}

interface Job {
  file: File;
  /** Of the target and what it is there; null where it is not gone on with. */
  place: string | null;
  /** What the server has made for it. */
  id: number | null;
  single: Infer<typeof uploadBegun>['upload'];
  part_size: number | null;
  etags: Map<number, string>;
  /** Bytes on their way, by part. */
  moving: Map<number, number>;
  duration: number | null;
  /** It was begun before the page went. */
  wentOn: boolean;
  /** Its address ran out once and was asked for anew. */
  renewed: boolean;
  stop: AbortController;
}

/**
 * The uploads to one thing, from choosing to the file that stands there: two files and three parts at once, paused by
 * itself while there is no connection, and never sending again what has arrived. Files may be added before it
 * exists; they start with `start`.
 */
export class Uploads {
  #target: UploadTarget | null = null;
  #list: readonly Upload[] = [];
  readonly #jobs = new Map<number, Job>();
  readonly #listeners = new Set<() => void>();
  #last = 0;

  constructor(target: UploadTarget | null = null) {
    this.#target = target;
  }

  readonly list = (): readonly Upload[] => this.#list;

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) {
      window.addEventListener('online', this.#online);
      window.addEventListener('offline', this.#offline);
    }
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      window.removeEventListener('online', this.#online);
      window.removeEventListener('offline', this.#offline);
    };
  };

  /** What they go to is there. */
  start(target: UploadTarget): void {
    this.#target = target;
    this.#next();
  }

  add(file: File, kind: string, language: CaptionLanguage | null = null): number {
    this.#last += 1;
    const key = this.#last;
    this.#jobs.set(key, {
      file,
      place: null,
      id: null,
      single: null,
      part_size: null,
      etags: new Map(),
      moving: new Map(),
      duration: null,
      wentOn: false,
      renewed: false,
      stop: new AbortController(),
    });
    const upload: Upload = {
      key,
      name: file.name,
      size: file.size,
      kind,
      language,
      state: 'waiting',
      sent: 0,
      error: null,
      result: null,
    };
    this.#publish([...this.#list, upload]);
    this.#next();
    return key;
  }

  pause(key: number): void {
    this.#change(key, { state: 'paused' });
    this.#halt(key);
    this.#next();
  }

  /** Goes on with a paused or failed one. */
  resume(key: number): void {
    this.#change(key, { state: 'waiting', error: null });
    this.#next();
  }

  /** Gives it up; what has arrived is removed. */
  cancel(key: number): void {
    this.#halt(key);
    const job = this.#jobs.get(key);
    const id = job?.id ?? null;
    if (job) this.#forget(job);
    this.drop(key);
    if (id !== null) this.#target?.remove(id).catch(() => {});
  }

  /** Takes a row away without touching its file. */
  drop(key: number): void {
    this.#jobs.delete(key);
    this.#publish(this.#list.filter((one) => one.key !== key));
    this.#next();
  }

  /** Ends when the file stands there or is given up; null for the latter. */
  ended(key: number): Promise<StoredFile | null> {
    const { promise, resolve } = Promise.withResolvers<StoredFile | null>();
    const look = () => {
      const upload = this.#find(key);
      if (upload && upload.state !== 'done' && upload.state !== 'failed') return;
      unsubscribe();
      resolve(upload?.result ?? null);
    };
    const unsubscribe = this.subscribe(look);
    look();
    return promise;
  }

  readonly #online = (): void => {
    for (const { key, state } of this.#list) if (state === 'offline') this.resume(key);
  };

  readonly #offline = (): void => {
    for (const { key, state } of this.#list) {
      if (state !== 'running') continue;
      this.#change(key, { state: 'offline' });
      this.#halt(key);
    }
  };

  #next(): void {
    if (!this.#target) return;
    const busy = this.#list.filter(({ state }) => state === 'running' || state === 'checking').length;
    const waiting = this.#list.filter(({ state }) => state === 'waiting').slice(0, FILES_AT_ONCE - busy);
    for (const { key } of busy < FILES_AT_ONCE ? waiting : []) {
      this.#change(key, { state: 'running' });
      void this.#run(key, this.#target);
    }
  }

  async #run(key: number, target: UploadTarget): Promise<void> {
    const job = this.#jobs.get(key);
    const upload = this.#find(key);
    if (!job || !upload) return;
    job.stop = new AbortController();
    const { signal } = job.stop;
    try {
      if (job.id === null) {
        job.duration = await mediaDuration(job.file);
        await this.#begin(job, upload, target);
      }
      signal.throwIfAborted();
      const id = job.id!;
      if (job.part_size === null) await this.#sendWhole(key, job, signal);
      else {
        await this.#sendParts(
          key,
          job,
          job.part_size,
          (number) => target.partAddress(id, number, signal),
          signal,
        );
      }
      this.#change(key, { state: 'checking', sent: job.file.size });
      await this.#complete(key, job, target, id);
    } catch (error) {
      this.#failed(key, job, signal, error);
    } finally {
      this.#next();
    }
  }

  async #sendWhole(key: number, job: Job, signal: AbortSignal): Promise<void> {
    if (!job.single) return;
    const { url, headers } = job.single;
    await putBytes({
      url,
      headers,
      bytes: job.file,
      signal,
      onProgress: (sent) => this.#change(key, { sent }),
    });
    job.single = null;
  }

  async #sendParts(
    key: number,
    job: Job,
    size: number,
    addressOf: (number: number) => Promise<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const count = Math.ceil(job.file.size / size);
    const missing = Array.from({ length: count }, (_, index) => index + 1).filter((n) => !job.etags.has(n));
    const send = async (): Promise<void> => {
      for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
        const bytes = job.file.slice((number - 1) * size, number * size);
        const part = number;
        const etag = await persistently(signal, async () => {
          const url = await addressOf(part);
          return putBytes({
            url,
            bytes,
            signal,
            onProgress: (sent) => {
              job.moving.set(part, sent);
              this.#count(key, job, size);
            },
          });
        });
        job.etags.set(part, etag);
        this.#keep(job);
        job.moving.delete(part);
        this.#count(key, job, size);
      }
    };
    try {
      await Promise.all(Array.from({ length: PARTS_AT_ONCE }, send));
    } finally {
      job.moving.clear();
      this.#count(key, job, size);
    }
  }

  #count(key: number, job: Job, size: number): void {
    const arrived = [...job.etags.keys()].reduce(
      (sum, number) => sum + Math.min(size, job.file.size - (number - 1) * size),
      0,
    );
    const moving = [...job.moving.values()].reduce((sum, sent) => sum + sent, 0);
    this.#change(key, { sent: Math.min(job.file.size, arrived + moving) });
  }

  async #complete(key: number, job: Job, target: UploadTarget, id: number): Promise<void> {
    const parts = [...job.etags]
      .map(([number, etag]) => ({ number, etag }))
      .sort((a, b) => a.number - b.number);
    const result = await target.complete(id, { ...(parts.length > 0 && { parts }), duration: job.duration });
    this.#forget(job);
    this.#change(key, { state: 'done', result });
  }

  /** Begins an upload, or goes on with that of the same file which the page took with it. */
  async #begin(job: Job, upload: Upload, target: UploadTarget): Promise<void> {
    job.place = target.place ? `${target.place}:${upload.kind}` : null;
    const before = job.place !== null && !job.renewed ? unfinishedOf(job.place, job.file) : null;
    if (before && [...this.#jobs.values()].every(({ id }) => id !== before.id)) {
      const { id, part_size, arrived } = before;
      target.goOn?.(id, upload.kind);
      Object.assign(job, { id, part_size, etags: new Map(arrived), wentOn: true });
      return;
    }
    const begun = await target.begin(announced(job.file, upload));
    Object.assign(job, { id: begun.id, single: begun.upload, part_size: begun.part_size });
  }

  #keep({ file, place, id, part_size, etags }: Job): void {
    if (place !== null && id !== null && part_size !== null)
      keepUnfinished(place, file, { id, part_size, arrived: [...etags] });
  }

  #forget({ file, place }: Job): void {
    if (place !== null) forgetUnfinished(place, file);
  }

  #failed(key: number, job: Job, signal: AbortSignal, error: unknown): void {
    // Paused, cancelled or offline: the state says it already.
    if (signal.aborted) return;
    job.stop.abort();
    const lost = isLost(error);
    if (lost && !navigator.onLine) {
      this.#change(key, { state: 'offline' });
      return;
    }
    // A refused file is removed by the server, and an address that has run out is asked for again.
    const refused = isRefused(error);
    const expired = error instanceof StorageError && error.status === 403;
    if (refused || (expired && job.part_size === null)) {
      const { id } = job;
      if (expired && id !== null) this.#target?.remove(id).catch(() => {});
      this.#forget(job);
      Object.assign(job, { id: null, single: null, part_size: null, etags: new Map() });
    }
    if ((expired || (refused && job.wentOn)) && !job.renewed) {
      job.renewed = true;
      this.#change(key, { state: 'waiting', sent: 0, error: null });
      return;
    }
    this.#change(key, {
      state: 'failed',
      error: error instanceof StorageError ? { code: 'internal', params: {} } : errorOf(error),
      ...(refused && { sent: 0 }),
    });
  }

  #halt(key: number): void {
    this.#jobs.get(key)?.stop.abort();
  }

  #find(key: number): Upload | undefined {
    return this.#list.find((one) => one.key === key);
  }

  #change(key: number, to: Partial<Upload>): void {
    if (this.#find(key)) this.#publish(this.#list.map((one) => (one.key === key ? { ...one, ...to } : one)));
  }

  #publish(list: readonly Upload[]): void {
    this.#list = list;
    for (const listener of this.#listeners) listener();
  }
}

function announced({ name, size, type }: File, { kind, language }: Upload) {
  return {
    name: name.slice(-255),
    size,
    content_type: type,
    kind,
    ...(language && { language }),
  };
}

/** Tries again after a while as long as no answer of reason comes. */
async function persistently<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
  for (const wait of RETRY_MS) {
    try {
      return await send();
    } catch (error) {
      if (signal.aborted || !navigator.onLine || isRefused(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    signal.throwIfAborted();
  }
  return send();
}

const isLost = (error: unknown): boolean =>
  (error instanceof ApiError || error instanceof StorageError) && error.status === 0;

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;
