import {
  bigint,
  boolean,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  real,
  rows,
  sqlFunction,
  text,
} from '../../platform/database/functions.ts';

/** What a file is uploaded to. */
export type UploadOwner =
  | { kind: 'material'; id: number; course_id: number }
  | { kind: 'question' | 'webinar'; id: number }
  /** An attempt, and which of its questions is answered by the file. */
  | { kind: 'answer'; id: number; question_id: number };

export const discardRemovedMedia = sqlFunction('discard_removed_media', {}, rows({ key: text }));

export const discardStaleUploads = sqlFunction(
  'discard_stale_uploads',
  {},
  rows({ key: text, upload_id: nullable(text) }),
);

/** Takes away what was uploaded for answers and not handed in when the attempt ended. */
export const forgetUnhandedFiles = sqlFunction('forget_unhanded_files', {}, integer);

export const readableMedia = sqlFunction(
  'readable_media',
  { media: integer },
  rows({ key: text, content_type: text, name: text, size: bigint, private: boolean, handed: boolean }),
);

export const beginUpload = sqlFunction('begin_upload', { owner: json<UploadOwner>(), file: json() }, integer);

export const uploadOf = sqlFunction(
  'upload_of',
  { owner: json<UploadOwner>(), media: integer },
  rows({ key: text, name: text, size: bigint, upload_id: nullable(text) }),
);

export const completeUpload = sqlFunction(
  'complete_upload',
  { owner: json<UploadOwner>(), media: integer, duration: nullable(real) },
  nothing,
);

export const deleteFile = sqlFunction(
  'delete_file',
  { owner: json<UploadOwner>(), media: integer },
  rows({ keys: nullable(listOf(text)), upload_id: nullable(text) }),
);

export const notePicture = sqlFunction(
  'note_picture',
  { media: integer, width: integer, height: integer },
  nothing,
);

export const takeUpload = sqlFunction(
  'take_upload',
  { owner: json<UploadOwner>(), file: json(), picture: nullable(json<{ width: number; height: number }>()) },
  integer,
);
