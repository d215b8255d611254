import { byId, endpoint, fileAnswer } from '../platform/contract.ts';

export const getMedia = endpoint({
  method: 'GET',
  path: '/api/v1/media/:id',
  access: 'signed_in',
  summary: 'A file, for the Bearer token or the cookie that pictures send',
  params: byId,
  response: fileAnswer,
  file: '*/*',
  byCookie: true,
});
