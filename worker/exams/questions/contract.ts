import * as z from 'zod/mini';
import { fileGroup, pictureSize } from '../../learning/media/contract.ts';
import { anyText, exactText, id, optionalText } from '../../platform/contract.ts';

/** Files that a question may have, the pictures of its description among them. */
export const QUESTION_FILES = 10;
/** What a student's browser shows in its place. */
export const QUESTION_EXTENSIONS = [
  'png',
  'jpg',
  'jpeg',
  'gif',
  'svg',
  'mp3',
  'ogg',
  'wav',
  'mp4',
  'm4v',
  'mov',
  'pdf',
] as const;
export const PICTURE_EXTENSIONS = ['png', 'jpg', 'jpeg', 'gif'] as const;
/** attachment: below the question; inline: a picture of its description. */
export const fileKind = z.enum(['attachment', 'inline']);

export const questionFile = z.object({
  id,
  name: z.string(),
  content_type: z.string(),
  /** Bytes. */
  size: z.int(),
  group: fileGroup,
  kind: fileKind,
  ...pictureSize,
  /** For the caller alone, for some hours. */
  url: z.string(),
});

export const ANSWERS_LIMIT = 50;

/** What a question asks for (decisions, "Types of questions"). */
export const QUESTION_TYPES = ['choice', 'short_answer', 'number', 'ordering', 'matching', 'essay'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];
export const questionType = z.enum(QUESTION_TYPES);

/** What no key can judge: a person marks it. */
export const isByHand = (type: QuestionType): boolean => type === 'essay';

const words = z.int().check(z.gte(1), z.lte(20_000));
/** What its student is told of what is to be written. */
export const work = z.strictObject({
  min_words: z.optional(words),
  max_words: z.optional(words),
});
export type Work = z.infer<typeof work>;
/** What only those read who mark: before the end it would tell what is expected. */
export const marking = z.strictObject({ note: optionalText(5000) });
export type Marking = z.infer<typeof marking>;

/** What an answer that is partly right gives: nothing, or its part. */
export const CREDITS = ['all', 'parts'] as const;
export type Credit = (typeof CREDITS)[number];

/** Beside title and right or wrong, what its question's type knows of an answer; absent where it knows none of it. */
export const answerTerms = {
  /** Of a number: how far off it may be, absolute or in percent. */
  tolerance: z.optional(exactText(20)),
  /** Of what is typed: percent of the score that it gives. */
  percent: z.optional(z.int().check(z.gte(1), z.lte(99))),
  /** What belongs to the title, in a matching; beside an empty title, what belongs to none. */
  match: z.optional(anyText(1000)),
};

const answer = z.object({ id, title: z.string(), is_right_answer: z.boolean(), ...answerTerms });
export const question = z.object({
  id,
  title: z.string(),
  description: z.string(),
  type: questionType,
  credit: z.enum(CREDITS),
  /** Of a short answer: capitals count. */
  match_case: z.boolean(),
  /** Of a number: what it counts. */
  unit: z.string(),
  work: z.optional(work),
  marking: z.optional(marking),
  multiple_right_answers: z.boolean(),
  required: z.boolean(),
  score: z.int(),
  answers: z.array(answer),
  files: z.array(questionFile),
});

/** A file of a question as it is asked; its address works for the caller alone, for some hours. */
export const askedFile = z.omit(questionFile, { group: true, kind: true });

/** A question as it is asked. */
export const askedQuestion = z.object({
  id,
  title: z.string(),
  /** Rich text. */
  description: z.string(),
  type: questionType,
  required: z.boolean(),
  multiple_right_answers: z.boolean(),
  files: z.array(askedFile),
  /** What is offered: to choose from, to put in order, or to find a match for; of what is typed, nothing. */
  answers: z.array(z.object({ id, title: z.string() })),
  /** Of a matching: what can be matched. */
  options: z.optional(z.array(z.object({ id, title: z.string() }))),
  /** Of a number: what it counts. */
  unit: z.optional(z.string()),
  /** Of an essay. */
  work: z.optional(work),
  /** What it counts at most; absent where the form shows no points. */
  points: z.optional(z.number()),
});

/** Letters of a typed answer. */
export const RESPONSE_LENGTH = 1000;
/** Bytes of an essay. */
export const ESSAY_BYTES = 102_400;
/** How much of the room for an essay a text takes, in bytes. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
/** What was typed, or by the ids of answers those of their matches. */
const response = z.union([exactText(ESSAY_BYTES), z.record(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), id)]);
export type AnswerResponse = z.infer<typeof response>;

/** An answer as it is saved. */
export const savedAnswer = z.strictObject({
  question_id: id,
  /** What is chosen, or all answers in an order. */
  answer_ids: z._default(z.array(id).check(z.maxLength(ANSWERS_LIMIT)), []),
  response: z.optional(response),
  /** Counts up per question in the browser: an older save never overwrites a newer one. */
  seq: z.int().check(z.gte(1), z.lte(2_147_483_647)),
});

export const OUTCOMES = ['right', 'partly', 'wrong', 'not_answered', 'annulled', 'in_review'] as const;

/** An answer as a result shows it; what the form hides from the caller is absent. */
export const shownAnswer = z.object({
  id,
  title: z.string(),
  chosen: z.boolean(),
  /** Of an ordering: it stands in its place; of a matching: the pair is right. */
  is_right_answer: z.optional(z.boolean()),
  tolerance: answerTerms.tolerance,
  percent: answerTerms.percent,
  /** What it was matched with; null: with nothing. */
  match: z.optional(z.nullable(z.string())),
  right_match: z.optional(z.string()),
  /** Of an ordering, from 1. */
  right_place: z.optional(z.int()),
});
