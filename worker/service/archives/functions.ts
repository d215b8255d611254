import {
  integer,
  json,
  listOf,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
} from '../../platform/database/functions.ts';

export const ownArchive = sqlFunction('own_archive', {}, json<Record<string, unknown>>());

export const requireConfirmed = sqlFunction('require_confirmed', {}, nothing);

export const archivePage = sqlFunction(
  'archive_page',
  {
    table: text,
    key: listOf(text),
    after: nullable(json<Record<string, unknown>>()),
    omit: listOf(text),
    key_of: nullable(text),
    rows: integer,
    bytes: integer,
  },
  rows({
    lines: nullable(text),
    last: nullable(json<Record<string, unknown>>()),
    count: integer,
    found: integer,
  }),
);
