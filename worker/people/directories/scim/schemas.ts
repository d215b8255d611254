import { DIRECTORY_ROLES } from '../contract.ts';
import { ENTERPRISE_USER, GROUP, type Resource, USER } from './resources.ts';

const META = 'urn:ietf:params:scim:schemas:core:2.0';

interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite' | 'readOnly' | 'immutable';
  returned: 'default' | 'always';
  uniqueness: 'none' | 'server';
  canonicalValues?: readonly string[];
  referenceTypes?: readonly string[];
  subAttributes?: Attribute[];
}

const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: more.subAttributes ? 'complex' : 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const value = (description: string, more?: Partial<Attribute>) => attribute('value', description, more);
const type = attribute('type', 'Which of several: there is one', {
  mutability: 'readOnly',
  canonicalValues: ['work'],
});
const primary = attribute('primary', 'Whether it is the one that counts', {
  type: 'boolean',
  mutability: 'readOnly',
});

const USER_ATTRIBUTES = [
  attribute('userName', 'The e-mail of the person; an invitation goes there', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('externalId', 'What the directory calls the person', { caseExact: true }),
  attribute('name', 'The name; of somebody who has come in it is their own to change', {
    subAttributes: [
      attribute('givenName', 'First name'),
      attribute('familyName', 'Last name'),
      attribute('middleName', 'Middle name'),
    ],
  }),
  attribute('displayName', 'The whole name', { mutability: 'readOnly' }),
  attribute('emails', 'The same address as userName', {
    multiValued: true,
    subAttributes: [value('The address'), type, primary],
  }),
  attribute('phoneNumbers', 'One phone, the mobile one if there are several', {
    multiValued: true,
    subAttributes: [value('The number'), type, primary],
  }),
  attribute('title', 'Position in the company'),
  attribute('preferredLanguage', 'Language: uk, en or de'),
  attribute('active', 'False blocks the person in the company', { type: 'boolean' }),
  attribute('roles', 'Roles in the company; a student without any', {
    multiValued: true,
    subAttributes: [value('The role', { canonicalValues: DIRECTORY_ROLES }), primary],
  }),
];

const GROUP_ATTRIBUTES = [
  attribute('displayName', 'The name of the study group', { required: true, uniqueness: 'server' }),
  attribute('externalId', 'What the directory calls the group', { caseExact: true }),
  attribute('members', 'Who studies in it', {
    multiValued: true,
    subAttributes: [
      value('The id of a User', { mutability: 'immutable' }),
      attribute('$ref', 'Its address', {
        type: 'reference',
        mutability: 'immutable',
        referenceTypes: ['User'],
      }),
      attribute('display', 'The name', { mutability: 'readOnly' }),
      attribute('type', 'Always User', { mutability: 'readOnly', canonicalValues: ['User'] }),
    ],
  }),
];

const schemaOf = (base: string, id: string, name: string, description: string, attributes: Attribute[]) => ({
  schemas: [`${META}:Schema`],
  id,
  name,
  description,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});

/** What resources are made of. */
export const schemas = (base: string): Resource[] => [
  schemaOf(base, USER, 'User', 'A person of the company', USER_ATTRIBUTES),
  schemaOf(base, GROUP, 'Group', 'A study group', GROUP_ATTRIBUTES),
  schemaOf(base, ENTERPRISE_USER, 'EnterpriseUser', 'Their place in it', [
    attribute('department', 'Subdivision of the company'),
  ]),
];

const typeOf = (base: string, name: string, schema: string, description: string, extensions: string[]) => ({
  schemas: [`${META}:ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  description,
  schema,
  schemaExtensions: extensions.map((extension) => ({ schema: extension, required: false })),
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
});

/** Which resources there are. */
export const resourceTypes = (base: string): Resource[] => [
  typeOf(base, 'User', USER, 'People of the company', [ENTERPRISE_USER]),
  typeOf(base, 'Group', GROUP, 'Study groups', []),
];

/** Resources of a list, at most. */
export const MOST_RESULTS = 100;

/** What this service can do (RFC 7643, section 5). */
export const serviceProviderConfig = (base: string): Resource => ({
  schemas: [`${META}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Token of the company',
      description: 'Made by the owner on the page of the company, sent as Authorization: Bearer',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});
