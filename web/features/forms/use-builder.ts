import { publishForm, updateForm, updateQuestions } from '#contract/forms';
import { type getMaterial, updateMaterial } from '#contract/materials';
import type { ResponseOf } from '#contract/platform';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api.ts';
import { errorOf, fieldErrorsOf, type ShownError, useErrorText } from '../../lib/errors.ts';
import { showSuccess, showWarning } from '../../lib/toasts.ts';
import { type FieldError, type Form, useForm } from '../../lib/use-form.ts';
import {
  type Draft,
  duplicatesIn,
  type Ids,
  keepIds,
  type QuestionDraft,
  questionsBody,
  questionsOf,
  settingsBody,
  type SettingsDraft,
  settingsOf,
} from './draft.ts';

type Material = ResponseOf<typeof getMaterial>;

export interface Builder {
  settings: Form<SettingsDraft>;
  questions: Form<{ questions: QuestionDraft[] }>;
  dirty: boolean;
  busy: 'saving' | 'publishing' | null;
  /** What the server found, by question key or settings field; '' for the whole form. */
  faults: Readonly<Record<string, ShownError>>;
  /** The question to look at: something in it is not right. */
  pointed: { key: string } | null;
  save: () => void;
  publish: () => void;
  clearFault: (key: string) => void;
}

/** The draft of a test while it is edited: its fields and questions, saved together, and published. */
export function useBuilder(course_id: number, material: Material, draft: Draft): Builder {
  const t = useTranslations('forms');
  const errorText = useErrorText();
  const [ids] = useState<Ids>(() => new Map());
  const [initial] = useState(() => ({ settings: settingsOf(draft), questions: questionsOf(draft, ids) }));
  const [busy, setBusy] = useState<Builder['busy']>(null);
  const [faults, setFaults] = useState<Record<string, ShownError>>({});
  const [pointed, setPointed] = useState<Builder['pointed']>(null);
  const running = useRef(false);
  const named = useRef({ name: material.name, description: material.description });
  const params = { id: course_id, formId: draft.id };
  const nothing = () => {};
  const settings = useForm({
    endpoint: updateForm,
    params,
    initial: initial.settings,
    body: settingsBody,
    onDone: nothing,
  });
  const questions = useForm({
    endpoint: updateQuestions,
    initial: { questions: initial.questions },
    body: (values) => questionsBody(draft.id, values.questions, ids),
    check: checkQuestions,
    onDone: nothing,
  });
  const list = questions.values.questions;

  async function run(what: NonNullable<Builder['busy']>, work: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(what);
    setFaults({});
    try {
      await work();
    } catch (error) {
      showFaults(error);
    } finally {
      running.current = false;
      setBusy(null);
    }
  }

  function showFaults(error: unknown): void {
    const found: Record<string, ShownError> = {};
    for (const [path, fault] of Object.entries(fieldErrorsOf(error))) {
      const [head = '', index] = path.split('.');
      const key = head === 'questions' && index !== undefined ? list[Number(index)]?.key : head;
      found[key ?? ''] ??= fault;
    }
    setFaults(found);
    const first = list.find(({ key }) => key in found);
    if (first) setPointed({ key: first.key });
    showWarning(errorText(errorOf(error)));
  }

  async function send(): Promise<void> {
    const { name, description } = settings.values;
    if (name.trim() !== named.current.name || description.trim() !== named.current.description) {
      // The material is listed under the name of its test.
      await call(updateMaterial, {
        params: { id: course_id, materialId: material.id },
        body: { name, description: description.slice(0, 2000) },
      });
      named.current = { name: name.trim(), description: description.trim() };
    }
    if (settings.dirty) {
      await call(updateForm, { params, body: settingsBody(settings.values) });
      settings.markSaved();
    }
    if (questions.dirty) {
      const saved = await call(updateQuestions, { body: questionsBody(draft.id, list, ids) });
      keepIds(ids, list, saved.questions);
      questions.markSaved();
    }
  }

  function isValid(): boolean {
    const valid = [settings.validate(), questions.validate()].every(Boolean);
    if (valid) return true;
    const broken = list.find((_, index) => hasError(questions, draft.id, ids, index));
    if (broken) setPointed({ key: broken.key });
    showWarning(t('not_valid'));
    return false;
  }

  return {
    settings,
    questions,
    dirty: settings.dirty || questions.dirty,
    busy,
    faults,
    pointed,
    save: () => {
      if (!isValid()) return;
      void run('saving', async () => {
        await send();
        showSuccess(t('saved'));
      });
    },
    publish: () => {
      if (!isValid()) return;
      void run('publishing', async () => {
        await send();
        await call(publishForm, { params });
        showSuccess(t('published'));
      });
    },
    clearFault: (key) =>
      setFaults((before) => {
        if (!(key in before)) return before;
        const { [key]: _gone, ...rest } = before;
        return rest;
      }),
  };
}

function checkQuestions(values: { questions: QuestionDraft[] }): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {};
  for (const [index, { answers }] of values.questions.entries()) {
    for (const place of duplicatesIn(answers))
      errors[`questions.${index}.answers.${place}.title`] = { code: 'duplicate_answers' };
  }
  return errors;
}

/** Whether a question breaks a rule of the contract or repeats an answer. */
function hasError(
  form: Form<{ questions: QuestionDraft[] }>,
  form_id: number,
  ids: Ids,
  index: number,
): boolean {
  const question = form.values.questions[index]!;
  return (
    duplicatesIn(question.answers).size > 0 ||
    !updateQuestions.body?.safeParse(questionsBody(form_id, [question], ids)).success
  );
}
