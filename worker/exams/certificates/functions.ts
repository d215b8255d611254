import {
  boolean,
  instant,
  integer,
  json,
  nullable,
  optional,
  rows,
  sqlFunction,
  text,
} from '../../platform/functions.ts';

export const hasCertificate = sqlFunction(
  'has_certificate',
  { course: integer, user: integer, form: optional(integer) },
  boolean,
);

export const mailCertificates = sqlFunction('mail_certificates', { mails: json() }, integer);

export const remindOfCertificates = sqlFunction('remind_of_certificates', { mails: json() }, integer);

export const certificateByNumber = sqlFunction(
  'certificate_by_number',
  { number: text },
  rows({
    number: text,
    version: integer,
    content: json(),
    issued_at: instant,
    expires_at: nullable(instant),
    replaced_at: nullable(instant),
    revoked_at: nullable(instant),
    replaced_by: nullable(text),
  }),
);
