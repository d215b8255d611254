import * as z from 'zod/mini';
import {
  byId,
  endpoint,
  exactText,
  fileAnswer,
  flag,
  id,
  idText,
  instant,
  listQuery,
  nameText,
  nothing,
  page,
  person,
  tags,
  text,
} from '../../platform/contract.ts';
import { SMALL_FILE } from '../../learning/media/contract.ts';
import { EXPORT_FORMATS, IMPORT_FORMATS, importedRows } from '../exchange/contract.ts';
import { drawRule, DRAWS_LIMIT, updateQuestions } from '../forms/contract.ts';
import { keyedAnswer, question, questionType } from '../questions/contract.ts';

export const FOLDER_NAME = 100;
/** How deep folders lie at most. */
export const FOLDER_LEVELS = 10;
/** Questions that are moved, tagged or put away at once. */
export const PLACED_LIMIT = 100;

const folder = z.object({
  id,
  /** null: at the top. */
  parent_id: z.nullable(id),
  name: z.string(),
  /** Those that lie in it and are not put away. */
  questions: z.int(),
});

export const listFolders = endpoint({
  method: 'GET',
  path: '/api/v1/bank/folders',
  access: 'editBank',
  summary: "The folders of the company's bank of questions, and the tags that its questions have",
  response: z.object({
    folders: z.array(folder),
    tags: z.array(z.object({ tag: z.string(), questions: z.int() })),
  }),
});

const folderFields = { name: nameText(FOLDER_NAME), parent_id: z._default(z.nullable(id), null) };

export const createFolder = endpoint({
  method: 'POST',
  path: '/api/v1/bank/folders',
  access: 'editBank',
  summary: 'Make a folder of the bank',
  body: z.strictObject(folderFields),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

export const updateFolder = endpoint({
  method: 'PATCH',
  path: '/api/v1/bank/folders/:id',
  access: 'editBank',
  summary: 'Name a folder of the bank, and put it where it is to lie',
  params: byId,
  body: z.strictObject(folderFields),
  response: nothing,
  status: 204,
});

export const deleteFolder = endpoint({
  method: 'DELETE',
  path: '/api/v1/bank/folders/:id',
  access: 'editBank',
  summary: 'Delete an empty folder of the bank',
  params: byId,
  response: nothing,
  status: 204,
});

export const listBankQuestions = endpoint({
  method: 'GET',
  path: '/api/v1/bank/questions',
  access: 'editBank',
  summary:
    'Questions of the bank; those that a test of the caller asks or may draw are left out, since they show the key',
  query: listQuery({
    page_size: 20,
    ordering: ['title', 'changed_at', 'folder_name'],
    filters: {
      folder: z.optional(idText),
      /** Those of folders within it too. */
      subfolders: z.optional(flag),
      tag: z.optional(text(40)),
      type: z.optional(questionType),
      archived: z.optional(flag),
    },
  }),
  response: page(
    z.object({
      id,
      folder_id: id,
      folder_name: z.string(),
      tags,
      version: z.int(),
      archived: z.boolean(),
      title: z.string(),
      type: questionType,
      multiple_right_answers: z.boolean(),
      score: z.int(),
      answers: z.array(keyedAnswer),
      files: z.int(),
      /** Tests that ask it or may draw it, as far as the caller reaches. */
      tests: z.int(),
      /** Drafts that are tied to an older version of it that says otherwise. */
      older_links: z.int(),
      changed_at: instant,
    }),
  ),
});

/** The words of a question, as a test's are given. */
const givenQuestion = updateQuestions.body!.shape.questions.def.element;

export const createBankQuestion = endpoint({
  method: 'POST',
  path: '/api/v1/bank/questions',
  access: 'editBank',
  summary: 'Write a question into a folder of the bank',
  body: z.strictObject({ folder_id: id, tags: z._default(tags, []), question: givenQuestion }),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

export const getBankQuestion = endpoint({
  method: 'GET',
  path: '/api/v1/bank/questions/:id',
  access: 'editBank',
  summary: 'A question of the bank with its versions, and the tests that ask or draw it',
  params: byId,
  response: z.object({
    id,
    folder_id: id,
    tags,
    version: z.int(),
    archived: z.boolean(),
    question,
    uses: z.array(
      z.object({
        form_id: id,
        form_name: z.string(),
        course_id: id,
        course_name: z.string(),
        material_id: id,
        /** link: a draft is tied to it; draw: what is published may draw it. */
        kind: z.enum(['link', 'draw']),
        version: z.int(),
        /** The present one says otherwise. */
        older: z.boolean(),
      }),
    ),
    /** The latest first. */
    versions: z.array(
      z.object({
        number: z.int(),
        created_at: instant,
        author: person,
        question,
      }),
    ),
  }),
});

export const updateBankQuestion = endpoint({
  method: 'PATCH',
  path: '/api/v1/bank/questions/:id',
  access: 'editBank',
  summary: 'Change the words of a question of the bank, which makes its next version',
  params: byId,
  body: z.strictObject({
    /** The version that was read: refused when another came between. */
    version: id,
    question: givenQuestion,
  }),
  response: z.object({ version: z.int() }),
});

export const restoreBankQuestion = endpoint({
  method: 'POST',
  path: '/api/v1/bank/questions/:id/restore',
  access: 'editBank',
  summary: 'Make what a question of the bank said in an earlier version its next one',
  params: byId,
  body: z.strictObject({
    /** The version to go back to. */
    number: id,
    /** The version that was read: refused when another came between. */
    version: id,
  }),
  response: z.object({ version: z.int() }),
});

/** Questions of the bank that one file brings in, or takes out. */
export const BANK_FILE_QUESTIONS = 2000;

const folderPath = z.array(z.string());

export const importBankQuestions = endpoint({
  method: 'POST',
  path: '/api/v1/bank/import_questions',
  access: 'editBank',
  summary:
    'Read questions from a file into a folder of the bank; with dry_run only what would become of each',
  query: z.strictObject({
    format: z.enum(IMPORT_FORMATS),
    folder: idText,
    dry_run: z.optional(flag),
    /** All into that folder, whatever categories the file has; else these are folders within it. */
    one_folder: z.optional(flag),
    /** Those too that are in the bank already, or in the file twice, word for word. */
    copies: z.optional(flag),
  }),
  /** A sheet and GIFT have no pictures, and 500 KB at most. */
  upload: SMALL_FILE,
  response: z.object({
    rows: z.array(
      z.object({
        ...importedRows.def.element.shape,
        /** Names of the folders within the chosen one that it lies in, from the outermost. */
        folders: folderPath,
        tags: z.array(z.string()),
        /** Those that are too long or too many. */
        left_tags: z.array(z.string()),
        /** The question of the bank that says the same, and where it lies, from the outermost; null: none. */
        copy_of: z.nullable(z.object({ question_id: id, folder_id: id, folders: folderPath })),
      }),
    ),
    /** Folders within the chosen one that are not there yet, by the names that lead to them. */
    new_folders: z.array(folderPath),
    /** Those added; none in a dry run. */
    added: z.array(id),
  }),
});

export const exportBankQuestions = endpoint({
  method: 'GET',
  path: '/api/v1/bank/export_questions',
  access: 'editBank',
  summary: 'The questions of a folder of the bank, or of all of it, as a file that can be imported again',
  query: z.strictObject({
    format: z.enum(EXPORT_FORMATS),
    folder: z.optional(idText),
    subfolders: z.optional(flag),
  }),
  response: fileAnswer,
  file: '*/*',
});

export const placeBankQuestions = endpoint({
  method: 'POST',
  path: '/api/v1/bank/questions/place',
  access: 'editBank',
  summary: 'Move questions of the bank, give them tags, put them away or take them back',
  body: z.strictObject({
    question_ids: z.array(id).check(z.minLength(1), z.maxLength(PLACED_LIMIT)),
    folder_id: z.optional(id),
    /** In the place of those they have. */
    tags: z.optional(tags),
    /** Beside those they have, and those that go from them. */
    add_tags: z._default(tags, []),
    remove_tags: z._default(z.array(nameText(40)).check(z.maxLength(PLACED_LIMIT)), []),
    archived: z.optional(z.boolean()),
  }),
  response: nothing,
  status: 204,
});

export const listLinks = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/form/:formId/bank_links',
  access: 'editEduMaterials',
  summary: 'The questions of a draft that are tied to the bank, and what a newer version says otherwise',
  params: z.strictObject({ id: idText, formId: idText }),
  response: z.object({
    links: z.array(
      z.object({
        question_id: id,
        bank_question_id: id,
        version: z.int(),
        /** The latest version that says otherwise; else that of the draft. */
        latest: z.int(),
        /** What both versions say; null where no later one says otherwise. */
        before: z.nullable(question),
        after: z.nullable(question),
      }),
    ),
  }),
});

export const settleLink = endpoint({
  method: 'POST',
  path: '/api/v1/course/questions/:id/bank_link',
  access: 'editEduMaterials',
  summary:
    'Bring a question of a draft to the latest version of the bank, or make it a copy that is changed in the test',
  params: byId,
  body: z.strictObject({ action: z.enum(['renew', 'detach']), revision: z.optional(exactText(32)) }),
  response: nothing,
  status: 204,
});

export const drawFigures = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/form/:formId/draw_figures',
  access: 'editEduMaterials',
  summary: 'Whether the bank suffices for draws of a test, and how many different papers they give',
  params: z.strictObject({ id: idText, formId: idText }),
  body: z.strictObject({ draws: z.array(drawRule).check(z.maxLength(DRAWS_LIMIT)) }),
  response: z.object({
    draws: z.array(
      z.object({
        /** Questions that it may take. */
        available: z.int(),
        /** How many of those it asks for it gets beside the others. */
        filled: z.int(),
      }),
    ),
    /** At least so many different papers, in digits. */
    papers: z.string(),
  }),
});
