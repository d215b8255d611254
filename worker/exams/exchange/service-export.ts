import { AppError } from '../../errors/app-error.ts';
import type { Language } from '../../identity/accounts/contract.ts';
import { languageOf } from '../../identity/accounts/queries.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { FileAnswer, ParamsOf, QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { draftOf } from '../forms/queries.ts';
import type { KeptQuestion } from '../forms/functions.ts';
import type * as contract from './contract.ts';
import { writeGift } from './moodle/gift-writer.ts';
import { keysOf, publishedVersion } from './queries.ts';
import type { WrittenFile, WrittenQuestion } from './exchange.ts';

const QTI_VERSIONS = { qti_2_1: '2.1', qti_2_2: '2.2', qti_3_0: '3.0' } as const;

type Format = QueryOf<typeof contract.exportQuestions>['format'];

/** The questions of a draft or of a published version as a file. Errors: not_found, own_form. */
export async function exportQuestions(
  env: Env,
  db: Db,
  scope: Scope,
  params: ParamsOf<typeof contract.exportQuestions>,
  { format, version, published }: QueryOf<typeof contract.exportQuestions>,
): Promise<FileAnswer> {
  // First, since it keeps the key from whoever takes the form.
  const draft = await draftOf(db, scope, params);
  const { settings, questions: kept } =
    version || published === 'true' ? await versionOf(db, scope, params.formId, version) : draft;
  const sections = new Map((settings.sections ?? []).map((section) => [section.id, section]));
  const questions = kept.map((question) => ({ ...question, section: sections.get(question.section ?? 0) }));
  return questionsAsFile(env, db, scope, {
    name: settings.name,
    questions,
    format,
    language: draft.language,
  });
}

async function versionOf(db: Db, scope: Scope, form: number, number: number | undefined) {
  const [[found]] = await db.run(scope, publishedVersion({ company_id: scope.company_id, form, number }));
  if (!found) throw new AppError('not_found');
  return found;
}

interface Exported {
  name: string;
  questions: readonly (Omit<KeptQuestion, 'section'> &
    Pick<WrittenQuestion, 'section' | 'folders' | 'tags'>)[];
  format: Format;
  language: Language;
}

/** Questions as a file that can be imported again. */
export async function questionsAsFile(
  env: Env,
  db: Db,
  scope: Scope,
  { name: title, questions, format, language }: Exported,
): Promise<FileAnswer> {
  const name = title.replace(/[\\/:*?"<>|]/g, ' ').trim();
  // Writers are heavy, and few requests need them.
  switch (format) {
    case 'gift':
      return textFile(`${name}.gift`, writeGift(questions), 'text/plain; charset=utf-8');
    case 'xlsx': {
      const { writeQuestions } = await import('./sheet-writer.ts');
      const file = await writeQuestions(questions, language, `${name}.xlsx`);
      return { ...file, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };
    }
    case 'qti_2_1':
    case 'qti_2_2':
    case 'qti_3_0': {
      const { writeQti } = await import('./qti/qti-writer.ts');
      // A package has sections of a test and no folders.
      const written = await withBytes(
        env,
        db,
        scope,
        questions.map(({ folders: _folders, ...rest }) => rest),
      );
      const bytes = await writeQti(title, written, QTI_VERSIONS[format]);
      return { name: `${name}.zip`, bytes, type: 'application/zip' };
    }
    case 'moodle': {
      const { writeMoodle } = await import('./moodle/moodle-xml-writer.ts');
      return textFile(`${name}.xml`, writeMoodle(await withBytes(env, db, scope, questions)), 'text/xml');
    }
  }
}

function textFile(name: string, text: string, type: string): FileAnswer {
  return { name, bytes: new Uint8Array(new TextEncoder().encode(text)), type };
}

/** Bytes of all files of an export together, which are held at once; what comes behind them stays behind. */
const MOST_BYTES = 30 * 1024 * 1024;

/** Questions with the bytes of their files. */
async function withBytes(
  env: Env,
  db: Db,
  scope: Scope,
  questions: Exported['questions'],
): Promise<WrittenQuestion[]> {
  const wanted = questions.flatMap(({ files }) => files);
  if (wanted.length === 0) return questions.map((question) => ({ ...question, files: [] }));
  const [rows] = await db.run(scope, keysOf(wanted.map(({ id }) => id)));
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  const bytes = new Map<number, Uint8Array<ArrayBuffer>>();
  let left = MOST_BYTES;
  for (const { id, size } of wanted) {
    const key = keys.get(id);
    if (!key || size > left) continue;
    const stored = await env.FILES.get(key);
    if (!stored) continue;
    bytes.set(id, new Uint8Array(await stored.arrayBuffer()));
    left -= size;
  }
  return questions.map((question) => ({
    ...question,
    files: question.files.flatMap((file): WrittenFile[] => {
      const found = bytes.get(file.id);
      return found ? [{ ...file, bytes: found }] : [];
    }),
  }));
}

/** A sheet to write questions into, in the caller's language. */
export async function questionsTemplate(db: Db, scope: Scope): Promise<FileAnswer> {
  const [[own]] = await db.run(scope, languageOf({ user_id: scope.user_id }));
  const { writeQuestionsTemplate } = await import('./sheet-writer.ts');
  return writeQuestionsTemplate(own!.language);
}
