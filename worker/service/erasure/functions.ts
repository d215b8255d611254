import {
  instant,
  integer,
  json,
  nothing,
  rows,
  sqlFunction,
  text,
} from '../../platform/database/functions.ts';

export const requestCompanyErasure = sqlFunction(
  'request_company_erasure',
  { company: integer, name: text, mails: json() },
  nothing,
);

export const takeBackCompanyErasure = sqlFunction(
  'take_back_company_erasure',
  { company: integer, mails: json() },
  nothing,
);

export const eraseDueCompany = sqlFunction('erase_due_company', { rows: integer, mails: json() }, integer);

export const forgetFarewells = sqlFunction('forget_farewells', {}, nothing);

export const eraseOneself = sqlFunction('erase_oneself', { address: text, mails: json() }, nothing);

export const eraseFormerUser = sqlFunction('erase_former_user', { user: integer, mails: json() }, nothing);

export const formerUsers = sqlFunction('former_users', {}, rows({ user_id: integer, left_at: instant }));

export const transferCompany = sqlFunction(
  'transfer_company',
  { company: integer, user: integer, mails: json() },
  nothing,
);
