import { expect } from 'vitest';
import type { Company } from '../../factories/company.ts';
import type { Answer } from '../../factories/world.ts';
import { fetchFrom } from './world.ts';

/** A directory with a token of the company, as its owner makes one. */
export async function aDirectory(company: Company, name = 'Entra ID'): Promise<Directory> {
  const made = await company.as('owner').post('/space/directory/tokens/', { name });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return new Directory(made.body.token as string, made.body.id as number);
}

/** Calls of SCIM under one token. */
export class Directory {
  readonly token: string | null;
  readonly id: number;

  constructor(token: string | null, id = 0) {
    this.token = token;
    this.id = id;
  }

  get = (path: string) => this.send('GET', path);
  post = (path: string, body: unknown) => this.send('POST', path, body);
  put = (path: string, body: unknown) => this.send('PUT', path, body);
  delete = (path: string) => this.send('DELETE', path);

  /** Operations of a PATCH: op, path, value. */
  patch = (path: string, ...operations: readonly [op: string, path: string | undefined, value?: unknown][]) =>
    this.send('PATCH', path, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: operations.map(([op, at, value]) => ({ op, path: at, value })),
    });

  find = async (filter: string) => (await this.get(`/Users?filter=${encodeURIComponent(filter)}`)).body;

  async send(method: string, path: string, body?: unknown): Promise<Answer & { headers: Headers }> {
    const response = await fetchFrom('https://osnova.test', `/scim/v2${path}`, {
      method,
      headers: {
        ...(this.token && { Authorization: `Bearer ${this.token}` }),
        'Content-Type': 'application/scim+json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      body: text ? JSON.parse(text) : undefined,
      headers: response.headers,
    };
  }
}

/** A person as Entra ID sends them. */
export const entraUser = (email: string, more: object = {}) => ({
  schemas: [
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  ],
  externalId: `e-${email}`,
  userName: email,
  active: true,
  displayName: 'Олена Коваль',
  emails: [{ primary: true, type: 'work', value: email }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Олена Коваль', familyName: 'Коваль', givenName: 'Олена' },
  title: 'Інженерка',
  preferredLanguage: 'uk-UA',
  phoneNumbers: [{ type: 'work', value: '+380 67 123 45 67' }],
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Цех 4', employeeNumber: '17' },
  ...more,
});
