import type { ResponseOf } from '../../platform/contract.ts';
import { boolean, json, sqlFunction, text } from '../../platform/functions.ts';
import type * as contract from './contract.ts';

export const searchCompany = sqlFunction(
  'search_company',
  { query: text, people: boolean, groups: boolean },
  json<ResponseOf<typeof contract.search>>(),
);
