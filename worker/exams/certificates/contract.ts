import * as z from 'zod/mini';
import {
  byId,
  endpoint,
  fileAnswer,
  givenDate,
  id,
  idText,
  instant,
  listQuery,
  named,
  optionalText,
  page,
  person,
} from '../../platform/contract.ts';

/** Letters of a number as somebody types it, with what parts its groups. */
export const TYPED_NUMBER_LENGTH = 60;

/** Days before its end from which a certificate can be renewed. */
export const RENEWABLE_DAYS = 60;

/** In place of the name of somebody who was erased. */
export const ERASED_NAME = '—';

/** How many a search of the register counts at most. */
export const CERTIFICATES_COUNTED = 10_000;

export const CERTIFICATE_STATUSES = ['valid', 'expired', 'replaced', 'revoked'] as const;
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];
const status = z.enum(CERTIFICATE_STATUSES);
/** What a list can be filtered by: of what is valid also that which can be renewed by now. */
export const CERTIFICATE_FILTERS = ['valid', 'expiring', 'expired', 'replaced', 'revoked'] as const;

/** A day of the company's calendar, 2026-11-21. */
const day = z.string();

/** Everything that stands on a certificate, as it was when it was issued. */
const content = z.object({
  company: z.string(),
  /** The person's full name. */
  name: z.string(),
  course: z.string(),
  /** Everything in the course was done; else its tests were passed, and the rest of it was not asked for. */
  whole_course: z.boolean(),
  forms: z.array(
    z.object({ name: z.string(), form_type: z.int(), percent: z.number(), ects: z.string(), date: day }),
  ),
  /** The average of the forms. */
  percent: z.number(),
  ects: z.string(),
  issued_on: day,
  /** The last day on which it holds; null: for good. */
  valid_until: z.nullable(day),
});

export const checkCertificate = endpoint({
  method: 'GET',
  path: '/api/v1/certificates/:number',
  access: 'public',
  summary: 'What a certificate says and whether it is valid, for anybody who holds its number',
  params: z.strictObject({ number: z.string().check(z.maxLength(TYPED_NUMBER_LENGTH)) }),
  response: z.object({
    number: z.string(),
    version: z.int(),
    status,
    /** Null: it holds for good. */
    expires_at: z.nullable(instant),
    replaced_at: z.nullable(instant),
    revoked_at: z.nullable(instant),
    /** When it was replaced or revoked, by the company's calendar as every day on it. */
    ended_on: z.nullable(day),
    /** The number of the version after this one, also of a revoked one. */
    replaced_by: z.nullable(z.string()),
    content,
  }),
});

export const listCertificates = endpoint({
  method: 'GET',
  path: '/api/v1/certificates',
  access: 'viewCertificate',
  summary: 'Certificates in reach, each version; everybody sees their own',
  query: listQuery({
    page_size: 10,
    ordering: ['issued_at', 'expires_at', 'name', 'course'],
    filters: {
      course: z.optional(idText),
      user: z.optional(idText),
      status: z.optional(z.enum(CERTIFICATE_FILTERS)),
      group: z.optional(idText),
      /** Of the person, as it is now. */
      subdivision: optionalText(200),
      issued_from: z.optional(givenDate),
      /** That day included. */
      issued_to: z.optional(givenDate),
      /** Its last day, which those that hold for good have not. */
      expires_from: z.optional(givenDate),
      expires_to: z.optional(givenDate),
    },
  }),
  response: page(
    z.object({
      id,
      number: z.string(),
      version: z.int(),
      status,
      user: person,
      /** Of the person, as they are now. */
      position: z.string(),
      subdivision: z.string(),
      /** The name on it, where the person is called otherwise by now. */
      name_on_it: z.nullable(z.string()),
      course: named,
      percent: z.number(),
      ects: z.string(),
      issued_at: instant,
      /** Null: it holds for good. */
      expires_at: z.nullable(instant),
      /** It is valid, and not for longer than 60 days. */
      expiring: z.boolean(),
      replaced_at: z.nullable(instant),
      revoked_at: z.nullable(instant),
      /** For staff: the person had another name within the 30 days before it was issued. */
      renamed: z.nullable(z.object({ at: instant, former_name: z.string() })),
    }),
  ),
});

/** Rows of an exported register at most: the first ones of the list in its order. */
export const EXPORTED_CERTIFICATES = 50_000;

export const exportCertificates = endpoint({
  method: 'GET',
  path: '/api/v1/certificates_export',
  access: 'viewCertificateRegister',
  summary: 'The filtered list of certificates in reach as an xlsx file',
  query: listCertificates.query,
  response: fileAnswer,
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

export const downloadCertificate = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/download_certificate',
  access: 'viewCertificate',
  summary:
    "A student's certificate of a course as PDF, in the student's language; unless told the newest, which may have expired",
  params: byId,
  query: z.strictObject({
    /** Oneself unless told. */
    user: z.optional(idText),
    version: z.optional(idText),
  }),
  response: fileAnswer,
  file: 'application/pdf',
  inDispatch: 'course',
});
