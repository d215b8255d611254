import { conditionsOf, type Condition } from './filter.ts';
import { ScimRefusal } from './refusal.ts';

/** What a list is narrowed to, by attribute; null: to nothing. */
type Sought<A extends string> = Partial<Record<A, string>> | null;

type PersonAttribute = 'id' | 'email' | 'external_id';
type GroupAttribute = 'id' | 'name' | 'external_id' | 'member';

const OF_PEOPLE: Record<string, PersonAttribute> = {
  id: 'id',
  externalid: 'external_id',
  username: 'email',
  emails: 'email',
  'emails.value': 'email',
};
const OF_GROUPS: Record<string, GroupAttribute> = {
  id: 'id',
  externalid: 'external_id',
  displayname: 'name',
  members: 'member',
  'members.value': 'member',
};
/** What everybody's one e-mail is. */
const ALWAYS: Record<string, string> = { 'emails.type': 'work', 'emails.primary': 'true' };

function soughtBy<A extends string>(conditions: Condition[], attributes: Record<string, A>): Sought<A> {
  const sought: Partial<Record<A, string>> = {};
  let isNobody = false;
  for (const { path, value } of conditions) {
    const attribute = attributes[path];
    const always = attributes === (OF_PEOPLE as unknown) ? ALWAYS[path] : undefined;
    if (!attribute && always === undefined)
      throw new ScimRefusal('invalidFilter', `There is no filter by ${path}`);
    const text = String(value);
    if (!attribute) isNobody ||= text.toLowerCase() !== always;
    else {
      // Names and addresses are compared without their case; what the directory calls somebody is not.
      const asked = attribute === 'external_id' ? text : text.toLowerCase();
      isNobody ||= typeof value !== 'string' || (sought[attribute] ?? asked) !== asked;
      sought[attribute] = asked;
    }
  }
  return isNobody ? null : sought;
}

/** Whom a filter means: by id, userName, e-mail and externalId. Errors: invalidFilter. */
export const peopleMeant = (filter: string): Sought<PersonAttribute> =>
  soughtBy(conditionsOf(filter), OF_PEOPLE);

/** Which groups a filter means: by id, displayName, externalId and one of their members. Errors: invalidFilter. */
export const groupsMeant = (filter: string): Sought<GroupAttribute> =>
  soughtBy(conditionsOf(filter), OF_GROUPS);

/** An id as it stands in an address or a filter; null: there can be nothing by it. */
export function idOf(text: string): number | null {
  const id = /^-?[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(id) < 2 ** 31 ? id : null;
}

/** Which rows of a list are asked for (RFC 7644, 3.4.2.4). Errors: invalidValue. */
export function windowOf(startIndex: string | undefined, count: string | undefined, most: number) {
  const whole = (name: string, given: string | undefined, otherwise: number) => {
    if (!given) return otherwise;
    if (!/^-?\d+$/.test(given)) throw new ScimRefusal('invalidValue', `${name} is a whole number`);
    return Math.min(Number(given), 2 ** 31 - 1);
  };
  const start = Math.max(1, whole('startIndex', startIndex, 1));
  const limit = Math.min(most, Math.max(0, whole('count', count, most)));
  return { start, limit, offset: start - 1 };
}
