import * as z from 'zod/mini';
import { removePhoto, uploadPhoto } from '../../learning/media/contract.ts';
import {
  anyText,
  byId,
  email,
  endpoint,
  id,
  instant,
  NAME_LENGTH,
  nameText,
  nothing,
  optionalPhone,
  optionalText,
  orNull,
  person,
  text,
} from '../../platform/contract.ts';
import { languageTag, password, privacyPolicy } from '../accounts/contract.ts';

// By place: the runtime knows old names besides ("AET", "US/Pacific-New") that Postgres does not, and one such zone would
// break every statement that reads it, of the minute's work for all companies too.
const ZONE =
  /^(?:UTC|(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)(?:\/[A-Za-z0-9_+-]+)+)$/i;

/** An IANA name of a time zone. */
export const timeZone = text(64).check(
  z.refine((value: string) => {
    if (!ZONE.test(value)) return false;
    try {
      return new Intl.DateTimeFormat('en', { timeZone: value }).format(0) !== '';
    } catch {
      return false;
    }
  }),
);

export const registerSpace = endpoint({
  method: 'POST',
  path: '/api/v1/space/space_registration',
  alsoNamed: { new_password: 'password' },
  access: 'public',
  summary: 'Register a company and its owner; a confirmation mail follows',
  body: z.strictObject({
    name: nameText(NAME_LENGTH, 2),
    email,
    phone: optionalPhone,
    first_name: nameText(100),
    last_name: nameText(100),
    password,
    privacy_policy: privacyPolicy,
    language: z.optional(languageTag),
    /** Where the company is; Kyiv's if nothing is said. */
    time_zone: z.optional(timeZone),
  }),
  response: z.object({ email: z.string() }),
  status: 201,
});

const link = optionalText(300);
const spaceFields = {
  email: z.optional(email),
  phone: z.optional(orNull(anyText(32))),
  website: link,
  facebook: link,
  instagram: link,
  linkedin: link,
  description: optionalText(5000),
  time_zone: z.optional(timeZone),
};

export const createSpace = endpoint({
  method: 'POST',
  path: '/api/v1/space/new_space',
  access: 'createCompany',
  summary: 'Create one more company owned by the signed-in person; with their e-mail, unless told',
  body: z.strictObject({ name: nameText(NAME_LENGTH, 2), ...spaceFields }),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

export const changeCurrentSpace = endpoint({
  method: 'POST',
  path: '/api/v1/space/change_current_space',
  access: 'signed_in',
  summary: 'Act in another company, under the strongest role held there',
  body: z.strictObject({ space_pk: id }),
  response: z.object({ access: z.string() }),
});

export const getSpace = endpoint({
  method: 'GET',
  path: '/api/v1/space/space/:id',
  access: 'viewCompany',
  summary: 'The current company',
  params: byId,
  response: z.object({
    id,
    name: z.string(),
    email: z.string(),
    phone: z.nullable(z.string()),
    /** Without its scheme. */
    website: z.string(),
    facebook: z.string(),
    instagram: z.string(),
    linkedin: z.string(),
    description: z.string(),
    /** In which days of deadlines begin and end. */
    time_zone: z.string(),
    /** Address of the logo, or null. */
    photo: z.nullable(z.string()),
    owner: person,
    /** Whether staff act only with a second factor; for those who administer the company, null for others. */
    second_factor_required: z.nullable(z.boolean()),
  }),
});

export const updateSpace = endpoint({
  method: 'PATCH',
  path: '/api/v1/space/space/:id',
  access: 'editCompany',
  summary: 'Change the current company; web addresses are stored without their scheme',
  params: byId,
  body: z.strictObject({
    name: z.optional(nameText(NAME_LENGTH, 2)),
    ...spaceFields,
  }),
  response: nothing,
  status: 204,
});

/** Of owners, admins, managers and trainers; only soon after the password was given, and by who has one. */
export const requireSecondFactor = endpoint({
  method: 'POST',
  path: '/api/v1/space/second_factor',
  access: 'editCompany',
  summary: 'Require a second factor of the company’s staff, or no longer',
  body: z.strictObject({ required: z.boolean() }),
  response: nothing,
  status: 204,
});

export const getMailAllowance = endpoint({
  method: 'GET',
  path: '/api/v1/space/mail_allowance',
  access: 'editCompany',
  summary: 'How many invitations went out today, how many wait and when the next go',
  response: z.object({
    /** Strangers that a young company invites by mail on a day; null: as many as it likes. */
    limit: z.nullable(z.int()),
    /** When the limit ends by itself. */
    limited_until: z.nullable(instant),
    /** The company's own mail domain, whose addresses are not counted; null: none. */
    domain: z.nullable(z.string()),
    sent_today: z.int(),
    /** Of the limit's strangers: those of today, gone or due. */
    strangers_today: z.int(),
    waiting: z.int(),
    /** Of those that wait: kept for another day by the limit. The others are being sent. */
    held: z.int(),
    /** When the next of those that wait go. */
    next_at: z.nullable(instant),
    /** When the vendor was asked to lift the limit. */
    lift_requested_at: z.nullable(instant),
  }),
});

export const requestMailLift = endpoint({
  method: 'POST',
  path: '/api/v1/space/mail_allowance/lift',
  access: 'editCompany',
  summary: 'Ask the vendor to lift the limit of invitations; asking again changes nothing',
  response: nothing,
  status: 204,
});

const PICTURE = {
  at: '/api/v1/space/space/:id',
  access: 'editCompany',
  of: 'the company’s logo',
} as const;
export const uploadSpacePhoto = uploadPhoto(PICTURE);
export const removeSpacePhoto = removePhoto(PICTURE);
