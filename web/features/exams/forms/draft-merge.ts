import type { AnswerDraft, Content, Ids, QuestionDraft } from './draft.ts';

/** The fields of `mine` that are not as they were. */
function changesOf<T extends object>(base: T, mine: T): Partial<T> {
  const fields = Object.entries(mine).filter(([name, value]) => value !== base[name as keyof T]);
  return Object.fromEntries(fields) as Partial<T>;
}

/** A question as the server has it, under the keys that it and its answers have on screen, so that nothing is drawn anew. */
function underKeysOf(mine: QuestionDraft | undefined, theirs: QuestionDraft, ids: Ids): QuestionDraft {
  if (!mine) return theirs;
  const keys = new Map(mine.answers.map(({ key }) => [ids.get(key), key]));
  const keyed = (answer: AnswerDraft) => ({ ...answer, key: keys.get(ids.get(answer.key)) ?? answer.key });
  return { ...theirs, key: mine.key, answers: theirs.answers.map(keyed) };
}

/**
 * What was changed here while the server changed the draft, on top of what it has by now: of a question and of the settings
 * each field that was touched stays, and all others are the server's.
 *
 * @param base what both started from
 * @param mine what stands here; untouched questions and fields are the very ones of `base`
 * @param theirs what the server has now, its questions under keys of their own
 * @param ids of the questions and answers of all three, by key
 * @returns `saved`, what the server has under the keys on screen, and `content`, which shares with it whatever is untouched
 */
export function rebased(
  base: Content,
  mine: Content,
  theirs: Content,
  ids: Ids,
): { saved: Content; content: Content } {
  const idOf = ({ key }: QuestionDraft) => ids.get(key) ?? key;
  const before = new Map(base.questions.map((question) => [idOf(question), question]));
  const here = new Map(mine.questions.map((question) => [idOf(question), question]));
  const saved = theirs.questions.map((question) => underKeysOf(here.get(idOf(question)), question, ids));
  const kept = new Map(
    saved.map((question) => {
      const [was, is] = [before.get(idOf(question)), here.get(idOf(question))];
      const changes = was && is ? changesOf(was, is) : {};
      return [idOf(question), Object.keys(changes).length > 0 ? { ...question, ...changes } : question];
    }),
  );

  const order = (questions: Content['questions']) => questions.map(idOf).join();
  const added = saved.filter((question) => !before.has(idOf(question)));
  const stays = (question: QuestionDraft) => kept.get(idOf(question)) ?? [];
  const isNew = (question: QuestionDraft) => !before.has(idOf(question));
  const questions =
    order(base.questions) === order(mine.questions)
      ? saved.flatMap(stays)
      : [...mine.questions.flatMap((one) => (isNew(one) ? one : stays(one))), ...added];

  const changes = changesOf(base.settings, mine.settings);
  const isTouched = Object.keys(changes).length > 0;
  return {
    saved: { settings: theirs.settings, questions: saved },
    content: {
      settings: isTouched ? { ...theirs.settings, ...changes } : theirs.settings,
      questions,
    },
  };
}
