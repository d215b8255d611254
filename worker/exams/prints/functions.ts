import {
  integer,
  json,
  listOf,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';
import type { FormSettings, KeptQuestion } from '../forms/functions.ts';
import type { Key } from '../questions/question.ts';
import type { PrintedParts } from './contract.ts';

export const startPrintRun = sqlFunction(
  'start_print_run',
  { course: integer, form: integer, variants: integer },
  integer,
);

export const runPapers = sqlFunction(
  'run_papers',
  { course: integer, form: integer, run: integer, variants: nullable(listOf(integer)) },
  rows({
    version: integer,
    seed: text,
    settings: json<FormSettings>(),
    papers: json<{ variant: number; questions: KeptQuestion[] }[]>(),
    /** As repairs left them; a question that is missing here has the key of its version. */
    keys: json<Record<number, Key | null>>(),
  }),
);

export const notePrinting = sqlFunction(
  'note_printing',
  {
    course: integer,
    form: integer,
    run: integer,
    variants: nullable(listOf(integer)),
    kind: word<PrintedParts>(),
  },
  nothing,
);

export const printDraft = sqlFunction(
  'print_draft',
  { course: integer, form: integer, kind: word<PrintedParts>() },
  rows({ settings: json<FormSettings>(), questions: json<KeptQuestion[]>() }),
);

/** How many questions a version asks of each student. */
export const countAsked = sqlFunction('count_asked', { settings: json(), questions: json() }, integer);
