import * as z from 'zod/mini';
import { LANGUAGES, type Language } from '../../../identity/accounts/contract.ts';
import { normalizePhone } from '../../../identity/accounts/phone.ts';
import { anyText, email as emailShape, nameText } from '../../../platform/contract.ts';
import { DIRECTORY_ROLES } from '../contract.ts';
import { targetOf, type Target } from './filter.ts';
import { ScimRefusal } from './refusal.ts';

type Role = (typeof DIRECTORY_ROLES)[number];
/** A list as it is to be, or what comes to it and goes. */
export type ListChange<T> = { set: T[] } | { add: T[]; remove: T[] };

/** What a directory wants to be otherwise of a person; what is missing stays. '' empties. */
export interface PersonChanges {
  email?: string;
  external_id?: string;
  first_name?: string;
  last_name?: string;
  middle_name?: string;
  position?: string;
  subdivision?: string;
  phone?: string;
  language?: Language;
  active?: boolean;
  roles?: ListChange<Role>;
}

/** The same of a group; members by the numbers that the directory knows them by. */
export interface GroupChanges {
  name?: string;
  external_id?: string;
  members?: ListChange<number>;
}

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user';

type Op = 'add' | 'replace' | 'remove';
type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const invalid = (detail: string) => new ScimRefusal('invalidValue', detail);

/** A field of an object, whatever the case of its name. */
const inside = (value: Json, name: string): unknown =>
  Object.entries(value).find(([key]) => key.toLowerCase() === name)?.[1];

/** What an attribute with one value is to be: Entra ID may write that as a list of it. */
function alone(value: unknown): unknown {
  const [only] = Array.isArray(value) && value.length === 1 ? (value as unknown[]) : [];
  return isObject(only) ? (inside(only, 'value') ?? value) : value;
}

/** Text of a shape. Errors: invalidValue. */
function shaped(shape: z.ZodMiniType<string>, name: string, value: unknown): string {
  // What a directory has nothing for it sends as null.
  const result = z.safeParse(shape, value ?? '');
  if (!result.success) throw invalid(`${name} is not a text that can be kept`);
  return result.data;
}

/** True, false, or what Entra ID writes for them. */
function truth(value: unknown): boolean {
  const told = typeof value === 'string' ? value.toLowerCase() : value;
  if (told === true || told === 'true') return true;
  if (told === false || told === 'false') return false;
  throw invalid('active is true or false');
}

/** A text or truth in lower case; '' for anything else. */
const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value).toLowerCase() : '';

/** Of several e-mails or phones the one that is meant: the kinds in their order, then the primary, then the first. */
function chosen(value: unknown, kinds: readonly string[]): string | undefined {
  const all = listOf(value).filter((one) => typeof one === 'string' || isObject(one));
  const typed = (one: unknown, name: string) => (isObject(one) ? inside(one, name) : undefined);
  const kindOf = (one: unknown) => wordOf(typed(one, 'type'));
  const best =
    kinds.map((kind) => all.find((one) => kindOf(one) === kind)).find((one) => one !== undefined) ??
    all.find((one) => wordOf(typed(one, 'primary')) === 'true') ??
    all[0];
  const found = typeof best === 'string' ? best : typed(best, 'value');
  return typeof found === 'string' ? found : undefined;
}

function address(value: unknown): string {
  const result = z.safeParse(emailShape, value);
  if (!result.success) throw invalid('userName has to be the e-mail of the person');
  return result.data;
}

function roleOf(value: unknown): Role {
  const told = isObject(value) ? inside(value, 'value') : value;
  const role = String(unpacked(told)).toLowerCase() as Role;
  if (!DIRECTORY_ROLES.includes(role)) throw invalid(`A role is one of ${DIRECTORY_ROLES.join(', ')}`);
  return role;
}

/** Entra ID writes an application role as JSON in a text. */
function unpacked(told: unknown): unknown {
  if (typeof told !== 'string' || !told.startsWith('{')) return told;
  try {
    return inside(JSON.parse(told) as Json, 'value');
  } catch {
    return told;
  }
}

const PHONES = ['mobile', 'work'];
const NAMES: Record<string, 'first_name' | 'last_name' | 'middle_name'> = {
  givenname: 'first_name',
  familyname: 'last_name',
  middlename: 'middle_name',
};

/** Writes one attribute of a person into the changes; what the product does not keep is passed over. */
function changePerson(
  changes: PersonChanges,
  op: Op,
  { attribute, inner, which }: Target,
  value: unknown,
): void {
  const given = op === 'remove' ? '' : alone(value);
  switch (attribute) {
    case 'username':
      changes.email = address(given);
      return;
    case 'externalid':
      changes.external_id = shaped(anyText(255), 'externalId', given);
      return;
    case 'name':
      changeName(changes, inner, given);
      return;
    case 'title':
      changes.position = shaped(nameText(200, 0), 'title', given);
      return;
    case 'department':
      changes.subdivision = shaped(nameText(200, 0), 'department', given);
      return;
    case 'emails': {
      // Where both are told, the e-mail is what the person is named by.
      const kind = which.find(({ path }) => path === 'type')?.value ?? 'work';
      const mail = op === 'remove' || kind !== 'work' ? undefined : chosen(given, ['work']);
      if (mail !== undefined) changes.email ??= address(mail);
      return;
    }
    case 'phonenumbers': {
      const kind = which.find(({ path }) => path === 'type')?.value;
      if (kind === undefined || PHONES.includes(String(kind).toLowerCase()))
        changes.phone = normalizePhone(chosen(given, PHONES) ?? '') ?? '';
      return;
    }
    case 'preferredlanguage':
    case 'locale': {
      const language = LANGUAGES.find((one) => one === String(given).toLowerCase().split(/[-_]/)[0]);
      if (language && (attribute === 'preferredlanguage' || !changes.language)) changes.language = language;
      return;
    }
    case 'active':
      changes.active = truth(given);
      return;
    case 'roles':
      changeRoles(changes, op, which, value);
      return;
    case ENTERPRISE:
      if (op === 'remove') changes.subdivision = '';
      else if (isObject(given) && inside(given, 'department') !== undefined)
        changePerson(changes, op, targetOf('department'), inside(given, 'department'));
      return;
    case 'id':
    case 'meta':
    case 'groups':
      throw new ScimRefusal('mutability', `${attribute} cannot be changed`);
  }
}

function changeName(changes: PersonChanges, inner: string, given: unknown): void {
  const parts: [string, unknown][] = inner
    ? [[inner, given]]
    : isObject(given)
      ? Object.entries(given)
      : given === ''
        ? Object.keys(NAMES).map((part) => [part, ''])
        : [];
  for (const [part, value] of parts) {
    const field = NAMES[part.toLowerCase()];
    if (field) changes[field] = shaped(nameText(100, 0), `name.${part}`, value);
  }
}

/** The values of a list; none where nothing is told. */
const told = (value: unknown): unknown[] => (value === undefined || value === null ? [] : listOf(value));

/**
 * The value by which a filter means one of a list; undefined without one. Errors: invalidFilter for a filter by anything
 * else, which would mean all of them.
 */
function oneOf(which: Target['which'], known: readonly string[]): unknown {
  const other = which.find(({ path }) => !known.includes(path));
  if (other) throw new ScimRefusal('invalidFilter', `There is no filter by ${other.path} here`);
  return which.find(({ path }) => path === 'value')?.value;
}

function changeRoles(changes: PersonChanges, op: Op, which: Target['which'], value: unknown): void {
  const roles = told(value).map(roleOf);
  const named = oneOf(which, ['value', 'primary']);
  if (op === 'remove') {
    const gone = named === undefined ? roles : [roleOf(named)];
    const isAll = gone.length === 0 && !Array.isArray(value);
    changes.roles = isAll ? { set: [] } : followed(changes.roles, { add: [], remove: gone });
    return;
  }
  // roles[primary eq "True"].value is the one role that somebody has.
  const isWhole = op === 'replace' || which.some(({ path }) => path === 'primary');
  changes.roles = isWhole ? { set: roles } : followed(changes.roles, { add: roles, remove: [] });
}

/** A change of a list after another one. */
function followed<T>(
  before: ListChange<T> | undefined,
  { add, remove }: { add: T[]; remove: T[] },
): ListChange<T> {
  if (!before) return { add, remove };
  const following = (list: T[]) => [...new Set([...list.filter((one) => !remove.includes(one)), ...add])];
  if ('set' in before) return { set: following(before.set) };
  return {
    add: following(before.add),
    remove: [...new Set([...before.remove.filter((one) => !add.includes(one)), ...remove])],
  };
}

function memberOf(value: unknown): number {
  if (isObject(value) && wordOf(inside(value, 'type') ?? 'user') !== 'user')
    throw invalid('A member of a group is a person');
  const given = isObject(value) ? (inside(value, 'value') ?? inside(value, '$ref')) : value;
  const named = typeof given === 'string' ? given.replace(/^https?:.*\/Users\//, '') : given;
  const number = Number(named);
  if (!/^-?\d{1,10}$/.test(String(named)) || Math.abs(number) > 2_147_483_647)
    throw invalid(`There is no member ${String(named)}`);
  return number;
}

/** Members that a call may name. */
const MOST_MEMBERS = 5000;

function changeGroup(changes: GroupChanges, op: Op, { attribute, which }: Target, value: unknown): void {
  const given = op === 'remove' ? '' : alone(value);
  switch (attribute) {
    case 'displayname':
      if (shaped(nameText(200, 0), 'displayName', given) === '') throw invalid('displayName is required');
      changes.name = shaped(nameText(200), 'displayName', given);
      return;
    case 'externalid':
      changes.external_id = shaped(anyText(255), 'externalId', given);
      return;
    case 'members': {
      const named = oneOf(which, ['value']);
      const all = told(value);
      if (all.length > MOST_MEMBERS) throw new ScimRefusal(undefined, `At most ${MOST_MEMBERS} members`, 413);
      const members = (named === undefined ? all : [named]).map(memberOf);
      // A list of nobody to remove is nobody, and no list is everybody.
      const isAll = op === 'remove' && members.length === 0 && !Array.isArray(value);
      if ((op === 'replace' && named === undefined) || isAll) changes.members = { set: members };
      else
        changes.members = followed(
          changes.members,
          op === 'remove' ? { add: [], remove: members } : { add: members, remove: [] },
        );
      return;
    }
    case 'id':
    case 'meta':
      throw new ScimRefusal('mutability', `${attribute} cannot be changed`);
  }
}

type Change<C> = (changes: C, op: Op, target: Target, value: unknown) => void;

const NEVER_CHANGED = ['schemas', 'id', 'meta', 'groups'];
/** A client that has no word of these writes null: nobody is to lose a group, a role or their access by it. */
const LEFT_BY_NULL = ['members', 'roles', 'active'];

/** What a resource without an op says: a POST or PUT, or the value of an operation without a path. */
function changeAll<C>(change: Change<C>, changes: C, op: Op, resource: Json): void {
  // The name of a person decides which e-mail is meant, so it is read first.
  const entries = Object.entries(resource).sort(
    ([one], [other]) => Number(/username$/i.test(other)) - Number(/username$/i.test(one)),
  );
  for (const [name, value] of entries) {
    const key = name.toLowerCase();
    if (NEVER_CHANGED.includes(key) || (value === null && LEFT_BY_NULL.includes(key))) continue;
    change(
      changes,
      op,
      key === ENTERPRISE ? { attribute: key, inner: '', which: [] } : targetOf(name),
      value,
    );
  }
}

/** A resource as a directory sends it. Errors: invalidSyntax. */
function resourceOf(body: unknown): Json {
  if (!isObject(body)) throw new ScimRefusal('invalidSyntax', 'The body is no JSON object');
  return body;
}

/** Operations that a PATCH may have. */
const MOST_OPERATIONS = 1000;

function patched<C extends object>(change: Change<C>, body: unknown): C {
  const operations = inside(resourceOf(body), 'operations');
  if (!Array.isArray(operations)) throw new ScimRefusal('invalidSyntax', 'A PATCH has Operations');
  if (operations.length > MOST_OPERATIONS)
    throw new ScimRefusal(undefined, `At most ${MOST_OPERATIONS} operations`, 413);
  const changes = {} as C;
  for (const operation of operations as unknown[]) {
    const one = resourceOf(operation);
    const op = String(inside(one, 'op')).toLowerCase() as Op;
    const [path, value] = [inside(one, 'path'), inside(one, 'value')];
    if (!['add', 'replace', 'remove'].includes(op))
      throw new ScimRefusal('invalidSyntax', 'An op is add, replace or remove');
    if (typeof path === 'string' && path !== '') {
      const isExtension = path.toLowerCase() === ENTERPRISE;
      change(
        changes,
        op,
        isExtension ? { attribute: ENTERPRISE, inner: '', which: [] } : targetOf(path),
        value,
      );
    } else if (op === 'remove') throw new ScimRefusal('noTarget', 'What is removed needs a path');
    else changeAll(change, changes, op, resourceOf(value));
  }
  return changes;
}

/** What a POST or PUT says of a person. Errors: invalidSyntax, invalidValue. */
export function personIn(body: unknown): PersonChanges & { email: string } {
  const changes: PersonChanges = {};
  const resource = resourceOf(body);
  if (typeof inside(resource, 'username') !== 'string') throw invalid('userName is required');
  changeAll(changePerson, changes, 'replace', resource);
  return { ...changes, email: changes.email! };
}

/** What a PATCH changes of a person. Errors: invalidSyntax, invalidPath, invalidFilter, invalidValue, mutability. */
export const personPatch = (body: unknown): PersonChanges => patched(changePerson, body);

/** What a POST or PUT says of a group. Errors: as personIn. */
export function groupIn(body: unknown): GroupChanges & { name: string } {
  const changes: GroupChanges = {};
  changeAll(changeGroup, changes, 'replace', resourceOf(body));
  if (changes.name === undefined) throw invalid('displayName is required');
  return { ...changes, name: changes.name };
}

/** What a PATCH changes of a group. Errors: as personPatch. */
export const groupPatch = (body: unknown): GroupChanges => patched(changeGroup, body);
