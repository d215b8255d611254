import { deleteQuestion, getForm, updateForm, updateQuestions } from '#contract/exams/forms';
import { ApiError, call } from '../../../lib/api/api.ts';
import { codeOf, errorOf, fieldErrorsOf, type ShownError } from '../../../lib/api/errors.ts';
import {
  type Content,
  type Draft,
  type Ids,
  keepIds,
  onlyRemoved,
  questionsBody,
  questionsOf,
  settingsBody,
  settingsOf,
  type QuestionFile,
} from './draft.ts';
import { rebased } from './draft-merge.ts';
import { soundPart } from './sound-part.ts';

/** After the last change, and before a save that found no connection is tried again; milliseconds. */
const REST_MS = 800;
const RETRY_MS = 5000;
/** Changes of one field within this are one step back. */
const STEP_MS = 1500;
const MOST_STEPS = 200;
const NO_FAULTS: DraftState['faults'] = {};

export interface DraftState extends Content {
  saving: 'saved' | 'waiting' | 'saving' | 'invalid' | 'failed' | 'refused' | 'conflict';
  /** When it was saved from this page last. */
  savedAt: Date | null;
  /** Something stands here that the server does not have. */
  dirty: boolean;
  /** What was saved differs from what is published. */
  differs: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** What the server found, by question key or field; '' for the whole form. */
  faults: Readonly<Record<string, ShownError>>;
  files: ReadonlyMap<string, readonly QuestionFile[]>;
}

/**
 * The draft of a form while it is edited: every change can be taken back, and goes out after a rest. It is saved from the
 * state it was read in; when that is another's by now, nothing more is sent until the person has decided.
 */
export class DraftStore {
  readonly ids: Ids = new Map();
  readonly #form: { id: number; formId: number };
  readonly #listeners = new Set<() => void>();
  #state: DraftState;
  #saved: Content;
  #revision: string | undefined;
  #past: Content[] = [];
  #future: Content[] = [];
  #step = { name: '', at: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;

  constructor(course_id: number, draft: Draft) {
    this.#form = { id: course_id, formId: draft.id };
    this.#saved = this.#contentOf(draft);
    this.#revision = draft.revision;
    this.#state = {
      ...this.#saved,
      saving: 'saved',
      savedAt: null,
      dirty: false,
      differs: draft.has_unpublished_changes,
      canUndo: false,
      canRedo: false,
      faults: NO_FAULTS,
      files: this.#filesOf(draft.questions),
    };
  }

  readonly state = (): DraftState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @param name of what is changed: steps of one name that follow each other closely are taken back together */
  change(name: string, next: Partial<Content>): void {
    const now = Date.now();
    const goesOn = name !== '' && name === this.#step.name && now - this.#step.at < STEP_MS;
    if (!goesOn) this.#past = [...this.#past.slice(1 - MOST_STEPS), this.#content()];
    this.#step = { name, at: now };
    this.#future = [];
    this.#show(next);
  }

  undo(): void {
    this.#goTo(this.#past, this.#future);
  }

  redo(): void {
    this.#goTo(this.#future, this.#past);
  }

  /** Saves what is not saved yet; whether all of it is. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.#running) await this.#running;
    if (this.#state.dirty && this.#state.saving !== 'conflict') await this.#save();
    return !this.#state.dirty;
  }

  /**
   * Lets the server change the draft. What is not saved goes out before, and none of it while the change is on its way: it
   * would be saved over the change, or be refused for it.
   * @param work given the state that the draft is in, for the call; has `adopt` or `reread` take what came of it
   * @throws what `work` throws
   */
  async byServer<T>(work: (given: { revision?: string }) => Promise<T>): Promise<T> {
    await this.flush();
    while (this.#running) await this.#running;
    const done = work({ ...(this.#revision && { revision: this.#revision }) });
    const over = () => {
      this.#running = null;
      this.#saveAfterRest();
    };
    this.#running = done.then(over, over);
    return done;
  }

  /** Takes questions that the server has added to the end of the draft. */
  adopt(added: Draft['questions'], revision: string): string[] {
    const made = questionsOf(added, this.ids);
    this.#revision = revision;
    this.#saved = { ...this.#saved, questions: [...this.#saved.questions, ...made] };
    this.#patch({
      differs: true,
      savedAt: new Date(),
      files: new Map([...this.#state.files, ...this.#filesOf(added)]),
    });
    this.change('', { questions: [...this.#state.questions, ...made] });
    return made.map(({ key }) => key);
  }

  setFiles(key: string, files: readonly QuestionFile[]): void {
    this.#patch({ files: new Map([...this.#state.files, [key, files]]), differs: true });
  }

  /** Reads the draft as it is on the server and drops what stands here by now. */
  load(): Promise<void> {
    return this.#read(this.#content());
  }

  /** Reads the draft that the server has changed; what was changed here since the last save stays, and is saved. */
  reread(): Promise<void> {
    return this.#read(this.#saved);
  }

  /** Puts what stands here in the place of what another has saved. */
  async overwrite(): Promise<void> {
    this.#revision = undefined;
    this.#saved = { settings: { ...this.#saved.settings }, questions: [] };
    this.#patch({ saving: 'waiting' });
    await this.#save();
  }

  published(): void {
    this.#patch({ differs: false });
  }

  setFaults(faults: DraftState['faults']): void {
    this.#patch({ faults });
  }

  /** No more saves. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #content(): Content {
    const { settings, questions } = this.#state;
    return { settings, questions };
  }

  #contentOf(draft: Draft): Content {
    return { settings: settingsOf(draft), questions: questionsOf(draft.questions, this.ids) };
  }

  #filesOf(questions: Draft['questions']): Map<string, readonly QuestionFile[]> {
    return new Map(questions.map(({ id, files }) => [`q${id}`, files]));
  }

  /** Takes what the server has, with what was changed here since `base` on top of it, and nothing to take back. */
  async #read(base: Content): Promise<void> {
    const draft = await call(getForm, { params: this.#form });
    const { saved, content } = rebased(base, this.#content(), this.#contentOf(draft), this.ids);
    this.#saved = saved;
    this.#revision = draft.revision;
    this.#past = [];
    this.#future = [];
    const dirty = this.#isDirty(content);
    this.#patch({
      ...content,
      saving: dirty ? 'waiting' : 'saved',
      dirty,
      differs: draft.has_unpublished_changes,
      canUndo: false,
      canRedo: false,
      faults: NO_FAULTS,
      // Under the keys on screen, not under those that an answer is given.
      files: new Map(draft.questions.map(({ files }, place) => [saved.questions[place]!.key, files])),
    });
    this.#saveAfterRest();
  }

  #goTo(from: Content[], to: Content[]): void {
    const target = from.pop();
    if (!target) return;
    to.push(this.#content());
    this.#step = { name: '', at: 0 };
    this.#show(target);
  }

  #show(next: Partial<Content>): void {
    const dirty = this.#isDirty({ ...this.#content(), ...next });
    const { saving } = this.#state;
    this.#patch({
      ...next,
      dirty,
      canUndo: this.#past.length > 0,
      canRedo: this.#future.length > 0,
      faults: NO_FAULTS,
      ...(saving !== 'conflict' && { saving: dirty ? 'waiting' : 'saved' }),
    });
    this.#saveAfterRest();
  }

  #saveAfterRest(): void {
    clearTimeout(this.#timer);
    const { dirty, saving } = this.#state;
    if (dirty && saving !== 'conflict') this.#timer = setTimeout(() => void this.#save(), REST_MS);
  }

  #isDirty({ settings, questions }: Content): boolean {
    if (
      settings !== this.#saved.settings &&
      JSON.stringify(settings) !== JSON.stringify(this.#saved.settings)
    )
      return true;
    return (
      questions.length !== this.#saved.questions.length ||
      questions.some((question, index) => question !== this.#saved.questions[index])
    );
  }

  #save(): Promise<void> {
    this.#running ??= this.#send().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    const content = this.#content();
    const before = this.#saved;
    const part = soundPart(content, before);
    const isSound = part.settings === content.settings && part.questions === content.questions;
    this.#patch({ saving: 'saving' });
    try {
      await this.#sendSettings(part);
      // What is written over is unknown here, so that no question could stay as it was.
      if (this.#revision || isSound) await this.#sendQuestions(part);
      const dirty = this.#isDirty(this.#content());
      const isCurrent =
        this.#state.settings === content.settings && this.#state.questions === content.questions;
      this.#patch({
        dirty,
        ...(this.#saved !== before && { differs: true, savedAt: new Date() }),
        saving: !dirty ? 'saved' : isSound ? 'waiting' : this.#revision ? 'invalid' : 'refused',
      });
      if (dirty && !isCurrent) this.#timer = setTimeout(() => void this.#save(), REST_MS);
    } catch (error) {
      this.#failed(error, part);
    }
  }

  async #sendSettings({ settings }: Content): Promise<void> {
    if (settings === this.#saved.settings) return;
    const body = { ...settingsBody(settings), ...(this.#revision && { revision: this.#revision }) };
    const { revision } = await call(updateForm, { params: this.#form, body, quiet: true });
    // A draft that is written over is so to the end.
    if (this.#revision) this.#revision = revision;
    this.#saved = { ...this.#saved, settings };
  }

  async #sendQuestions({ questions }: Content): Promise<void> {
    if (questions === this.#saved.questions && this.#revision) return;
    const given = this.#revision && { revision: this.#revision };
    const gone = this.#revision ? onlyRemoved(this.#saved.questions, questions) : null;
    const gone_id = gone && this.ids.get(gone.key);
    if (gone_id) {
      const { revision } = await call(deleteQuestion, {
        params: { id: gone_id },
        query: { ...given },
        quiet: true,
      });
      this.#revision = revision;
    } else {
      const body = {
        form_id: this.#form.formId,
        questions: questionsBody(questions, this.ids),
        ...given,
      };
      const saved = await call(updateQuestions, { body, quiet: true });
      this.#revision = saved.revision;
      keepIds(this.ids, questions, saved.questions);
    }
    this.#saved = { ...this.#saved, questions };
  }

  #failed(error: unknown, { questions }: Content): void {
    if (codeOf(error) === 'draft_changed') {
      this.#patch({ saving: 'conflict' });
      return;
    }
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429) {
      this.#patch({ saving: 'failed' });
      this.#timer = setTimeout(() => void this.#save(), RETRY_MS);
      return;
    }
    this.#patch({ saving: 'refused', faults: faultsOf(error, questions) });
  }

  #patch(next: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...next };
    for (const listener of this.#listeners) listener();
  }
}

/** What the server refused, by question key or field. */
export function faultsOf(error: unknown, questions: Content['questions']): Record<string, ShownError> {
  const found: Record<string, ShownError> = {};
  for (const [path, fault] of Object.entries(fieldErrorsOf(error))) {
    const [head = '', index] = path.split('.');
    const isListed = index !== undefined && head === 'questions';
    const key = isListed ? questions[Number(index)]?.key : head === 'draws' ? path : head;
    found[key ?? ''] ??= fault;
  }
  // Of no field: the whole draft is refused.
  return Object.keys(found).length ? found : { '': errorOf(error) };
}
