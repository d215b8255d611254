import type { UserType } from '../../../access/contract.ts';
import type { Language } from '../../../identity/accounts/contract.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_USER = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export type Resource = { schemas: string[]; id?: string } & Record<string, unknown>;

/** A person as a directory is told of them. */
export interface DirectoryPerson {
  id: number;
  external_id: string | null;
  email: string;
  phone: string | null;
  first_name: string;
  last_name: string;
  middle_name: string;
  language: Language;
  position: string;
  subdivision: string;
  given_types: UserType[];
  active: boolean;
  created_at: string;
}

export interface DirectoryGroup {
  id: number;
  external_id: string | null;
  name: string;
  created_at: string;
  /** Null: not asked for. */
  members: { id: number; name: string }[] | null;
}

const meta = (base: string, type: 'User' | 'Group', id: number, created: string) => ({
  resourceType: type,
  created,
  location: `${base}/${type}s/${id}`,
});

/** Only what there is: a directory takes what is missing for empty. */
const filled = (value: string | null): string | undefined => value || undefined;

function filledObject(values: Record<string, string>): Record<string, string> | undefined {
  const there = Object.entries(values).filter(([, value]) => value !== '');
  return there.length > 0 ? Object.fromEntries(there) : undefined;
}

/** @param base the address below which resources lie */
export function userResource(person: DirectoryPerson, base: string): Resource {
  const { id, email, phone, first_name, last_name, middle_name, given_types } = person;
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return {
    schemas: [USER, ENTERPRISE_USER],
    id: String(id),
    externalId: filled(person.external_id),
    userName: email,
    name: filledObject({ givenName: first_name, familyName: last_name, middleName: middle_name }),
    displayName: filled(name),
    emails: [{ value: email, type: 'work', primary: true }],
    phoneNumbers: phone ? [{ value: phone, type: 'work', primary: true }] : undefined,
    title: filled(person.position),
    preferredLanguage: person.language,
    active: person.active,
    // The owner is none by a directory's will.
    roles: given_types
      .filter((type) => type !== 'owner')
      .map((value, place) => ({ value, primary: place === 0 })),
    [ENTERPRISE_USER]: filledObject({ department: person.subdivision }),
    meta: meta(base, 'User', id, person.created_at),
  };
}

/** @param base the address below which resources lie */
export function groupResource(group: DirectoryGroup, base: string): Resource {
  const { id, external_id, name, members, created_at } = group;
  return {
    schemas: [GROUP],
    id: String(id),
    externalId: filled(external_id),
    displayName: name,
    members: members?.map((member) => ({
      value: String(member.id),
      display: filled(member.name),
      type: 'User',
      $ref: `${base}/Users/${member.id}`,
    })),
    meta: meta(base, 'Group', id, created_at),
  };
}

/** Names of attributes as a query lists them, each by its first part. */
const listed = (names: string): Set<string> =>
  new Set(
    names
      .toLowerCase()
      .split(',')
      .map((name) => name.trim().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, ''))
      .map((name) =>
        name.startsWith(ENTERPRISE_USER.toLowerCase()) ? ENTERPRISE_USER.toLowerCase() : name.split('.')[0]!,
      ),
  );

/** A resource with the attributes that a query asks for, or without those that it excludes (RFC 7644, 3.9). */
export function projected(resource: Resource, attributes?: string, excluded?: string): Resource {
  const [only, without] = [attributes && listed(attributes), excluded && listed(excluded)];
  const isShown = (name: string): boolean =>
    name === 'schemas' ||
    name === 'id' ||
    (only ? only.has(name.toLowerCase()) : !(without && without.has(name.toLowerCase())));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name))) as Resource;
}

/** A page of resources. */
export const listOfResources = (resources: Resource[], total: number, start: number): Resource => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex: start,
  itemsPerPage: resources.length,
  Resources: resources,
});
