import { sql, type SQL } from 'drizzle-orm';
import { mediaAddress, STORED_FILE } from '../media/queries.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import { statement } from '../../platform/database.ts';
import type * as contract from './contract.ts';

/** A file as the database gives it. */
export type FileRow = Omit<ResponseOf<typeof contract.completeFile>, 'group' | 'url'>;

/** A file as JSON, over `material_files f` and `media d`. */
export const fileJson: SQL = sql`${STORED_FILE} || jsonb_build_object('language', f.language, 'duration', f.duration)`;

/** One file of a material. */
export function fileOf(media_id: number) {
  return statement<{ file: FileRow }>(sql`
    select ${fileJson} as file from material_files f join media d on d.id = f.media_id where f.media_id = ${media_id}`);
}

const PICTURE = /(\/api\/v1\/media\/(\d+))(?:\?[^"'\s>]*)?/g;

/** A text whose pictures have addresses for the caller alone; what is stored has none (`plainPictures`). */
export function withPictures(env: Env, scope: Scope, text: string): string {
  return text.replace(PICTURE, (_, _path, id: string) =>
    mediaAddress(env, scope, Number(id)).replaceAll('&', '&amp;'),
  );
}

/** A text whose pictures are named by their ids alone. */
export function plainPictures(text: string): string {
  return text.replace(PICTURE, '$1');
}
