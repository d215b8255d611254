import { boolean, integer, json, optional, sqlFunction } from '../../platform/functions.ts';

export const mailCertificates = sqlFunction('mail_certificates', { mails: json() }, integer);

export const remindOfCertificates = sqlFunction('remind_of_certificates', { mails: json() }, integer);

export const hasCertificate = sqlFunction(
  'has_certificate',
  { course: integer, user: integer, form: optional(integer) },
  boolean,
);
