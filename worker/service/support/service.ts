import { AppError } from '../../errors/app-error.ts';
import { discardFile } from '../../learning/media/service.ts';
import type { Env, Later, Scope } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import type { UploadedFile } from '../../platform/http/uploads.ts';
import { photoType, storeFile, type StoredFile } from '../../platform/files/storage.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import { feedbackMails } from './mails.ts';

type Feedback = BodyOf<typeof contract.giveFeedback> & { device: string };

/**
 * Keeps a message to whoever runs the product and mails it to them.
 * Errors: wrong_file_format on "screenshot"; feedback_limit above 20 in 24 hours.
 */
export async function giveFeedback(
  env: Env,
  db: Db,
  scope: Scope,
  { page = '', ...given }: Feedback,
  screenshot: (() => Promise<UploadedFile>) | null,
  later: Later,
): Promise<{ id: number }> {
  const feedback = { ...given, page, device: given.device.slice(0, 500) };
  const picture = screenshot && (await storeScreenshot(env, (await screenshot()).bytes));
  const recipient = env.SUPPORT_EMAIL ?? '';
  const mails = recipient ? feedbackMails(productOf(env), feedback) : null;
  try {
    const giving = call.giveFeedback({ feedback, screenshot: picture, recipient, mails });
    const [[id]] = await db.run(scope, remember(scope, giving));
    later(sendDueMails(env, db));
    return { id: id! };
  } catch (error) {
    // Of a replay too: the first call kept its own.
    if (picture) await discardFile(env, { key: picture.key, upload_id: null });
    throw error;
  }
}

function storeScreenshot(env: Env, bytes: Uint8Array<ArrayBuffer>): Promise<StoredFile> {
  const type = photoType(bytes);
  if (!type) throw new AppError('wrong_file_format', { field: 'screenshot' });
  return storeFile(env, bytes, type);
}
