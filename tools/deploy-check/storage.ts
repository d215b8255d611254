import { presignPut, type Storage } from '../../worker/platform/files/object-storage.ts';
import { messageOf } from '../stack/failure.ts';

const BODY = 'deploy:check';

/**
 * What is wrong with the bucket: puts a small file by a signed address, as a browser does, and asks whether a page of
 * the product may. The file stays, under `deploy-check/`.
 */
export async function storageProblems(storage: Storage, app_url: string): Promise<string[]> {
  try {
    const signed = await presignPut(
      storage,
      `deploy-check/${crypto.randomUUID()}`,
      BODY.length,
      'text/plain',
    );
    const stored = await fetch(signed.url, { method: 'PUT', headers: signed.headers, body: BODY });
    if (!stored.ok)
      return [
        `The bucket ${storage.S3_BUCKET} refuses a signed upload with ${stored.status}: look at the keys and their rights.`,
      ];
    return await originProblems(signed.url, app_url);
  } catch (error) {
    return [`The storage of files does not answer: ${messageOf(error)}.`];
  }
}

async function originProblems(url: string, app_url: string): Promise<string[]> {
  const origin = URL.parse(app_url)?.origin ?? '';
  if (URL.parse(url)?.origin === origin) return [];
  const answer = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'content-type,if-none-match',
    },
  });
  const allowed = answer.headers.get('Access-Control-Allow-Origin');
  return answer.ok && (allowed === origin || allowed === '*')
    ? []
    : [`The bucket does not let pages of ${origin} upload: set its CORS rules as docs/operations.md says.`];
}
