import * as z from 'zod/mini';
import { LANGUAGES } from '../../identity/accounts/contract.ts';
import { oneForm } from '../forms/contract.ts';
import { askedQuestion } from '../questions/contract.ts';
import { endpoint, fileAnswer, id, idText, instant, named, person } from '../../platform/contract.ts';

export const VARIANTS_LIMIT = 26;

/** How a variant is called: A, B, C … */
export const variantLetter = (variant: number): string => String.fromCharCode(64 + variant);
/** How an answer is called on paper: A to Z, and Z1 on. */
export const answerLetter = (place: number): string =>
  place < 26 ? String.fromCharCode(65 + place) : `Z${place - 25}`;

const variant = z.int().check(z.gte(1), z.lte(VARIANTS_LIMIT));

/** What is printed: papers with their answer sheets, the key, or both. */
export const PRINTED_PARTS = ['papers', 'key', 'both'] as const;
export type PrintedParts = (typeof PRINTED_PARTS)[number];

const RUNS = '/api/v1/course/course/:id/form/:formId/print_runs';
const oneRun = z.extend(oneForm, { runId: idText });

export const listPrintRuns = endpoint({
  method: 'GET',
  path: RUNS,
  access: 'manageAttempts',
  summary: 'What was printed of a published test',
  params: oneForm,
  response: z.object({
    form: named,
    /** What would be printed now. */
    version: z.int(),
    /** Its questions, drawn ones too. */
    questions: z.int(),
    /** Its variants differ: it shuffles something, or draws. */
    differs: z.boolean(),
    runs: z.array(
      z.object({
        id,
        version: z.int(),
        variants: z.int(),
        author: z.nullable(person),
        created_at: instant,
      }),
    ),
  }),
});

export const startPrintRun = endpoint({
  method: 'POST',
  path: RUNS,
  access: 'editEduMaterials',
  summary: 'Lay a published test out for paper in so many variants, which stay what they are',
  params: oneForm,
  body: z.strictObject({ variants: z._default(variant, 1) }),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

const printed = {
  parts: z._default(z.enum(PRINTED_PARTS), 'papers'),
  /** The caller’s own, unless told. */
  language: z.optional(z.enum(LANGUAGES)),
};

export const printVariants = endpoint({
  method: 'POST',
  path: `${RUNS}/:runId/print`,
  access: 'editEduMaterials',
  summary:
    'The pages of variants as PDF: papers with answer sheets, the key, or both; history keeps who asked',
  params: oneRun,
  body: z.strictObject({
    /** All of them, unless told. */
    variants: z.optional(z.array(variant).check(z.minLength(1), z.maxLength(VARIANTS_LIMIT))),
    ...printed,
  }),
  response: fileAnswer,
  file: 'application/pdf',
});

export const printDraft = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/form/:formId/print_draft',
  access: 'editEduMaterials',
  summary: 'The draft of a test as PDF, for its editors',
  params: oneForm,
  body: z.strictObject(printed),
  response: fileAnswer,
  file: 'application/pdf',
});

export const getPaperSheet = endpoint({
  method: 'GET',
  path: `${RUNS}/:runId/sheet`,
  access: 'manageAttempts',
  summary: 'A variant as it was handed out, without its key',
  params: oneRun,
  query: z.strictObject({ variant: z.coerce.number().check(z.int(), z.gte(1), z.lte(VARIANTS_LIMIT)) }),
  response: z.object({
    variant: z.int(),
    /** In the order of the paper, and each with its answers in theirs. */
    questions: z.array(
      z.extend(z.omit(askedQuestion, { points: true }), {
        score: z.int(),
        /** It is marked by the levels of a rubric. */
        has_rubric: z.boolean(),
      }),
    ),
  }),
});
