import {
  boolean,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  rows,
  setOf,
  sqlFunction,
  text,
} from '../../platform/database/functions.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import type { AddedFile } from '../exchange/functions.ts';
import type { KeptQuestion } from '../forms/functions.ts';
import type { DrawRule } from '../forms/contract.ts';
import type * as contract from './contract.ts';
import type { PoolClass } from './bank.ts';

type Shown = ResponseOf<typeof contract.getBankQuestion>;

export const saveFolder = sqlFunction(
  'save_folder',
  { folder: nullable(integer), name: text, parent: nullable(integer) },
  integer,
);

export const deleteFolder = sqlFunction('delete_folder', { folder: integer }, nothing);

export const requireFolder = sqlFunction('require_folder', { folder: integer }, nothing);

export const foldersOfBank = sqlFunction(
  'folders_of_bank',
  {},
  rows({ id: integer, parent_id: nullable(integer), name: text, questions: integer }),
);

export const tagsOfBank = sqlFunction('tags_of_bank', {}, rows({ tag: text, questions: integer }));

export const addBankQuestion = sqlFunction(
  'add_bank_question',
  { folder: integer, tags: listOf(text), question: json() },
  integer,
);

export const changeBankQuestion = sqlFunction(
  'change_bank_question',
  { question: integer, content: json(), version: integer },
  integer,
);

export const takeBankQuestions = sqlFunction(
  'take_bank_questions',
  { folder: integer, questions: json(), files: json<AddedFile[]>(), copies: boolean },
  json<{ added: number | null; copy_of: { question_id: number; folder_id: number } | null }[]>(),
);

export const knownBankQuestions = sqlFunction(
  'known_bank_questions',
  { questions: json(), files: json<AddedFile[]>() },
  rows({ place: integer, question_id: integer, folder_id: integer }),
);

/** A question as it goes out, with the place that it has in the bank. */
export type BankedQuestion = KeptQuestion & { folder_id: number; tags: string[] };

export const bankQuestionsIn = sqlFunction(
  'bank_questions_in',
  { folder: nullable(integer), subfolders: boolean, most: integer },
  json<BankedQuestion[]>(),
);

export const restoreBankVersion = sqlFunction(
  'restore_bank_version',
  { question: integer, number: integer, content: json(), version: integer },
  integer,
);

export const placeBankQuestions = sqlFunction(
  'place_bank_questions',
  {
    questions: listOf(integer),
    folder: nullable(integer),
    tags: nullable(listOf(text)),
    archived: nullable(boolean),
    added: listOf(text),
    removed: listOf(text),
    most: integer,
  },
  nothing,
);

export const bankQuestionOf = sqlFunction(
  'bank_question_of',
  { question: integer },
  rows({
    folder_id: integer,
    tags: listOf(text),
    version: integer,
    archived: boolean,
    question: json<KeptQuestion>(),
    uses: json<Shown['uses']>(),
    versions: json<(Omit<Shown['versions'][number], 'question'> & { question: KeptQuestion })[]>(),
  }),
);

export const drawFigures = sqlFunction(
  'draw_figures',
  { form: integer, draws: json<DrawRule[]>() },
  rows({ available: listOf(integer), filled: listOf(integer), classes: json<PoolClass[]>() }),
);

export const linksOfForm = sqlFunction(
  'links_of_form',
  { form: integer },
  rows({
    question_id: integer,
    bank_question_id: integer,
    version: integer,
    latest: integer,
    before: nullable(json<KeptQuestion>()),
    after: nullable(json<KeptQuestion>()),
  }),
);

export const settleLink = sqlFunction(
  'settle_link',
  { question: integer, detach: boolean, revision: nullable(text) },
  integer,
);

export const requireDraft = sqlFunction('require_draft', { course: integer, form: integer }, nothing);

export const testsOfBankQuestion = sqlFunction('tests_of_bank_question', { question: integer }, integer);
export const folderBranch = sqlFunction('folder_branch', { folder: integer, whole: boolean }, setOf(integer));
export const bankQuestionsTaken = sqlFunction('bank_questions_taken', {}, setOf(integer));

export const bankSaysOtherwise = sqlFunction(
  'bank_says_otherwise',
  { question: integer, version: integer, latest: integer },
  boolean,
);
