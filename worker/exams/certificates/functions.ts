import { integer, json, sqlFunction } from '../../platform/functions.ts';

export const mailCertificates = sqlFunction('mail_certificates', { mails: json() }, integer);

export const remindOfCertificates = sqlFunction('remind_of_certificates', { mails: json() }, integer);
