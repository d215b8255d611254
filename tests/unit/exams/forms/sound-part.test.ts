import { expect, test } from 'vitest';
import {
  type Content,
  newAnswer,
  newQuestion,
  type QuestionDraft,
  settingsErrors,
  settingsOf,
} from '../../../../web/features/exams/forms/draft.ts';
import { soundPart } from '../../../../web/features/exams/forms/sound-part.ts';

type Draft = Parameters<typeof settingsOf>[0];

const question = (title: string): QuestionDraft => ({
  ...newQuestion(),
  title,
  answers: ['Yes', 'No'].map((text, place) => ({ ...newAnswer(text), right: place === 0 })),
});
const settings = settingsOf({
  name: 'Test',
  description: '',
  form_type: 1,
  time_limit: 10,
  max_score_for_questions: 20,
} as unknown as Draft);
/** More points than the test lets a question have. */
const BROKEN = { score: 150 };
const saved: Content = { settings, questions: ['One', 'Two', 'Three'].map(question) };
const titles = ({ questions }: Content) => questions.map(({ title }) => title);
const change = (place: number, given: Partial<QuestionDraft>) =>
  saved.questions.with(place, { ...saved.questions[place]!, ...given });

test('a draft without a fault goes out as it is', () => {
  expect(settingsErrors(settings)).toEqual({});
  const content = { settings, questions: change(0, { title: 'Mine' }) };
  expect(soundPart(content, saved).questions).toBe(content.questions);
  expect(soundPart(content, saved).settings).toBe(settings);
});

test('a question that breaks a rule stays as it was saved, and holds up no other', () => {
  const broken = { ...saved.questions[0]!, ...BROKEN };
  const questions = [broken, { ...saved.questions[1]!, title: 'Mine' }, saved.questions[2]!];
  const part = soundPart({ settings, questions }, saved);
  expect(titles(part)).toEqual(['One', 'Mine', 'Three']);
  expect(part.questions[0]).toBe(saved.questions[0]);
});

test('a new question that breaks a rule waits, and one that was taken out goes', () => {
  const questions = [saved.questions[0]!, { ...question('New'), ...BROKEN }, saved.questions[2]!];
  expect(titles(soundPart({ settings, questions }, saved))).toEqual(['One', 'Three']);
});

test('a fault alone leaves nothing to save', () => {
  const part = soundPart({ settings: { ...settings, time_limit: 0 }, questions: change(2, BROKEN) }, saved);
  expect(part.questions).toBe(saved.questions);
  expect(part.settings).toBe(settings);
});

test('a field of the settings that breaks a rule stays as it was saved, beside one that goes out', () => {
  const changed = { ...settings, time_limit: 0, name: 'Mine' };
  expect(soundPart({ ...saved, settings: changed }, saved).settings).toEqual({ ...settings, name: 'Mine' });
});

test('a closing that is typed halfway leaves the saved one as it was, and holds up no other field', () => {
  const dated = { ...settings, opens_at: '2026-12-01T08:00:00.000Z', closes_at: '2026-12-24T08:00:00.000Z' };
  const typed = { ...dated, closes_at: '12.11.2026', name: 'Mine' };
  expect(settingsErrors(typed)['closes_at']).toMatchObject({ code: 'wrong_type' });
  const part = soundPart({ settings: typed, questions: [] }, { settings: dated, questions: [] });
  expect(part.settings).toMatchObject({ name: 'Mine', closes_at: dated.closes_at });
});
