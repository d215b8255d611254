import { byId, endpoint, fileAnswer } from '../../platform/contract.ts';

export const downloadOwnArchive = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/export',
  access: 'signed_in',
  summary:
    'Everything about the caller in every company, as one JSON file; soon after the password was given',
  response: fileAnswer,
  file: 'application/json',
});

export const downloadSpaceArchive = endpoint({
  method: 'GET',
  path: '/api/v1/space/space/:id/export',
  access: 'ownCompany',
  summary:
    'Everything of the company as JSON Lines, one row a line, compressed; files as addresses that work for a week; soon after the password was given',
  params: byId,
  response: fileAnswer,
  file: 'application/gzip',
});
