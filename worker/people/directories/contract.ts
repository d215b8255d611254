import * as z from 'zod/mini';
import { byId, endpoint, id, instant, nameText, nothing, person } from '../../platform/contract.ts';

/** Tokens that a company may have at once. */
export const DIRECTORY_TOKENS = 5;

/** The roles that a directory may give; never the owner's. */
export const DIRECTORY_ROLES = ['admin', 'manager', 'trainer', 'student'] as const;

export const getDirectory = endpoint({
  method: 'GET',
  path: '/api/v1/space/directory',
  access: 'editCompany',
  summary: 'What keeps the company’s people up to date by SCIM: its address, tokens, and what it was refused',
  response: z.object({
    /** What a directory is given as the tenant's address. */
    address: z.string(),
    /** People and groups that a directory has given a number of its own. */
    people: z.int(),
    groups: z.int(),
    /** Those that are not revoked, the latest first. */
    tokens: z.array(
      z.object({
        id,
        name: z.string(),
        /** How the token begins. */
        prefix: z.string(),
        created_by: person,
        created_at: instant,
        last_used_at: z.nullable(instant),
        /** Whether its maker still is the owner: else it opens nothing. */
        works: z.boolean(),
      }),
    ),
    /** Of all tokens, the latest first; twenty are kept. */
    refusals: z.array(
      z.object({
        id,
        refused_at: instant,
        /** The name of the token. */
        token: z.string(),
        /** `POST Users`. */
        call: z.string(),
        /** Whom it was about: as the directory says it, or by e-mail or name where it says a number of somebody here. */
        subject: z.string(),
        code: z.string(),
        /** What of the call could not be taken, in the words of the directory's answer; '' where the code says all. */
        detail: z.string(),
      }),
    ),
  }),
});

export const createDirectoryToken = endpoint({
  method: 'POST',
  path: '/api/v1/space/directory/tokens',
  access: 'ownCompany',
  summary: 'Make a token for a directory, soon after the password was given; it is shown this once',
  body: z.strictObject({ name: nameText(100) }),
  response: z.object({ id, token: z.string() }),
  status: 201,
});

export const revokeDirectoryToken = endpoint({
  method: 'DELETE',
  path: '/api/v1/space/directory/tokens/:id',
  access: 'ownCompany',
  summary: 'Revoke a token: the directory’s very next call is refused; again changes nothing',
  params: byId,
  response: nothing,
  status: 204,
});
