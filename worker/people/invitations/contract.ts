import * as z from 'zod/mini';
import { access, language, password, privacyPolicy, userType } from '../../identity/accounts/contract.ts';
import { byId, endpoint, id, instant, named, nameText, nothing, text } from '../../platform/contract.ts';

const token = text(200);

/** Whether the company's mails stop for good: "I do not know this company". */
const unknown_company = z.optional(z.boolean());

export const invitation = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/invitation',
  access: 'public',
  summary: 'What an invitation is for, before it is accepted',
  body: z.strictObject({ token }),
  response: z.object({
    /** By which the account of the mailbox accepts or declines it. */
    id,
    company: z.string(),
    /** Who invites; empty where they have no name. */
    inviter: z.string(),
    user_types: z.array(userType),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    first_name: z.string(),
    last_name: z.string(),
    language,
    /** The mailbox has an account already, which accepts by signing in. */
    has_account: z.boolean(),
  }),
});

export const finishRegistration = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/finish_registration',
  alsoNamed: { new_password: 'password' },
  access: 'public',
  summary: 'Accept an invitation by making an account: set name and password',
  body: z.strictObject({
    token,
    first_name: nameText(100),
    last_name: nameText(100),
    password,
    privacy_policy: privacyPolicy,
  }),
  response: access,
});

export const declineByLink = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/invitation/decline',
  access: 'public',
  summary: 'Decline an invitation by the link of its mail',
  body: z.strictObject({ token, unknown_company }),
  response: nothing,
  status: 204,
});

/** An invitation that waits for the signed-in person. */
export const waitingInvitation = z.object({
  id,
  space: named,
  user_types: z.array(userType),
  inviter: z.string(),
  created_at: instant,
});

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/invitations',
  access: 'signed_in',
  summary: 'Companies that invite the caller by their confirmed e-mail and wait for an answer',
  response: z.array(waitingInvitation),
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/invitations/:id/accept',
  access: 'signed_in',
  summary: 'Join the company that invites, and go on in it',
  params: byId,
  response: access,
});

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/invitations/:id/decline',
  access: 'signed_in',
  summary: 'Decline an invitation',
  params: byId,
  body: z.strictObject({ unknown_company }),
  response: nothing,
  status: 204,
});
