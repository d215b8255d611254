import * as z from 'zod/mini';
import { AppError } from '../../errors/app-error.ts';
import { type ErrorCode, ERRORS, messageOf } from '../../errors/contract.ts';
import { endpoint, type Method } from '../../platform/contract.ts';
import type { Later } from '../../platform/context.ts';
import { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/http/app.ts';
import { readCappedText } from '../../platform/http/body.ts';
import { reply } from '../../platform/http/replies.ts';
import { answerError } from '../../platform/http/serve.ts';
import { addressOf } from './queries.ts';
import { ScimRefusal, type ScimType } from './scim/refusal.ts';
import { groupResource, listOfResources, projected, type Resource, userResource } from './scim/resources.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './scim/schemas.ts';
import { idOf } from './scim/sought.ts';
import {
  createDirectoryGroup,
  directoryGroup,
  directoryGroups,
  patchDirectoryGroup,
  removeDirectoryGroup,
  replaceDirectoryGroup,
} from './service-groups.ts';
import {
  createDirectoryPerson,
  directoryPeople,
  directoryPerson,
  patchDirectoryPerson,
  removeDirectoryPerson,
  replaceDirectoryPerson,
} from './service-people.ts';
import { type DirectoryLogin, directoryLogin, letIn, noteRefusal } from './service.ts';

const ROOT = '/scim/v2/';
const BODY_LIMIT = 1024 * 1024;

/** One call of a directory. */
interface Asked {
  c: AppContext;
  db: Db;
  login: DirectoryLogin;
  /** The address below which resources lie. */
  base: string;
  /** What is called, and the rest of the path. */
  resource: string;
  id: string | undefined;
  body: () => Promise<unknown>;
  later: Later;
}

type Answer = { status: number; resource: Resource | null };

/** Serves a directory: its token, then the call, with the standard's answers and errors (RFC 7644). */
export async function answerDirectory(c: AppContext): Promise<Response> {
  let told: unknown;
  const asked: Omit<Asked, 'login'> = {
    c,
    db: new Db(c.env),
    base: addressOf(c.env),
    ...placeOf(c),
    body: async () => (told ??= await readBody(c)),
    later: (work) => c.executionCtx.waitUntil(work),
  };
  let login: DirectoryLogin | null = null;
  try {
    login = directoryLogin(/^Bearer (.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? null);
    if (!login) throw new AppError('not_authenticated');
    if (!(await c.env.DIRECTORY_CALLS.limit({ key: login.token })).success)
      throw new AppError('rate_limited');
    const { status, resource } = await answered({ ...asked, login });
    return replyScim(c, resource, status);
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) return replyScim(c, errorOf(answerError(error, c).status, messageOf('internal')), 500);
    c.set('refusal', refusal.code);
    if (login && isNoted(c, refusal.status)) asked.later(note({ ...asked, login }, told, refusal));
    return replyScim(c, errorOf(refusal.status, refusal.detail, refusal.type), refusal.status);
  }
}

function placeOf(c: AppContext) {
  const { pathname } = new URL(c.req.url);
  const [resource = '', id, ...more] = pathname.startsWith(ROOT)
    ? pathname.slice(ROOT.length).replace(/\/$/, '').split('/')
    : [''];
  const isKnown = Object.hasOwn(CALLS, resource) && more.length === 0;
  c.set('endpoint', isKnown ? SEEN_IN_LOG[resource] : undefined);
  return { resource: isKnown ? resource : '', id: id === undefined ? undefined : decoded(id) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

async function readBody(c: AppContext): Promise<unknown> {
  const type = c.req.header('Content-Type') ?? '';
  if (type && !/^application\/(scim\+)?json\b/i.test(type)) throw new AppError('unsupported_media_type');
  const text = await readCappedText(c.req.raw, BODY_LIMIT);
  if (text === null) throw new AppError('body_too_large');
  try {
    return JSON.parse(text);
  } catch {
    throw new ScimRefusal('invalidSyntax', 'The body is no JSON');
  }
}

const replyScim = (c: AppContext, resource: Resource | null, status: number): Response => {
  const made = status === 201 ? (resource?.['meta'] as { location: string } | undefined) : undefined;
  return reply(c, resource && JSON.stringify(resource), status, {
    ...(resource && { 'Content-Type': 'application/scim+json' }),
    ...(made && { Location: made.location }),
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...(status === 429 && { 'Retry-After': '60' }),
  });
};

const errorOf = (status: number, detail: string, type?: ScimType): Resource => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(type && { scimType: type }),
  detail,
});

interface Refusal {
  status: number;
  detail: string;
  type: ScimType | undefined;
  code: string;
}

/** What errors of the catalogue are to a directory, where it is not what their status says. */
const AS_SCIM: Record<string, [status: number, type?: ScimType]> = {
  email_taken: [409, 'uniqueness'],
  group_name_taken: [409, 'uniqueness'],
  // The courses stand in the way, not the call.
  group_required: [409],
  // Of the company, not of the value.
  licences_exhausted: [400],
};

/** No 403, which a directory takes for a token that is refused, and stops: what is refused is about one person. */
const statusOf = (code: ErrorCode): number => (ERRORS[code].status === 403 ? 400 : ERRORS[code].status);

const DETAILS: Record<string, string> = {
  user_not_manageable:
    'The owner of the company cannot be blocked or removed, nor managers and admins be removed',
  group_required: 'A course has no other group than this one',
  not_authenticated: 'Send the whole token of the company, as it was shown, as Authorization: Bearer',
  session_ended:
    'There is no such token, it was revoked, or whoever made it is not the owner of the company any more',
};

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof ScimRefusal) {
    const { status, message: detail, type } = error;
    return { status, detail, type, code: type ?? 'invalidSyntax' };
  }
  if (!(error instanceof AppError)) return null;
  const { code, params, field } = error;
  const detail = DETAILS[code] ?? messageOf(code, params);
  if (code === 'not_found' && field === 'members')
    return { status: 400, detail: 'There is no such member', type: 'invalidValue', code };
  const [status, type] = AS_SCIM[code] ?? [statusOf(code), ERRORS[code].status === 400 && 'invalidValue'];
  return { status, detail, type: type || undefined, code };
}

/** Changes that could not be made: somebody of the company has to know. Who was to go and is gone is none. */
const isNoted = ({ req: { method } }: AppContext, status: number): boolean =>
  method !== 'GET' && status !== 401 && status !== 429 && !(method === 'DELETE' && status === 404);

/** Text that the database can keep. */
const plain = (text: string): string => text.replaceAll('\u0000', '');

async function note(asked: Asked, body: unknown, { code, detail }: Refusal): Promise<void> {
  const { c, db, login, resource, id } = asked;
  const { userName, displayName } = (body instanceof Object ? body : {}) as Record<string, unknown>;
  const named = [userName, displayName, id].find((name) => typeof name === 'string' && name !== '');
  await noteRefusal(db, login, {
    call: `${c.req.method} ${resource}`.trim(),
    subject: plain((named as string | undefined) ?? ''),
    code,
    // Of the catalogue's errors the screen has words of its own.
    detail: code in ERRORS ? '' : plain(detail),
  });
}

type Serving = (asked: Asked) => Promise<Answer>;

async function answered(asked: Asked): Promise<Answer> {
  const calls = CALLS[asked.resource];
  if (!calls) return entered(asked, () => Promise.reject(unknown(asked)));
  if (asked.id === '.search') return entered(asked, () => Promise.reject(unknown(asked)));
  const serving = calls[`${asked.c.req.method}${asked.id === undefined ? '' : ' one'}`];
  if (!serving) throw new AppError('method_not_allowed');
  return serving(asked);
}

/** The standard has more than is served here. */
const unknown = ({ c }: Asked) =>
  /\/(Bulk|Me|\.search)\/?$/.test(new URL(c.req.url).pathname)
    ? new ScimRefusal(undefined, 'This part of the standard is not served', 501)
    : new AppError('not_found');

/** Whoever has no token learns nothing, also where nothing is asked of the database. */
async function entered(asked: Asked, answer: () => Answer | Promise<Answer>): Promise<Answer> {
  await letIn(asked.db, asked.login);
  return answer();
}

const ok = (resource: Resource, status = 200): Answer => ({ status, resource });
const NOTHING: Answer = { status: 204, resource: null };

/** The id of a path. Errors: not_found for what can be none. */
function numberOf({ id }: Asked): number {
  const number = idOf(id ?? '');
  if (number === null) throw new AppError('not_found');
  return number;
}

const shown = ({ c }: Asked, resource: Resource): Resource =>
  projected(resource, c.req.query('attributes'), c.req.query('excludedAttributes'));

const withMembers = (asked: Asked): boolean => 'members' in shown(asked, { schemas: [], members: [] });

const all = (resources: Resource[]): Serving => {
  const list = listOfResources(resources, resources.length, 1);
  return (asked) => entered(asked, () => ok(list));
};

const described = (list: (base: string) => Resource[]) => ({
  GET: (asked: Asked) => all(list(asked.base))(asked),
  'GET one': (asked: Asked) =>
    entered(asked, () => {
      const found = list(asked.base).find(({ id }) => id?.toLowerCase() === asked.id?.toLowerCase());
      if (!found) throw new AppError('not_found');
      return ok(found);
    }),
});

const CALLS: Record<string, Record<string, Serving>> = {
  ServiceProviderConfig: {
    GET: (asked) => entered(asked, () => ok(serviceProviderConfig(asked.base))),
  },
  ResourceTypes: described(resourceTypes),
  Schemas: described(schemas),
  Users: {
    GET: async (asked) => {
      const { rows, total, start } = await directoryPeople(asked.db, asked.login, asked.c.req.query());
      const resources = rows.map((row) => shown(asked, userResource(row, asked.base)));
      return ok(listOfResources(resources, total, start));
    },
    POST: async (asked) => {
      const { c, db, login, base, body, later } = asked;
      const made = await createDirectoryPerson(c.env, db, login, await body(), later);
      return ok(shown(asked, userResource(made, base)), 201);
    },
    'GET one': async (asked) => {
      const person = await directoryPerson(asked.db, asked.login, numberOf(asked));
      return ok(shown(asked, userResource(person, asked.base)));
    },
    'PUT one': async (asked) => {
      const { c, db, login, body, later } = asked;
      const person = await replaceDirectoryPerson(c.env, db, login, numberOf(asked), await body(), later);
      return ok(shown(asked, userResource(person, asked.base)));
    },
    'PATCH one': async (asked) => {
      const { c, db, login, body, later } = asked;
      const person = await patchDirectoryPerson(c.env, db, login, numberOf(asked), await body(), later);
      return ok(shown(asked, userResource(person, asked.base)));
    },
    'DELETE one': async (asked) => {
      await removeDirectoryPerson(asked.db, asked.login, numberOf(asked));
      return NOTHING;
    },
  },
  Groups: {
    GET: async (asked) => {
      const { db, login, c } = asked;
      const { rows, total, start } = await directoryGroups(db, login, c.req.query(), withMembers(asked));
      const resources = rows.map((row) => shown(asked, groupResource(row, asked.base)));
      return ok(listOfResources(resources, total, start));
    },
    POST: async (asked) => {
      const made = await createDirectoryGroup(asked.db, asked.login, await asked.body());
      return ok(shown(asked, groupResource(made, asked.base)), 201);
    },
    'GET one': async (asked) => {
      const group = await directoryGroup(asked.db, asked.login, numberOf(asked), withMembers(asked));
      return ok(shown(asked, groupResource(group, asked.base)));
    },
    'PUT one': async (asked) => {
      const group = await replaceDirectoryGroup(asked.db, asked.login, numberOf(asked), await asked.body());
      return ok(shown(asked, groupResource(group, asked.base)));
    },
    'PATCH one': async (asked) => {
      await patchDirectoryGroup(asked.db, asked.login, numberOf(asked), await asked.body());
      return NOTHING;
    },
    'DELETE one': async (asked) => {
      await removeDirectoryGroup(asked.db, asked.login, numberOf(asked));
      return NOTHING;
    },
  },
};

/** As logs and counts of errors name them. */
const SEEN_IN_LOG = Object.fromEntries(
  Object.keys(CALLS).map((resource) => [
    resource,
    endpoint({
      method: 'GET' satisfies Method,
      path: `${ROOT}${resource}`,
      access: 'public',
      summary: resource,
      response: z.unknown(),
    }),
  ]),
);
