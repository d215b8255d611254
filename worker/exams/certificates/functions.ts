import type { ResponseOf } from '../../platform/contract.ts';
import {
  boolean,
  day,
  instant,
  integer,
  json,
  listOf,
  nullable,
  optional,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';
import type * as contract from './contract.ts';
import type { StoredContent } from './tables.ts';

type Checked = ResponseOf<typeof contract.checkCertificate>;

/** A person's full name as a certificate issued now would have it. */
export const certifiedName = sqlFunction('certified_name', { first: text, middle: text, last: text }, text);

export const mailCertificates = sqlFunction('mail_certificates', { mails: json() }, integer);

export const openRenewals = sqlFunction('open_renewals', {}, integer);

export const remindOfCertificates = sqlFunction('remind_of_certificates', { mails: json() }, integer);

export const hasCertificate = sqlFunction(
  'has_certificate',
  { course: integer, user: integer, form: optional(integer) },
  boolean,
);

export const certificateStatus = sqlFunction(
  'certificate_status',
  { revoked_at: nullable(instant), replaced_at: nullable(instant), expires_at: nullable(instant) },
  word<Checked['status']>(),
);

/**
 * Those of the company that the patterns of a search find by what they say or whose they are, or by signs of their number;
 * null: more than so many, of which `count` were seen.
 */
export const certificatesFound = sqlFunction(
  'certificates_found',
  { pattern: text, signs: nullable(text), most: integer },
  rows({ ids: nullable(listOf(integer)), count: integer }),
);

/** The patterns that what is found by words is compared with, one of each word of a search. */
export const wordsPatterns = sqlFunction('words_patterns', { pattern: text }, listOf(text));

export const shownNumber = sqlFunction('shown_number', { number: text }, text);

export const certificateByNumber = sqlFunction(
  'certificate_by_number',
  { number: text },
  rows({
    number: text,
    version: integer,
    status: word<Checked['status']>(),
    content: json<StoredContent>(),
    expires_at: nullable(instant),
    replaced_at: nullable(instant),
    revoked_at: nullable(instant),
    ended_on: nullable(day),
    replaced_by: nullable(text),
  }),
);
