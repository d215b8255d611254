import { gapsOf, isByHand } from '#contract/exams/questions';
import { readsAsNumber } from '../../../lib/words/typed-number.ts';
import { readsAsDate } from '../../../lib/words/wall-clock.ts';
import { type Content, drawnOf, isScore, type QuestionDraft, sumOf } from './draft.ts';

export type SettingWarning =
  | 'passing_above_sum'
  | 'passing_low'
  | 'all_worth_nothing'
  | 'little_time'
  | 'pause_too_long';
export type QuestionWarning =
  | 'no_text'
  | 'too_few_answers'
  | 'empty_answer'
  | 'no_right_answer'
  | 'several_right'
  | 'no_accepted'
  | 'no_match'
  | 'no_number'
  | 'no_gaps'
  | 'gap_twice'
  | 'gap_not_in_text'
  | 'no_areas'
  | 'unnamed_area'
  | 'many_places';

/** Below this share a pass says little, percent. */
const LOW_PERCENT = 60;
/** Less than this for a question is hardly time to read it. */
const SECONDS_A_QUESTION = 30;

/** What is odd about the form as a whole, by the field to look at. */
export function warningsOf(
  { settings, questions }: Content,
  now = Date.now(),
): Partial<Record<'passing_score' | 'time_limit' | 'questions' | 'pause_minutes', SettingWarning>> {
  const found: ReturnType<typeof warningsOf> = {};
  if (outlastsWindow(settings, now)) found.pause_minutes = 'pause_too_long';
  const drawn = drawnOf(settings.draws);
  const count = questions.length + drawn.count;
  if (count === 0) return found;
  const sum = sumOf(questions, settings.max_score_for_questions) + drawn.sum;
  const passing = Number(settings.passing_score);
  const inPoints = settings.passing_score_type === 'points';
  const percent = inPoints ? (100 * passing) / sum : passing;
  const isKnown = hasSum({ settings, questions });
  if (isKnown && sum === 0) found.questions = 'all_worth_nothing';
  else if (isKnown && inPoints && passing > sum) found.passing_score = 'passing_above_sum';
  else if ((isKnown || !inPoints) && passing > 0 && percent < LOW_PERCENT)
    found.passing_score = 'passing_low';
  const minutes = settings.time_limit === '' ? 120 : Number(settings.time_limit);
  if (minutes > 0 && minutes * 60 < count * SECONDS_A_QUESTION) found.time_limit = 'little_time';
  return found;
}

/** Whether every score can be saved: of one that is still to be mended nobody knows what it will make of the sum. */
export const hasSum = ({ settings, questions }: Content): boolean =>
  questions.every(({ score }) => isScore(score, settings.max_score_for_questions)) &&
  settings.draws.every(({ count, score }) => isScore(count) && isScore(score));

/** Whether the pause leaves no room for a second attempt while the test is open. */
function outlastsWindow(settings: Content['settings'], now: number): boolean {
  const { opens_at, closes_at, pause_minutes, is_one_attempt_allowed, attempt_limit } = settings;
  if (is_one_attempt_allowed || attempt_limit === 1 || typeof pause_minutes !== 'number' || !closes_at)
    return false;
  if (!readsAsDate(closes_at) || (opens_at && !readsAsDate(opens_at))) return false;
  const open = Date.parse(closes_at) - (opens_at ? Date.parse(opens_at) : now);
  return open > 0 && pause_minutes * 60_000 >= open;
}

/** Whether nothing was written into a question yet. */
export const isUnwritten = ({ title, gap_text, answers }: QuestionDraft) =>
  [title, gap_text, ...answers.map((answer) => answer.title)].every((text) => text.trim() === '');

const isBlank = (text: string) => text.trim() === '';

/** Why a question cannot be published as it stands, or null. */
export const questionWarning = (question: QuestionDraft): QuestionWarning | null =>
  isBlank(question.title) ? 'no_text' : answersWarning(question);

const OF_ALL_ANSWERS: ReadonlySet<string | null> = new Set<QuestionWarning>([
  'too_few_answers',
  'no_right_answer',
  'several_right',
]);

/** What keeps a question from being published, by the field that is to be mended; `answers`: no single one of them. */
export function lacksOf(question: QuestionDraft): Readonly<Record<string, QuestionWarning | 'required'>> {
  const { title, type, answers } = question;
  const found: Record<string, QuestionWarning | 'required'> = {};
  if (isBlank(title)) found['title'] = 'required';
  const warning = answersWarning(question);
  if (isByHand(type) || !warning) return found;
  if (OF_ALL_ANSWERS.has(warning)) found['answers'] = warning;
  if (warning === 'no_gaps' || warning === 'gap_twice') found['gap_text'] = warning;
  if (warning === 'many_places') found['hotspot.places'] = warning;
  // Where there are pairs enough, one side alone is a choice more.
  const isWhole = type === 'matching' && warning !== 'too_few_answers';
  for (const [place, answer] of answers.entries()) {
    if (!isWhole && isBlank(answer.title)) found[`answers.${place}.title`] = 'required';
    if (type === 'matching' && isBlank(answer.match)) found[`answers.${place}.match`] = 'required';
  }
  return found;
}

function answersWarning(question: QuestionDraft): QuestionWarning | null {
  const { type, answers, multiple_right_answers } = question;
  if (isByHand(type)) return null;
  const written = answers.filter((answer) => answer.title.trim() !== '');
  if (type === 'gaps') return gapsWarning(question);
  if (type === 'hotspot') return placesWarning(question);
  if (type === 'matching') {
    if (written.length < 2) return 'too_few_answers';
    return answers.some(({ match }) => match.trim() === '') ? 'no_match' : null;
  }
  if (type === 'short_answer' || type === 'number') {
    if (written.length === 0) return 'no_accepted';
    if (written.length < answers.length) return 'empty_answer';
    return type === 'number' && answers.some((answer) => !readsAsNumber(answer.title)) ? 'no_number' : null;
  }
  if (answers.length < 2) return 'too_few_answers';
  if (written.length < answers.length) return 'empty_answer';
  if (type === 'ordering') return null;
  const right = answers.filter((answer) => answer.is_right_answer).length;
  if (right === 0) return 'no_right_answer';
  return right > 1 && !multiple_right_answers ? 'several_right' : null;
}

function gapsWarning({ gap_text, answers }: QuestionDraft): QuestionWarning | null {
  const gaps = gapsOf(gap_text);
  if (gaps.length === 0) return 'no_gaps';
  if (new Set(gaps).size < gaps.length) return 'gap_twice';
  if (answers.some(({ gap }) => !gaps.includes(gap))) return 'gap_not_in_text';
  if (answers.some(({ title }) => title.trim() === '')) return 'empty_answer';
  const isRight = (gap: number) => answers.some((answer) => answer.gap === gap && answer.is_right_answer);
  return gaps.every(isRight) ? null : 'no_right_answer';
}

/** Whether the picture is there is known only where files are. */
function placesWarning({ places, answers }: QuestionDraft): QuestionWarning | null {
  if (answers.length === 0) return 'no_areas';
  if (answers.some(({ title }) => title.trim() === '')) return 'unnamed_area';
  const right = answers.filter((answer) => answer.is_right_answer).length;
  if (right === 0) return 'no_right_answer';
  return Number(places) > right ? 'many_places' : null;
}
