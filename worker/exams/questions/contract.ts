import * as z from 'zod/mini';
import {
  extensionOf,
  FILE_GROUPS,
  FILE_LIMIT,
  fileGroup,
  pictureSize,
  REFUSED_EXTENSIONS,
} from '../../learning/media/contract.ts';
import {
  anyText,
  exactText,
  id,
  instant,
  optionalText,
  person,
  text as givenText,
} from '../../platform/contract.ts';

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
export const ANSWER_LENGTH = 1000;
export const MEASURE_LENGTH = 20;
export const ALT_LENGTH = 500;
export const MARKING_LENGTH = 5000;
export const CRITERION_LENGTH = 200;

/** What a question asks for (decisions, "Types of questions"). */
export const QUESTION_TYPES = [
  'choice',
  'short_answer',
  'number',
  'ordering',
  'matching',
  'gaps',
  'essay',
  'hotspot',
  'upload',
] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];
export const questionType = z.enum(QUESTION_TYPES);

/** Letters of what is said about a question, and about one of its answers, once the key is shown. */
export const FEEDBACK_LENGTH = 5000;
export const ANSWER_FEEDBACK_LENGTH = 2000;

/** The types whose answers have feedback of their own: of pairs and places there is only the question's. */
export const hasAnswerFeedback = (type: QuestionType): boolean =>
  type === 'choice' || type === 'short_answer' || type === 'number' || type === 'gaps';

/** Letters of a text with gaps. */
export const GAP_TEXT_LENGTH = 10_000;

/** A text with gaps in its parts: words as texts, gaps as their numbers. */
export function gapParts(gap_text: string): (string | number)[] {
  return gap_text
    .split(/\[\[([1-9]|[1-4]\d|50)\]\]/)
    .map((part, place) => (place % 2 ? Number(part) : part))
    .filter((part) => part !== '');
}

/** A part of a title: words, or the LaTeX between two dollar signs. */
export interface MathPart {
  text: string;
  math: boolean;
}

/**
 * What stands between dollar signs is mathematics, and prices are not: `$x^2$`, but not "$5 and $10" — nothing blank
 * inside the signs, no digit after the second; `\$` is a dollar sign.
 */
const MATH = /(?<!\\)\$(?! )((?:\\.|[^$\\])+?)(?<! )\$(?!\d)/g;

/** The parts of a title that is text but for its formulas. */
export const mathParts = (title: string): MathPart[] =>
  title
    .split(MATH)
    .map((text, place) => ({ text, math: place % 2 === 1 }))
    .filter(({ text }) => text !== '');

/** The gaps of a text in their order. */
export const gapsOf = (gap_text: string): number[] =>
  gapParts(gap_text).filter((part) => typeof part === 'number');

export interface GapAnswer {
  gap: number;
  title: string;
  is_right_answer: boolean;
  percent?: number;
  feedback?: string;
}

/** What is accepted or offered in a gap, as its brackets say it. */
export function variantsOf(words: string): Omit<GapAnswer, 'gap'>[] {
  return words.split(/(?<!(?:^|[^\\])(?:\\\\)*\\)\|/).map((variant) => {
    const [, wrong, share, title] = /^\s*(~?)(?:(\d{1,2}) ?%:)?([^]*)$/.exec(variant)!;
    const percent = Number(share ?? 0);
    return {
      title: title!.trim().replace(/\\([[\]|~\\%])/g, '$1'),
      is_right_answer: wrong === '',
      ...(percent > 0 && { percent }),
    };
  });
}

/** Places that may be asked for on one picture. */
export const HOTSPOT_PLACES = 20;
export const AREA_SHAPES = ['rect', 'ellipse', 'polygon'] as const;
/** A part of a picture's width or height, in ten-thousandths at the finest. */
const part = z.number().check(z.gte(0), z.lte(1), z.multipleOf(0.0001));
/** Where on a picture: of a rect or ellipse its left, top, width and height; of a polygon x and y of each corner. */
export const area = z.union([
  z.strictObject({
    shape: z.enum(['rect', 'ellipse']),
    coords: z.array(part).check(z.minLength(4), z.maxLength(4)),
  }),
  z.strictObject({
    shape: z.literal('polygon'),
    coords: z.array(part).check(
      z.minLength(6),
      z.maxLength(120),
      z.refine((coords) => coords.length % 2 === 0),
    ),
  }),
]);
export type Area = z.infer<typeof area>;
/** A place that somebody marks on a picture. */
export const mark = z.strictObject({ x: part, y: part });
export type Mark = z.infer<typeof mark>;
/** Of places on a picture: how many are asked for, and what it shows, for those who do not see it. */
export const hotspot = z.strictObject({
  places: z._default(z.int().check(z.gte(1), z.lte(HOTSPOT_PLACES)), 1),
  alt: z._default(anyText(ALT_LENGTH), ''),
});
export type Hotspot = z.output<typeof hotspot>;
/** The picture on which places are marked: the first one among the files of its question. */
export const pictureOf = <F extends { content_type: string }>(files: readonly F[]): F | undefined =>
  files.find(({ content_type }) => content_type.startsWith('image/'));
/** A picture as the screens show it that only tell of a question. */
export const shownPicture = z.object({ url: z.string(), ...pictureSize });

/** Of places on a picture, null of any other type: how many, on what, and what repairs accept besides. */
export const ofPicture = {
  hotspot: z.nullable(hotspot),
  picture: z.nullable(shownPicture),
  area_accepted: z.nullable(z.array(z.object({ title: z.string(), area }))),
};
/** The same as the database tells it. */
export interface KeptPicture {
  hotspot: Partial<Hotspot> | null;
  picture: { id: number; width?: number; height?: number } | null;
}

/** Files that one answer may be handed in as. */
export const ANSWER_FILES = 5;
export const MEGABYTE = 1024 ** 2;
/** What may be handed in, by what it is called; others: whatever may be uploaded at all. */
export const FILE_KINDS = ['documents', 'pictures', 'recordings', 'others'] as const;
export type FileKind = (typeof FILE_KINDS)[number];
export const KIND_EXTENSIONS: Record<Exclude<FileKind, 'others'>, readonly string[]> = {
  documents: 'pdf doc docx odt rtf txt md xls xlsx ods csv ppt pptx odp'.split(' '),
  // A drawing in SVG can do more than be looked at: it is among the others.
  pictures: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'heif'],
  recordings: [...FILE_GROUPS.video, ...FILE_GROUPS.audio, 'webm', 'm4a', 'aac', 'opus', 'amr'],
};

/** Of which kind a file is by its name; null: nobody may upload it. */
export function fileKindOf(name: string): FileKind | null {
  const extension = extensionOf(name);
  if (extension === '' || (REFUSED_EXTENSIONS as readonly string[]).includes(extension)) return null;
  const named = FILE_KINDS.find((kind) => kind !== 'others' && KIND_EXTENSIONS[kind].includes(extension));
  return named ?? 'others';
}

/** What a question takes whose author said nothing of it (the same in `question_choice`). */
export const filesAsked = ({
  max_files = 1,
  file_kinds = ['documents', 'pictures'],
  max_megabytes = 50,
}: Pick<Work, 'max_files' | 'file_kinds' | 'max_megabytes'>) => ({ max_files, file_kinds, max_megabytes });

/** What no key can judge: a person marks it. */
export const isByHand = (type: QuestionType): boolean => type === 'essay' || type === 'upload';

const words = z.int().check(z.gte(1), z.lte(20_000));
/** What its student is told of what is to be written or handed in; of files what is absent is as `filesAsked` says. */
export const work = z.strictObject({
  min_words: z.optional(words),
  max_words: z.optional(words),
  max_files: z.optional(z.int().check(z.gte(1), z.lte(ANSWER_FILES))),
  file_kinds: z.optional(z.array(z.enum(FILE_KINDS)).check(z.minLength(1), z.maxLength(FILE_KINDS.length))),
  /** Of each file. */
  max_megabytes: z.optional(z.int().check(z.gte(1), z.lte(FILE_LIMIT / MEGABYTE))),
});
export type Work = z.infer<typeof work>;
/** What an answer is judged by: levels from the least to the most, each with its points. */
const criterionTitle = givenText(CRITERION_LENGTH);
const criterion = z.strictObject({
  title: criterionTitle,
  levels: z
    .array(z.strictObject({ title: criterionTitle, points: z.int().check(z.gte(0), z.lte(100)) }))
    .check(z.minLength(2), z.maxLength(9)),
});
/** What only those read who mark: before the end it would tell what is expected. */
export const marking = z.strictObject({
  note: optionalText(MARKING_LENGTH),
  rubric: z.optional(z.array(criterion).check(z.maxLength(10))),
});
export type Marking = z.infer<typeof marking>;

/** The most that a rubric gives, which is the score of its question. */
export const mostOf = (rubric: NonNullable<Marking['rubric']>): number =>
  rubric.reduce((sum, { levels }) => sum + Math.max(...levels.map(({ points }) => points)), 0);

/** What an answer that is partly right gives: nothing, or its part. */
export const CREDITS = ['all', 'parts'] as const;
export type Credit = (typeof CREDITS)[number];

/** Beside title and right or wrong, what its question's type knows of an answer; absent where it knows none of it. */
export const answerTerms = {
  /** Of a number: how far off it may be, absolute or in percent. */
  tolerance: z.optional(exactText(MEASURE_LENGTH)),
  /** Percent of the score: of what is typed what it gives, of a wrong one of a list what the near miss gives. */
  percent: z.optional(z.int().check(z.gte(1), z.lte(99))),
  /** What belongs to the title, in a matching; beside an empty title, what belongs to none. */
  match: z.optional(anyText(ANSWER_LENGTH)),
  /** Of a text with gaps: which gap it belongs to. */
  gap: z.optional(z.int().check(z.gte(1), z.lte(ANSWERS_LIMIT))),
  /** Of places on a picture: where it is; its title names it. */
  area: z.optional(area),
  /** Told to whoever gave it, where the key is shown. */
  feedback: z.optional(anyText(ANSWER_FEEDBACK_LENGTH)),
};

/** An answer with its key, without a name of its own. */
export const keyedAnswer = z.object({ title: z.string(), is_right_answer: z.boolean(), ...answerTerms });
/** The same, which a key names by its id. */
export const keyedAnswerById = z.extend(keyedAnswer, { id });

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
  /** Of a text with gaps: the text, with `[[1]]` where its first gap is. */
  gap_text: z.string(),
  hotspot: z.optional(hotspot),
  /** Told with the key. */
  feedback: z.string(),
  multiple_right_answers: z.boolean(),
  required: z.boolean(),
  score: z.int(),
  /** Of a form with sections. */
  section: z.optional(z.int()),
  answers: z.array(keyedAnswerById),
  files: z.array(questionFile),
});

/** A file of a question as it is asked; its address works for the caller alone, for some hours. */
export const askedFile = z.omit(questionFile, { group: true, kind: true });

/** A file that is handed in as an answer, or one of it. */
export const handedFile = z.extend(askedFile, { question_id: id });
export type HandedFile = z.infer<typeof handedFile>;

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
  /** Of what people mark: how much is to be written or handed in. */
  work: z.optional(work),
  gap_text: z.optional(z.string()),
  /** Of a text with gaps: each gap, with what can be chosen for it; without options it is typed. */
  gaps: z.optional(
    z.array(z.object({ gap: z.int(), options: z.optional(z.array(z.object({ id, title: z.string() }))) })),
  ),
  /** Of places on a picture, which is the first one among its files. */
  hotspot: z.optional(hotspot),
  /** What it counts at most; absent where the form shows no points. */
  points: z.optional(z.number()),
});
/** Letters of a typed answer. */
export const RESPONSE_LENGTH = 1000;
/** Bytes of an essay. */
export const ESSAY_BYTES = 102_400;
/** How much of the room for an essay a text takes, in bytes. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
/** How many words a text has: what blanks part and a letter or digit stands in. */
export const wordsIn = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
/** Letters of what is typed into one gap. */
export const GAP_LENGTH = 200;
/**
 * What was typed; by the ids of answers those of their matches; by gap what was typed or the id of what was chosen; on a
 * picture the places marked.
 */
const response = z.union([
  exactText(ESSAY_BYTES),
  z.record(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.union([id, exactText(GAP_LENGTH)])),
  z.array(mark).check(z.maxLength(HOTSPOT_PLACES)),
]);
export type AnswerResponse = z.infer<typeof response>;

/** An answer as it is saved. */
export const savedAnswer = z.strictObject({
  question_id: id,
  /** What is chosen, or all answers in an order; of files that are handed in theirs. */
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
  /** Of a text with gaps, whose title is what stands in the gap: from 1 in the order of the text. */
  gap: z.optional(z.int()),
  /** Of a gap: what is accepted, the best first. */
  accepted: z.optional(z.array(z.string())),
  /** Of an ordering, from 1. */
  right_place: z.optional(z.int()),
  /** Of places on a picture; what is chosen was hit. */
  area: answerTerms.area,
});

/** The places marked on a picture, in their order. */
const shownMarks = z.optional(
  z.array(
    z.extend(mark, {
      is_right_answer: z.optional(z.boolean()),
      percent: answerTerms.percent,
      /** In an area that a mark before it lies in, which counts once. */
      again: z.optional(z.boolean()),
    }),
  ),
);

/** What its author says where the key is shown; absent where nothing is said. */
export const toldFeedback = {
  /** About the question, whatever was answered. */
  feedback: z.optional(z.string()),
  /** About what was answered: of a choice by the id of what was chosen, of a gap by its place in the text, from 1. */
  answer_feedback: z.optional(
    z.array(z.object({ id: z.optional(id), gap: z.optional(z.int()), text: z.string() })),
  ),
};

/** What the last check of an answer told while its attempt runs. */
export const checkedAnswer = z.object({
  question_id: id,
  /** Of the answer that was checked. */
  seq: z.int(),
  /** Checks so far. */
  tries: z.int(),
  /** Right, or checked for the last time: it changes no more, and the key is told. */
  settled: z.boolean(),
  outcome: z.enum(['right', 'partly', 'wrong']),
  response: z.optional(z.nullable(z.string())),
  marks: shownMarks,
  answers: z.optional(z.array(shownAnswer)),
  ...toldFeedback,
});

/** By a criterion of the rubric what was reached; the points where they are shown. */
const reached = z.object({
  title: z.string(),
  level: z.string(),
  points: z.optional(z.number()),
  most: z.optional(z.number()),
});

/** The mark of an answer that people mark. */
export const givenMark = z.object({
  /** Of the marks that count: where two differed, of the one that settled it. */
  comments: z.array(z.string()),
  rubric: z.array(reached),
  marked_at: instant,
  /** To whoever may mark: what was given, and by whom. */
  given: z.optional(z.array(z.object({ score: z.number(), marker: person, comment: z.string() }))),
});

/** A trainer's words about a result. */
export const resultNote = z.object({
  text: z.string(),
  author: person,
  updated_at: instant,
});

/** One question of a result; what the form hides from the caller is absent. */
export const resultQuestion = z.object({
  id,
  title: z.string(),
  description: z.string(),
  files: z.array(askedFile),
  type: questionType,
  /** What was typed; null: nothing. Absent where nothing is typed. */
  response: z.optional(z.nullable(z.string())),
  unit: z.optional(z.string()),
  gap_text: z.optional(z.string()),
  hotspot: z.optional(hotspot),
  marks: shownMarks,
  /** Of an ordering in the order given, of what is typed those accepted, where the key is shown. */
  answers: z.array(shownAnswer),
  /** annulled: it counts for nobody; in_review: it waits for its mark. */
  outcome: z.optional(z.enum(OUTCOMES)),
  earned: z.optional(z.number()),
  maximum: z.optional(z.number()),
  note: z.optional(resultNote),
  work: z.optional(work),
  /** Of files that were handed in. */
  handed: z.optional(z.array(askedFile)),
  mark: z.optional(givenMark),
  ...toldFeedback,
});

export const SECTIONS_LIMIT = 20;
export const SECTION_TITLE_LENGTH = 200;
export const INTRODUCTION_LENGTH = 2000;
/** Names a section within its form. */
const sectionId = z.int().check(z.gte(1), z.lte(1_000_000));
const SECTION_WORDS = { title: anyText(SECTION_TITLE_LENGTH), introduction: anyText(INTRODUCTION_LENGTH) };

/** A part of a test; one without a title is called by its number. */
export const section = z.strictObject({ id: sectionId, ...SECTION_WORDS });
export type Section = z.output<typeof section>;

/** To which section something belongs; absent or not among those of the form: to the last. */
export const inSection = z.optional(z.nullable(sectionId));

/** A section as a paper has it. */
export const paperSection = z.object({
  title: z.string(),
  introduction: z.string(),
  /** In the order of the paper. */
  question_ids: z.array(id),
});
