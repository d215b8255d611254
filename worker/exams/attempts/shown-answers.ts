import type { ResponseOf } from '../../platform/contract.ts';
import type { KeptQuestion } from '../forms/functions.ts';
import { areasByKey, marksByKey } from '../questions/question.ts';
import { acceptedFor, acceptedIn, byGap, gapShares, type Key } from '../questions/question.ts';
import { type AnswerResponse, gapsOf, hasAnswerFeedback } from '../questions/contract.ts';
import type * as contract from './contract.ts';

type Shown = NonNullable<ResponseOf<typeof contract.getPassedForm>['score_explanation']>[number];
type Answers = Pick<Shown, 'answers' | 'response' | 'marks'>;
type Question = Pick<
  KeptQuestion,
  'type' | 'answers' | 'match_case' | 'unit' | 'gap_text' | 'feedback' | 'hotspot'
>;

interface Given {
  chosen: readonly number[];
  response: AnswerResponse | null;
  /** null: nothing is said of right and wrong. */
  key: Key | null;
  /** Else of the key only what tells the own answers right from wrong. */
  showsKey: boolean;
}

/** What was answered to a question of a result and, as far as it is shown, what would have been right. */
export function shownAnswers(question: Question, given: Given): Answers {
  switch (question.type) {
    case 'short_answer':
    case 'number':
      return typedAnswers(question, given);
    case 'essay':
      return { response: typeof given.response === 'string' ? given.response : null, answers: [] };
    case 'upload':
      return { answers: [] };
    case 'ordering':
      return orderedAnswers(question, given);
    case 'matching':
      return matchedAnswers(question, given);
    case 'gaps':
      return filledGaps(question, given);
    case 'hotspot':
      return markedPlaces(question, given);
    default:
      return chosenAnswers(question, given);
  }
}

function chosenAnswers({ answers }: Question, { chosen, key, showsKey }: Given): Answers {
  return {
    answers: answers.map(({ id, title, percent }) => {
      const isChosen = chosen.includes(id);
      const marked = key !== null && (showsKey || isChosen);
      const isRight = marked && (key as number[]).includes(id);
      return {
        id,
        title,
        chosen: isChosen,
        ...(marked && { is_right_answer: isRight }),
        ...(marked && !isRight && percent && { percent }),
      };
    }),
  };
}

/** Of what is typed the accepted answers are the key, those that a repair added among them. */
function typedAnswers({ answers }: Question, { response, key, showsKey }: Given): Answers {
  const accepted = showsKey && key !== null ? (key as (number | string)[]) : [];
  const more = accepted.filter((each) => typeof each === 'string');
  return {
    response: typeof response === 'string' ? response : null,
    answers: [
      ...answers
        .filter(({ id }) => accepted.includes(id))
        .map(({ id, title, tolerance, percent }) => ({
          id,
          title,
          chosen: false,
          is_right_answer: true,
          ...(tolerance && { tolerance }),
          ...(percent && { percent }),
        })),
      // A text that no answer of the version is has no id, and needs one in its list.
      ...more.map((title, place) => ({ id: place + 1, title, chosen: false, is_right_answer: true })),
    ],
  };
}

/** In the order given; what was never put in order stands by its ids, which tell nothing. */
function orderedAnswers({ answers }: Question, { chosen, key, showsKey }: Given): Answers {
  const order = key as number[] | null;
  const rank = (id: number) => (chosen.includes(id) ? chosen.indexOf(id) : chosen.length);
  const shown = answers.toSorted((a, b) => rank(a.id) - rank(b.id) || a.id - b.id);
  return {
    answers: shown.map(({ id, title }) => {
      const place = chosen.indexOf(id);
      return {
        id,
        title,
        chosen: place >= 0,
        ...(order && place >= 0 && { is_right_answer: order[place] === id }),
        ...(order && showsKey && { right_place: order.indexOf(id) + 1 }),
      };
    }),
  };
}

function matchedAnswers({ answers }: Question, { response, key, showsKey }: Given): Answers {
  const made = ((typeof response === 'object' && response) || {}) as Record<string, number>;
  const pairs = key as Record<string, number> | null;
  const titleOf = (match: number | undefined) =>
    answers.find(({ match_id }) => match_id === match)?.match ?? null;
  return {
    answers: answers
      .filter(({ title }) => title !== '')
      .map(({ id, title }) => {
        const match = made[id];
        return {
          id,
          title,
          chosen: match !== undefined,
          match: match === undefined ? null : titleOf(match),
          ...(pairs && match !== undefined && { is_right_answer: pairs[id] === match }),
          ...(pairs && showsKey && { right_match: titleOf(pairs[id]) ?? '' }),
        };
      }),
  };
}

/** What stands in each gap, in the order of the text. */
function filledGaps(question: Question, { response, key, showsKey }: Given): Answers {
  const { answers, gap_text = '' } = question;
  const given = byGap(response);
  const shares = key && gapShares(question, key, response);
  const titleOf = (id: number) => answers.find((answer) => answer.id === id)?.title ?? '';
  return {
    answers: gapsOf(gap_text).map((gap, place) => {
      const said = given[gap];
      const share = shares?.get(gap) ?? 0;
      return {
        id: gap,
        gap: place + 1,
        title: typeof said === 'number' ? titleOf(said) : (said ?? ''),
        chosen: said !== undefined,
        ...(shares && said !== undefined && { is_right_answer: share === 1 }),
        ...(shares && share > 0 && share < 1 && { percent: Math.round(share * 100) }),
        ...(key && showsKey && { accepted: wholly(answers, acceptedIn(answers, key, gap)) }),
      };
    }),
  };
}

/** The own marks and, where the key is shown, the right areas and those that were hit. */
function markedPlaces(question: Question, { response, key, showsKey }: Given): Answers {
  const marks = Array.isArray(response) ? response : [];
  const hits = key && marksByKey(question, key, response);
  const areas = key && showsKey ? areasByKey(question, key) : [];
  const isHit = (area: object) => hits?.some((hit) => hit?.area === area) ?? false;
  return {
    marks: marks.map(({ x, y }, at) => {
      const hit = hits?.[at] ?? null;
      const share = hit?.share ?? 0;
      const again = share > 0 && hits!.indexOf(hit) < at && { again: true };
      const percent = share > 0 && share < 1 && { percent: Math.round(share * 100) };
      return { x, y, ...(hits && { is_right_answer: share === 1, ...percent, ...again }) };
    }),
    answers: areas.flatMap(({ id, title, area, share }, at) => {
      if (share < 1 && !isHit(area)) return [];
      const percent = share > 0 && share < 1 && { percent: Math.round(share * 100) };
      return [
        { id: id ?? at + 1, title, chosen: isHit(area), is_right_answer: share === 1, area, ...percent },
      ];
    }),
  };
}

/** Of those accepted the ones that give everything, in words. */
function wholly(answers: Question['answers'], accepted: readonly (number | string)[]): string[] {
  return accepted.flatMap((each) => {
    if (typeof each === 'string') return each;
    const found = answers.find(({ id }) => id === each);
    return found && (found.percent === undefined || !found.is_right_answer) ? found.title : [];
  });
}

type ShownCheck = NonNullable<ResponseOf<typeof contract.startFormPassing>['learning']>['checks'][number];

/** The last check of an answer, as it is kept; `key` is what is right by now, null where the question counts no more. */
export interface KeptCheck {
  question_id: number;
  seq: number;
  tries: number;
  settled: boolean;
  outcome: 'right' | 'partly' | 'wrong';
  answer_ids: number[];
  response: AnswerResponse | null;
  key: Key | null;
}

/** What a check tells: of an answer that may still be changed nothing of the key but what was said to whoever gives it. */
export function shownCheck(question: Question, check: KeptCheck): ShownCheck {
  const { question_id, seq, tries, settled, outcome, answer_ids, response, key } = check;
  const given = { chosen: answer_ids, response, key };
  return {
    question_id,
    seq,
    tries,
    settled,
    outcome,
    ...(settled && shownAnswers(question, { ...given, showsKey: true })),
    ...toldFeedback(question, given, settled),
  };
}

type Told = Pick<Shown, 'feedback' | 'answer_feedback'>;

/**
 * What the author says of the question and of what was answered. Of an answer that a repair has made right or wrong
 * nothing is said: the words were written when it was not. Of a question that counts for nobody neither.
 * @param whole whether the question's own feedback is told too
 */
export function toldFeedback(question: Question, given: Omit<Given, 'showsKey'>, whole: boolean): Told {
  if (given.key === null) return {};
  const said = answerFeedback(question, given);
  return {
    ...(whole && question.feedback && { feedback: question.feedback }),
    ...(said.length > 0 && { answer_feedback: said }),
  };
}

type Said = NonNullable<Told['answer_feedback']>;

function answerFeedback(question: Question, { chosen, response, key }: Omit<Given, 'showsKey'>): Said {
  const { type = 'choice', answers } = question;
  if (!hasAnswerFeedback(type) || !answers.some(({ feedback }) => feedback)) return [];
  const rights = key as (number | string)[];
  const textOf = (id: number | null) => {
    const answer = answers.find((each) => each.id === id);
    return answer && rights.includes(answer.id) === answer.is_right_answer ? (answer.feedback ?? '') : '';
  };
  if (type === 'choice') return chosen.map((id) => ({ id, text: textOf(id) })).filter(({ text }) => text);
  if (type !== 'gaps') {
    const text = textOf(acceptedFor(question, rights, response));
    return text ? [{ text }] : [];
  }
  const given = byGap(response);
  return gapsOf(question.gap_text ?? '').flatMap((gap, place) => {
    const said = given[gap];
    if (said === undefined) return [];
    const text = textOf(
      typeof said === 'number'
        ? said
        : acceptedFor({ ...question, type: 'short_answer' }, acceptedIn(answers, key!, gap), said),
    );
    return text ? [{ gap: place + 1, text }] : [];
  });
}
