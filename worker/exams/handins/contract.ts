import * as z from 'zod/mini';
import {
  announcedFile,
  beginUpload,
  completeUpload,
  completion,
  partsOfUpload,
  removeFile,
} from '../../learning/media/contract.ts';
import { exactText, idText } from '../../platform/contract.ts';
import { handedFile } from '../questions/contract.ts';

const FILES = '/api/v1/course/student_passed_form/:id/files/:questionId';
const toQuestion = z.strictObject({ id: idText, questionId: idText });
const oneFile = z.extend(toQuestion, { fileId: idText });

export const uploadAnswerFile = beginUpload({
  path: FILES,
  access: 'startTest',
  of: 'an answer in a running attempt, which names it by `answer_ids` once it is there',
  params: toQuestion,
  query: z.strictObject({ name: z.optional(exactText(255)) }),
  body: announcedFile,
  duringAttempt: true,
});

export const listAnswerFileParts = partsOfUpload({
  path: `${FILES}/:fileId/parts`,
  access: 'startTest',
  params: oneFile,
  duringAttempt: true,
});

export const completeAnswerFile = completeUpload({
  path: `${FILES}/:fileId/complete`,
  access: 'startTest',
  params: oneFile,
  body: completion,
  response: handedFile,
  duringAttempt: true,
});

export const removeAnswerFile = removeFile({
  path: `${FILES}/:fileId`,
  access: 'startTest',
  summary: 'Take a file out of an answer of a running attempt, or give up its upload',
  params: oneFile,
  duringAttempt: true,
});
