import { extensionOf } from '../../learning/media/contract.ts';
import { discardFile } from '../../learning/media/service.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { ParamsOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import {
  fitsExtension,
  pictureSize,
  plainFileName,
  TELLING_BYTES,
  typeByExtension,
} from '../../platform/files/file-content.ts';
import { randomToken } from '../../platform/secrets/hash.ts';
import { draftState } from '../forms/functions.ts';
import { rowsOf, withAdded } from '../forms/service.ts';
import { QUESTION_FILES } from '../questions/contract.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import type { ReadFile, ReadQuestion } from './exchange.ts';
import { withoutEmpty } from './parts/prose.ts';

/** A question whose files are what their names say; what is not stays behind, and its picture goes from the text. */
export async function withSoundFiles(question: ReadQuestion): Promise<ReadQuestion> {
  const { files = [], left_out = [] } = question;
  const fits = await Promise.all(files.map(isSound));
  if (fits.every(Boolean)) return question;
  const shown = question.description.replace(/<img src="\/api\/v1\/media\/(\d+)"[^<>]*>/g, (tag, at) =>
    fits[Number(at) - 1] ? tag : '',
  );
  const description = withoutEmpty(shown);
  // Places in the text stay what they are.
  const kept = files.map((file, at) => (fits[at] ? file : { ...file, bytes: new Uint8Array() }));
  return { ...question, description, files: kept, left_out: [...new Set([...left_out, 'files' as const])] };
}

const isSound = ({ name, bytes }: ReadFile): Promise<boolean> =>
  bytes.length > 0 && plainFileName(name) !== ''
    ? fitsExtension(extensionOf(name), bytes.subarray(0, TELLING_BYTES))
    : Promise.resolve(false);

/**
 * Adds questions to the end of a draft; their files are stored first.
 * Errors: max_value, too_many_questions, draft_changed, not_found.
 */
export async function addQuestions(
  env: Env,
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.importQuestions>,
  questions: readonly ReadQuestion[],
  revision: string | undefined,
) {
  return withStoredFiles(env, questions, async (files) => {
    const [[added], [draft]] = await db.run(
      scope,
      call.addQuestionsWithFiles({
        course: id,
        form: formId,
        questions: inSections(questions),
        files,
        revision: revision ?? null,
      }),
      draftState({ form: formId }),
    );
    return withAdded(env, scope, draft!, added!);
  });
}

/** Stores the files of questions, and throws them away where what adds the questions fails. */
export async function withStoredFiles<T>(
  env: Env,
  questions: readonly ReadQuestion[],
  add: (files: call.AddedFile[]) => Promise<T>,
): Promise<T> {
  const files = addedFiles(questions);
  try {
    for (const { key, bytes, content_type } of files)
      await env.FILES.put(key, bytes, { httpMetadata: { contentType: content_type } });
    return await add(files.map(({ said }) => said));
  } catch (error) {
    await Promise.all(files.map(({ key }) => discardFile(env, { key, upload_id: null })));
    throw error;
  }
}

/** The files of questions as they are stored, with what is said of them. */
export const addedFiles = (questions: readonly ReadQuestion[]) =>
  questions.flatMap(({ files = [] }, place) =>
    files.flatMap((file, at) => (file.bytes.length ? [addedFile(file, place + 1, at + 1)] : [])),
  );

/** Rows with the words of their sections; where no question names one, none is said of any. */
function inSections(questions: readonly ReadQuestion[]) {
  const rows = rowsOf(questions.map(({ section: _section, ...question }) => question));
  if (questions.every(({ section }) => !section)) return rows;
  return rows.map((row, at) => ({ ...row, in_section: questions[at]!.section ?? sectionless }));
}

const sectionless = { title: '', introduction: '' };

function addedFile({ name: given, bytes, kind }: ReadFile, question: number, at: number) {
  const name = plainFileName(given);
  const content_type = typeByExtension(extensionOf(name));
  const key = `questions/${randomToken()}`;
  const said: call.AddedFile = {
    question,
    at,
    kind,
    file: { name, size: bytes.length, kind, content_type, key, limit: QUESTION_FILES },
    picture: pictureSize(bytes.subarray(0, TELLING_BYTES)),
  };
  return { key, bytes, content_type, said };
}
