import * as z from 'zod/mini';
import { endpoint, id, optionalText, personWithPhoto, text, type Upload } from '../../platform/contract.ts';

export const FEEDBACK_CATEGORIES = ['question', 'problem', 'idea', 'praise'] as const;

/** Characters of one message. */
export const FEEDBACK_LIMIT = 4000;

/** What a contact is to the caller: the strongest of several. */
export const CONTACT_ROLES = ['manager', 'trainer', 'admin'] as const;

/** A picture of the screen, which may be left out. */
const SCREENSHOT: Upload = {
  field: 'screenshot',
  limit: 500 * 1024,
  refusal: 'file_too_large',
  withFields: true,
};

const contact = z.extend(personWithPhoto, {
  position: z.string(),
  role: z.enum(CONTACT_ROLES),
  /** The groups they manage or the courses they coach, of those that are the caller's. */
  about: z.array(z.string()),
  /** null: there is none, or the caller does not see it. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
});

export const getContacts = endpoint({
  method: 'GET',
  path: '/api/v1/support/contacts',
  access: 'signed_in',
  summary: 'Whom the caller may ask: their managers and trainers, then who administers the company',
  response: z.object({
    company: z.object({ name: z.string(), email: z.string(), phone: z.nullable(z.string()) }),
    results: z.array(contact),
    /** The help widget’s product for the caller’s language; null: feedback is written in the product itself. */
    sleekplan_product_id: z.nullable(z.string()),
  }),
});

export const giveFeedback = endpoint({
  method: 'POST',
  path: '/api/v1/support/feedback',
  access: 'signed_in',
  summary: 'A message to whoever runs the product, with a picture of the screen if there is one',
  body: z.strictObject({
    category: z.enum(FEEDBACK_CATEGORIES),
    text: text(FEEDBACK_LIMIT),
    /** The path of the screen it was written on. */
    page: optionalText(500),
  }),
  upload: SCREENSHOT,
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});
