import { type Content, questionErrors, settingsErrors, type SettingsDraft } from './draft.ts';

/**
 * What of a draft can be saved: a field of the settings or a question that breaks a rule stays as it was saved last, and a
 * new question waits, so that nothing else waits for it.
 * @returns parts that are as they were given, or as they were saved, are the same objects
 */
export function soundPart({ settings, questions }: Content, saved: Content): Content {
  const sound = soundSettings(settings, saved.settings);
  const known = new Map(saved.questions.map((question) => [question.key, question]));
  const kept = questions.flatMap((question) =>
    isEmpty(questionErrors(question, sound.max_score_for_questions))
      ? [question]
      : (known.get(question.key) ?? []),
  );
  const same = [questions, saved.questions].find(
    (list) => list.length === kept.length && list.every((question, place) => question === kept[place]),
  );
  return { settings: sound, questions: same ?? kept };
}

function soundSettings(settings: SettingsDraft, saved: SettingsDraft): SettingsDraft {
  const broken = Object.keys(settingsErrors(settings)).map((path) => path.split('.')[0]!);
  if (broken.length === 0) return settings;
  const before = Object.entries(saved).filter(([field]) => broken.includes(field));
  const kept = { ...settings, ...Object.fromEntries(before) };
  return isEmpty(settingsErrors(kept)) && JSON.stringify(kept) !== JSON.stringify(saved) ? kept : saved;
}

const isEmpty = (errors: object): boolean => Object.keys(errors).length === 0;
