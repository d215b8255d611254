import {
  completeAnswerFile,
  listAnswerFileParts,
  removeAnswerFile,
  uploadAnswerFile,
} from '#contract/exams/handins';
import { filesAsked, type HandedFile } from '#contract/exams/questions';
import { fileGroupOf } from '#contract/learning/media';
import { call } from '../../../../lib/api/api.ts';
import { Uploads, type UploadTarget } from '../../../../lib/files/upload.ts';
import type { AttemptRun } from './attempt-run.ts';
import { givenIn } from './outbox.ts';

type Shown = Omit<HandedFile, 'question_id'>;

/** An answer as what files are uploaded to. */
function answerTarget(id: number, questionId: number): UploadTarget {
  const quiet = true;
  return {
    begin: ({ name, size, content_type }) =>
      call(uploadAnswerFile, { params: { id, questionId }, body: { name, size, content_type }, quiet }),
    partAddress: async (fileId, number, signal) => {
      const params = { id, questionId, fileId };
      const { parts } = await call(listAnswerFileParts, {
        params,
        body: { numbers: [number] },
        quiet,
        signal,
      });
      return parts[0]!.url;
    },
    complete: async (fileId, body) => {
      const file = await call(completeAnswerFile, { params: { id, questionId, fileId }, body, quiet });
      return { ...file, kind: 'answer', group: fileGroupOf(file.name) };
    },
    remove: (fileId) => call(removeAnswerFile, { params: { id, questionId, fileId }, quiet }),
  };
}

/**
 * The files of a running attempt: those that are there, and those on their way, which go on while another question is shown.
 * One that has come is named by its answer, which is saved as any other is.
 */
class AnswerFiles {
  readonly #run: AttemptRun;
  readonly #onSending: (files: number) => void;
  readonly #uploads = new Map<number, Uploads>();
  /** By the key of an upload, what it takes the place of. */
  readonly #replaced = new Map<Uploads, Map<number, number>>();
  readonly #listeners = new Set<() => void>();
  #files: ReadonlyMap<number, Shown>;

  constructor(run: AttemptRun, onSending: (files: number) => void) {
    this.#run = run;
    this.#onSending = onSending;
    this.#files = new Map(run.started.handed.map((file) => [file.id, file]));
  }

  readonly files = (): ReadonlyMap<number, Shown> => this.#files;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  uploadsOf(question_id: number): Uploads {
    let uploads = this.#uploads.get(question_id);
    if (!uploads) {
      const made = new Uploads(answerTarget(this.#run.started.attempt_id, question_id));
      made.subscribe(() => this.#look(question_id, made));
      this.#uploads.set(question_id, (uploads = made));
      this.#replaced.set(made, new Map());
    }
    return uploads;
  }

  /** @param replaces the file whose place it takes once it is there */
  add(question_id: number, file: File, replaces?: number): void {
    const uploads = this.uploadsOf(question_id);
    const key = uploads.add(file, 'answer');
    if (replaces !== undefined) this.#replaced.get(uploads)!.set(key, replaces);
  }

  #look(question_id: number, uploads: Uploads): void {
    for (const { key, state, result } of uploads.list()) {
      if (state !== 'done' || !result) continue;
      this.#files = new Map(this.#files).set(result.id, result);
      this.#name(question_id, result.id, this.#replaced.get(uploads)!.get(key));
      uploads.drop(key);
      return;
    }
    const all = [...this.#uploads.values()].flatMap((each) => each.list());
    this.#onSending(all.filter(({ state }) => state !== 'done' && state !== 'failed').length);
    for (const listener of this.#listeners) listener();
  }

  #name(question_id: number, id: number, replaced: number | undefined): void {
    const question = this.#run.started.questions.find((each) => each.id === question_id)!;
    const { answer_ids } = givenIn(this.#run.snapshot().outbox, question_id);
    const kept = answer_ids.filter((each) => each !== replaced);
    const { max_files } = filesAsked(question.work ?? {});
    this.#run.choose(question_id, { answer_ids: [...kept, id].slice(-max_files) });
  }
}

const known = new WeakMap<AttemptRun, AnswerFiles>();

/** The files of a running attempt, the same wherever they are asked for. */
export function answerFilesOf(run: AttemptRun, onSending: (files: number) => void): AnswerFiles {
  let files = known.get(run);
  if (!files) known.set(run, (files = new AnswerFiles(run, onSending)));
  return files;
}
