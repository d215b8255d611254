import { json, nothing, rows, sqlFunction, text } from '../../platform/database/functions.ts';
import { STARTED } from '../accounts/functions.ts';

export const socialSignIn = sqlFunction(
  'social_sign_in',
  {
    backend: text,
    subject: text,
    email: text,
    names: json(),
    device: text,
    address: text,
    ticket: json(),
    mails: json(),
    along: json(),
  },
  rows(STARTED),
);

export const linkSocial = sqlFunction(
  'link_social',
  { backend: text, subject: text, email: text, mails: json() },
  nothing,
);

export const unlinkSocial = sqlFunction('unlink_social', { backend: text, mails: json() }, nothing);
