import { createBankQuestion, getBankQuestion, updateBankQuestion } from '#contract/exams/bank';
import type { ResponseOf } from '#contract/platform';
import { call } from '../../../../lib/api/api.ts';
import type { QuestionStore } from '../builder-context.ts';
import {
  type Ids,
  newQuestion,
  type QuestionDraft,
  type QuestionFile,
  questionsBody,
  questionsOf,
} from '../draft.ts';

export type BankQuestion = ResponseOf<typeof getBankQuestion>;

interface State {
  questions: readonly QuestionDraft[];
  files: ReadonlyMap<string, readonly QuestionFile[]>;
}

/** A question of the bank while it is edited: saved when its author says so, or when a file needs a place to lie in. */
export class BankedStore implements QuestionStore {
  readonly ids: Ids = new Map();
  /** Where a new one is put. */
  folder_id: number | null = null;
  tags: string[] = [];
  readonly #listeners = new Set<() => void>();
  #saved: QuestionDraft;
  #state: State;
  #version: number;

  constructor(read: BankQuestion | null) {
    const [question] = read ? questionsOf([read.question], this.ids) : [newQuestion()];
    this.#saved = question!;
    this.#version = read?.version ?? 0;
    this.#state = {
      questions: [question!],
      files: new Map(read ? [[question!.key, read.question.files]] : []),
    };
  }

  readonly state = (): State => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get question(): QuestionDraft {
    return this.#state.questions[0]!;
  }

  get id(): number | undefined {
    return this.ids.get(this.question.key);
  }

  readonly isDirty = (): boolean => this.question !== this.#saved;

  change(_name: string, { questions }: { questions: readonly QuestionDraft[] }): void {
    this.#patch({ questions });
  }

  /** A file came or went, which made another version. */
  setFiles(key: string, files: readonly QuestionFile[]): void {
    this.#patch({ files: new Map([...this.#state.files, [key, files]]) });
    const { id } = this;
    if (id === undefined) return;
    void call(getBankQuestion, { params: { id }, quiet: true }).then(
      ({ version }) => (this.#version = version),
      () => {},
    );
  }

  /** What is saved next takes the place of whatever was saved meanwhile. Errors of the API go on. */
  async overtake(): Promise<void> {
    const { id } = this;
    if (id === undefined) return;
    this.#version = (await call(getBankQuestion, { params: { id }, quiet: true })).version;
  }

  /** Saves it; whether there was somewhere to. Errors of the API go on. */
  async flush(): Promise<boolean> {
    const { question, id } = this;
    const [body] = questionsBody([question], this.ids);
    if (id !== undefined) {
      const saved = await call(updateBankQuestion, {
        params: { id },
        body: { version: this.#version, question: body! },
      });
      this.#version = saved.version;
    } else {
      if (this.folder_id === null) return false;
      const made = await call(createBankQuestion, {
        body: { folder_id: this.folder_id, tags: this.tags, question: body! },
      });
      this.ids.set(question.key, made.id);
      this.#version = 1;
    }
    this.#saved = question;
    this.#patch({});
    return true;
  }

  #patch(next: Partial<State>): void {
    this.#state = { ...this.#state, ...next };
    for (const listener of this.#listeners) listener();
  }
}
