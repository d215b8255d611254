import type { Language } from '../../identity/accounts/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/contract.ts';
import { FileRefused } from '../../platform/formats/zip-archive.ts';
import { decodedText } from '../../platform/formats/text-encoding.ts';
import { readRows, TooManyRows } from '../../platform/formats/xlsx-reader.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { ParamsOf, QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { QUESTIONS_LIMIT } from '../forms/contract.ts';
import { hasDuplicates } from '../forms/form.ts';
import { draftOf } from '../forms/queries.ts';
import { INTRODUCTION_LENGTH, SECTION_TITLE_LENGTH } from '../questions/contract.ts';
import type * as contract from './contract.ts';
import { withRepeats, type ReadQuestion, type TruthWords, type Problem } from './exchange.ts';
import { readGift } from './moodle/gift.ts';
import { addQuestions, withSoundFiles } from './service-files.ts';
import { judged, readSheet } from './sheet.ts';

type Params = ParamsOf<typeof contract.importQuestions>;
type Format = QueryOf<typeof contract.importQuestions>['format'];
type Imported = ResponseOf<typeof contract.importQuestions>;

const TRUTH: Record<Language, TruthWords> = {
  uk: { right: 'Правда', wrong: 'Неправда' },
  en: { right: 'True', wrong: 'False' },
  de: { right: 'Richtig', wrong: 'Falsch' },
};

/** A sheet is packed, and bounded as one of people is. */
const MOST_OF_SHEET = 500 * 1024;
/** MB of a text: as many questions as the bank takes at once have some two thirds of it. */
const MOST_OF_GIFT = 2;

/**
 * Reads questions from a file, and unless it is a dry run adds those without problems to the end of the draft, with
 * their pictures.
 * Errors: wrong_file_format, import_no_rows, import_too_many_questions, import_no_question_column, import_file_too_large,
 * upload_too_large, too_many_questions and why a file cannot be read at all (`REASONS`) on "file"; max_value,
 * draft_changed, not_found.
 */
export async function importQuestions(
  env: Env,
  db: Db,
  scope: Scope,
  params: Params,
  { format, dry_run, revision }: QueryOf<typeof contract.importQuestions>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Imported> {
  const draft = await draftOf(db, scope, params);
  const bound = draft.settings.max_score_for_questions;
  const read = await readQuestions(format, bytes, draft.language, QUESTIONS_LIMIT, (question) =>
    question.score > bound ? 'wrong_score' : null,
  );
  const questions = read.map(forTest);
  const rows = questions.map(rowOfImport);
  const sound = questions.filter(({ problems }) => problems.length === 0);
  if (dry_run === 'true' || sound.length === 0) return { rows, questions: [], revision: draft.revision };
  return { rows, ...(await addQuestions(env, db, scope, params, sound, revision)) };
}

/** A test has no tags for its questions, and so many letters for the words of a section: what is beyond is named. */
function forTest({ tags = [], left_out = [], section, ...question }: ReadQuestion): ReadQuestion {
  const fitting = section && {
    title: section.title.slice(0, SECTION_TITLE_LENGTH).trim(),
    introduction: section.introduction.slice(0, INTRODUCTION_LENGTH).trim(),
  };
  const isLong = fitting?.title !== section?.title || fitting?.introduction !== section?.introduction;
  return {
    ...question,
    ...(fitting && { section: fitting }),
    left_out: [
      ...left_out,
      ...(tags.length ? (['tags'] as const) : []),
      ...(isLong ? (['long_sections'] as const) : []),
    ],
  };
}

/**
 * The questions of a file, each with what keeps it from being taken. Errors on "file": as importQuestions.
 * @param most how many a file may have
 * @param problemOf what else keeps a question from being taken where it is to go
 */
export async function readQuestions(
  format: Format,
  bytes: Uint8Array<ArrayBuffer>,
  language: Language,
  most: number,
  problemOf: (question: ReadQuestion) => Problem | null,
): Promise<ReadQuestion[]> {
  const read = await questionsIn(format, bytes, TRUTH[language], most);
  if (read.length === 0) throw refused('import_no_rows');
  if (read.length > most) throw refused('import_too_many_questions', { max: most });
  const sound = await Promise.all(
    read.map(async (question) => {
      const one = judged(question, hasDuplicates(question));
      const more = problemOf(one);
      const all = more ? { ...one, problems: [...one.problems, more] } : one;
      return all.problems.length ? all : withSoundFiles(all);
    }),
  );
  return withRepeats(sound);
}

/** What becomes of a question, as it is told. */
export const rowOfImport = ({
  line,
  title,
  answers,
  problems,
  left_out,
  files,
  named,
  source,
  section,
  same_as,
}: ReadQuestion): Imported['rows'][number] => ({
  line,
  title: title.slice(0, 200),
  answers: answers.length,
  problems: [...new Set(problems)],
  left_out: problems.length ? [] : (left_out ?? []),
  files: problems.length ? 0 : (files ?? []).filter(({ bytes: own }) => own.length > 0).length,
  named: (named ?? '').slice(0, 50),
  source: (source ?? '').slice(0, 200),
  same_as: same_as ? { line: same_as.line, source: (same_as.source ?? '').slice(0, 200) } : null,
  ...(section && { section: section.title }),
});

/** Readers of packages and XML come when they are asked for. */
async function questionsIn(
  format: Format,
  bytes: Uint8Array<ArrayBuffer>,
  words: TruthWords,
  most: number,
): Promise<ReadQuestion[]> {
  if (format === 'xlsx' && bytes.length > MOST_OF_SHEET) throw refused('import_file_too_large');
  if (format === 'gift' && bytes.length > MOST_OF_GIFT * 1024 * 1024)
    throw refused('upload_too_large', { max: MOST_OF_GIFT });
  try {
    switch (format) {
      case 'xlsx':
        return sheetOf(bytes, most);
      case 'gift':
        return giftOf(bytes, words);
      case 'qti': {
        const { readQti } = await import('./qti/qti.ts');
        return readQti(bytes);
      }
      case 'moodle': {
        const { readMoodle } = await import('./moodle/moodle-xml.ts');
        return readMoodle(bytes, words);
      }
    }
  } catch (error) {
    if (error instanceof FileRefused)
      throw format === 'xlsx' ? refused('wrong_file_format') : reasonOf(error.message);
    throw error;
  }
}

/** Why a file is refused, as people read it. */
const REASONS: Record<string, ErrorCode> = {
  doctype: 'xml_doctype',
  encoding: 'text_not_utf8',
  'not Moodle XML': 'not_moodle_xml',
  'no manifest': 'package_without_items',
  'no items': 'package_without_items',
  'QTI 1': 'package_old_qti',
  encrypted: 'package_encrypted',
  'name of an entry': 'package_unsafe_name',
  link: 'package_unsafe_name',
  'entry twice': 'package_duplicate',
  'inflated size': 'package_too_large',
  'number of entries': 'package_too_large',
  'too deep': 'package_too_large',
  'too many elements': 'package_too_large',
};

function reasonOf(why: string): AppError {
  const encoding = /^declared encoding: (.+)$/.exec(why)?.[1];
  if (encoding) return refused('text_not_as_declared', { encoding });
  const line = /^broken XML, line (\d+)$/.exec(why)?.[1];
  return line ? refused('xml_broken', { line }) : refused(REASONS[why] ?? 'package_broken');
}

function sheetOf(bytes: Uint8Array, most: number): ReadQuestion[] {
  try {
    const read = readSheet(readRows(bytes, most + 1));
    if (!read) throw refused('import_no_question_column');
    return read;
  } catch (error) {
    if (error instanceof TooManyRows) throw refused('import_too_many_questions', { max: most });
    throw error;
  }
}

function giftOf(bytes: Uint8Array, words: TruthWords): ReadQuestion[] {
  const text = decodedText(bytes);
  if (text === null) throw refused('text_not_utf8');
  // Postgres cannot hold it, and no text file does.
  if (text.includes('\u0000')) throw refused('wrong_file_format');
  return readGift(text, words);
}

const refused = (code: ErrorCode, params = {}) => new AppError(code, { field: 'file', params });
