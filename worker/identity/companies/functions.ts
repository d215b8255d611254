import type { ResponseOf } from '../../platform/contract.ts';
import {
  day,
  instant,
  integer,
  json,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
} from '../../platform/database/functions.ts';
import type * as contract from './contract.ts';

export const companyToday = sqlFunction('company_today', {}, day);

export const startOfDay = sqlFunction('start_of_day', { day }, instant);

export const dayMeant = sqlFunction('day_meant', { value: text }, day);

export const setCompanyPhoto = sqlFunction(
  'set_company_photo',
  { photo: nullable(json()) },
  rows({ id: integer, dropped: nullable(text) }),
);

export const registerCompany = sqlFunction(
  'register_company',
  { company: json(), owner: json(), password_hash: text, token: json(), mail: json() },
  integer,
);

export const createCompany = sqlFunction('create_company', { company: json() }, integer);

export const mailAllowance = sqlFunction(
  'mail_allowance',
  {},
  json<ResponseOf<typeof contract.getMailAllowance>>(),
);

export const requestMailLimitLift = sqlFunction('request_mail_limit_lift', {}, nothing);

/** Makes one of the many parts that changes have left of the sums of a company's people. */
export const joinPeopleSums = sqlFunction('join_people_sums', {}, integer);
