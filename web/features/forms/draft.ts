import type { getForm, updateForm, updateQuestions } from '#contract/forms';
import type { BodyInputOf, ResponseOf } from '#contract/platform';

export type Draft = ResponseOf<typeof getForm>;
type SettingsBody = BodyInputOf<typeof updateForm>;
type QuestionsBody = BodyInputOf<typeof updateQuestions>;

/** A number while it is typed: '' is an empty field. */
type Typed = number | '';

export interface AnswerDraft {
  key: string;
  title: string;
  is_right_answer: boolean;
}

export interface QuestionDraft {
  key: string;
  title: string;
  description: string;
  multiple_right_answers: boolean;
  required: boolean;
  score: Typed;
  answers: AnswerDraft[];
}

export type SettingsDraft = Omit<
  Required<SettingsBody>,
  'revision' | 'time_limit' | 'attempt_limit' | 'passing_score' | 'max_score_for_questions'
> & {
  time_limit: Typed;
  attempt_limit: Typed | null;
  passing_score: Typed;
  max_score_for_questions: Typed;
};

/** The ids that questions and answers have on the server, by key; beside the values, so that getting one is no change. */
export type Ids = Map<string, number>;

let lastKey = 0;
export const newKey = () => `new-${(lastKey += 1)}`;

export function newAnswer(title = ''): AnswerDraft {
  return { key: newKey(), title, is_right_answer: false };
}

export function newQuestion(): QuestionDraft {
  return {
    key: newKey(),
    title: '',
    description: '',
    multiple_right_answers: false,
    required: false,
    score: 1,
    answers: [newAnswer(), newAnswer()],
  };
}

/** A copy that is a question of its own. */
export function copyOf(question: QuestionDraft): QuestionDraft {
  return {
    ...question,
    key: newKey(),
    answers: question.answers.map((answer) => ({ ...answer, key: newKey() })),
  };
}

export function settingsOf(draft: Draft): SettingsDraft {
  const {
    id: _id,
    course_id: _course,
    material_id: _material,
    form_type: _type,
    questions: _questions,
    ...rest
  } = draft;
  const {
    published_at: _published,
    has_unpublished_changes: _differs,
    revision: _revision,
    ...settings
  } = rest;
  return { ...settings, time_limit: settings.time_limit ?? '' };
}

export function questionsOf(draft: Draft, ids: Ids): QuestionDraft[] {
  return draft.questions.map(({ id, answers, files: _files, ...question }) => {
    ids.set(`q${id}`, id);
    return {
      ...question,
      key: `q${id}`,
      answers: answers.map((answer) => {
        ids.set(`a${answer.id}`, answer.id);
        return { key: `a${answer.id}`, title: answer.title, is_right_answer: answer.is_right_answer };
      }),
    };
  });
}

export function settingsBody(settings: SettingsDraft): SettingsBody {
  const { time_limit, ...rest } = settings;
  return { ...rest, time_limit: time_limit === '' ? null : time_limit } as SettingsBody;
}

export function questionsBody(form_id: number, questions: readonly QuestionDraft[], ids: Ids): QuestionsBody {
  const withId = (key: string) => (ids.has(key) ? { id: ids.get(key)! } : {});
  return {
    form_id,
    questions: questions.map(({ key, answers, ...question }) => ({
      ...withId(key),
      ...question,
      answers: answers.map(({ key: answerKey, ...answer }) => ({ ...withId(answerKey), ...answer })),
    })) as QuestionsBody['questions'],
  };
}

/** Takes the ids of questions and answers that were just saved, in the order they were sent. */
export function keepIds(ids: Ids, sent: readonly QuestionDraft[], saved: Draft['questions']): void {
  for (const [index, question] of sent.entries()) {
    const got = saved[index];
    if (!got) continue;
    ids.set(question.key, got.id);
    for (const [place, answer] of question.answers.entries()) {
      const id = got.answers[place]?.id;
      if (id !== undefined) ids.set(answer.key, id);
    }
  }
}

const sameText = (title: string) => title.trim().toLowerCase().replace(/\s+/g, ' ');

/** The places of answers that repeat an earlier one, blanks and case aside (§5). */
export function duplicatesIn(answers: readonly { title: string }[]): ReadonlySet<number> {
  const seen = new Set<string>();
  const found = new Set<number>();
  for (const [place, { title }] of answers.entries()) {
    const text = sameText(title);
    if (text !== '' && seen.has(text)) found.add(place);
    seen.add(text);
  }
  return found;
}

export function sumOf(questions: readonly { score: Typed }[]): number {
  return questions.reduce((sum, { score }) => sum + Number(score), 0);
}

/** With one right answer allowed, only the first of several stays right. */
export function withSingleRight(answers: readonly AnswerDraft[]): AnswerDraft[] {
  const first = answers.findIndex((answer) => answer.is_right_answer);
  return answers.map((answer, index) => ({ ...answer, is_right_answer: index === first }));
}
