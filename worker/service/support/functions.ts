import type { ResponseOf } from '../../platform/contract.ts';
import {
  boolean,
  integer,
  json,
  listOf,
  nullable,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';
import type * as contract from './contract.ts';

type Contact = ResponseOf<typeof contract.getContacts>['results'][number];

export const giveFeedback = sqlFunction(
  'give_feedback',
  { feedback: json(), screenshot: nullable(json()), recipient: text, mails: nullable(json()) },
  integer,
);

export const contactsOf = sqlFunction(
  'contacts_of',
  { sees_phones: boolean, most: integer },
  rows({
    id: integer,
    first_name: text,
    last_name: text,
    photo: nullable(text),
    position: text,
    role: word<Contact['role']>(),
    about: listOf(text),
    email: nullable(text),
    phone: nullable(text),
  }),
);
