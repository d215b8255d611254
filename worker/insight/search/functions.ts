import type { ResponseOf } from '../../platform/contract.ts';
import { json, listOf, nullable, sqlFunction, text } from '../../platform/database/functions.ts';
import type * as contract from './contract.ts';

export const searchCompany = sqlFunction(
  'search_company',
  {
    kinds: listOf(text),
    words: listOf(text),
    forms: listOf(text),
    patterns: listOf(text),
    phone: nullable(text),
  },
  json<ResponseOf<typeof contract.search>>(),
);
