import { expect, test } from 'vitest';
import { rebased } from '../../../../web/features/exams/forms/draft-merge.ts';
import {
  type Content,
  type Ids,
  newAnswer,
  newQuestion,
  type QuestionDraft,
  type SettingsDraft,
} from '../../../../web/features/exams/forms/draft.ts';

/** A question as it was read: its key and those of its answers name their ids. */
const question = (id: number, given: Partial<QuestionDraft> = {}): QuestionDraft => ({
  ...newQuestion(),
  title: `Question ${id}`,
  answers: [1, 2].map((place) => ({ ...newAnswer(`${place}`), key: `a${id}${place}` })),
  ...given,
  key: `q${id}`,
});
const settings = { name: 'Test', time_limit: 10, sections: [{ name: 'One' }] } as unknown as SettingsDraft;
const idsOf = (...contents: Content[]): Ids =>
  new Map(
    contents
      .flatMap(({ questions }) =>
        questions.flatMap(({ key, answers }) => [key, ...answers.map((a) => a.key)]),
      )
      .filter((key) => !key.startsWith('new'))
      .map((key) => [key, key.startsWith('q') ? Number(key.slice(1)) : 1000 + Number(key.slice(1))]),
  );
const base: Content = { settings, questions: [question(1), question(2), question(3)] };
const readAnew = (of: Content = base): Content => structuredClone(of);
const titles = ({ questions }: Content) => questions.map(({ title }) => title);

test('what nobody touched is the server’s, and nothing is left to save', () => {
  const theirs = readAnew();
  const questions = theirs.questions.with(1, { ...theirs.questions[1]!, title: 'Newer' });
  const { saved, content } = rebased(base, base, { ...theirs, questions }, idsOf(base));
  expect(titles(content)).toEqual(['Question 1', 'Newer', 'Question 3']);
  expect(content.settings).toBe(saved.settings);
  for (const [place, one] of content.questions.entries()) expect(one).toBe(saved.questions[place]);
});

test('of a question and of the settings each field that was touched stays', () => {
  const questions = base.questions.with(1, { ...base.questions[1]!, score: 7 });
  const mine = { settings: { ...settings, time_limit: 30 }, questions };
  const theirs = readAnew();
  const changed = theirs.questions.with(1, { ...theirs.questions[1]!, title: 'Newer', score: 2 });
  const sections = [...settings.sections, { name: 'Two' }] as SettingsDraft['sections'];
  const { saved, content } = rebased(
    base,
    mine,
    { settings: { ...theirs.settings, sections }, questions: changed },
    idsOf(base),
  );
  expect(content.questions[1]).toMatchObject({ title: 'Newer', score: 7 });
  expect(saved.questions[1]).toMatchObject({ title: 'Newer', score: 2 });
  expect(content.settings).toMatchObject({ time_limit: 30, sections });
  expect(content.questions[0]).toBe(saved.questions[0]);
});

test('a question that was added, removed or moved here is so after it', () => {
  const added = { ...newQuestion(), title: 'Mine' };
  const [one, , three] = base.questions;
  const mine = { settings, questions: [three!, added, one!] };
  const theirs = readAnew();
  const both = { ...theirs, questions: [...theirs.questions, question(4, { title: 'Imported' })] };
  const { saved, content } = rebased(base, mine, both, idsOf(base, both));
  expect(titles(content)).toEqual(['Question 3', 'Mine', 'Question 1', 'Imported']);
  expect(titles(saved)).toEqual(['Question 1', 'Question 2', 'Question 3', 'Imported']);
});

test('one that was saved here for the first time keeps the keys that it is drawn under', () => {
  const fresh = { ...newQuestion(), title: 'Fresh' };
  const before: Content = { settings, questions: [fresh] };
  const theirs: Content = { settings, questions: [question(5, { title: 'Fresh' })] };
  const ids = idsOf(theirs);
  ids.set(fresh.key, 5);
  for (const [place, { key }] of fresh.answers.entries())
    ids.set(key, ids.get(theirs.questions[0]!.answers[place]!.key)!);
  const { saved, content } = rebased(before, before, theirs, ids);
  expect(content.questions[0]!.key).toBe(fresh.key);
  expect(content.questions[0]!.answers.map(({ key }) => key)).toEqual(fresh.answers.map(({ key }) => key));
  expect(content.questions).toHaveLength(1);
  expect(saved.questions[0]).toBe(content.questions[0]);
});

test('what was not saved when the draft of another is taken goes', () => {
  const added = { ...newQuestion(), title: 'Mine' };
  const mine = { settings, questions: [...base.questions, added] };
  const { content } = rebased(mine, mine, readAnew(), idsOf(base));
  expect(titles(content)).toEqual(['Question 1', 'Question 2', 'Question 3']);
});
