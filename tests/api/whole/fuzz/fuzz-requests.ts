import fc from 'fast-check';
import * as z from 'zod/mini';
import type { Endpoint } from '../../../../worker/platform/contract.ts';
import type { Sent } from '../access/access-calls.ts';

/** As much as is read of a JSON schema. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** A request as it goes out, and what was done to it. */
export interface Attack {
  what: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | FormData | null;
  /** In pieces of unknown length. */
  chunked: boolean;
  /** null: of whoever may call. */
  token: TokenKind | null;
}

export type TokenKind = (typeof TOKENS)[number];
export const TOKENS = [
  'none',
  'garbage',
  'unsigned',
  'tampered',
  'expired',
  'other audience',
  'basic',
  'long',
  'a student',
  'another company',
] as const;

export const schemaOf = (shape: z.ZodMiniType) =>
  z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema;

/** What a query means once it was read: the allowed orders, and numbers instead of their text. */
export const meaningOf = (shape: z.ZodMiniType) =>
  z.toJSONSchema(shape, { io: 'output', unrepresentable: 'any' }) as Schema;

// Written out only in the text of the body: a hundred thousand elements are slow to shrink and to print.
const DEEP = '@deep@';
const DEEP_OBJECTS = '@deep objects@';
const MANY = '@many@';
const LONG = '@long@';
const LEVELS = 10_000;
const WRITTEN: Record<string, () => string> = {
  [DEEP]: () => '['.repeat(LEVELS) + ']'.repeat(LEVELS),
  [DEEP_OBJECTS]: () => `${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`,
  [MANY]: () => `[${'1,'.repeat(99_999)}1]`,
  [LONG]: () => `"${'ї'.repeat(50_000)}"`,
};

function written(value: unknown): string {
  return (JSON.stringify(value) ?? '').replace(
    /"(@[a-z ]+@)"/g,
    (text, name: string) => WRITTEN[name]?.() ?? text,
  );
}

const STRINGS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\\u0000',
  '\u202e\u200b\ufeff',
  '👩‍👩‍👧‍👦'.repeat(20),
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '%00',
  '%s%n{max}{0}$1\\1',
  'NaN',
  '1e400',
  '-0',
  '0x1f',
  '2026-02-30',
  '9999-99-99T99:99:99Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2026-01-01T00:00:00+99:99',
  'infinity',
  'constructor',
  '__proto__',
  LONG,
];
const NUMBERS = [0, -0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e308, -1e308, 5e-324];
const OTHERS = [null, true, false, [], {}, [[]], [null], [{}], DEEP, DEEP_OBJECTS, MANY, [LONG]];
const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'id',
  'company_id',
  '\u0000',
  '$where',
  'a.b',
];

const own = (entries: [string, unknown][]): Record<string, unknown> => {
  const made = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of entries) made[name] = value;
  return made;
};

const hostile = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<unknown>(...STRINGS) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...NUMBERS) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...OTHERS) },
  { weight: 1, arbitrary: fc.constantFrom(...NAMES).map((name) => own([[name, { polluted: true }]])) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
);

/** A value that fits its schema, or nearly does: rules beyond the schema are the endpoint's to judge. */
export function fitting(schema: Schema): fc.Arbitrary<unknown> {
  // Nothing fits: the end of a tuple.
  if ((schema as unknown) === false) return fc.constant(undefined);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map(fitting));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return textFor(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
      return fc.integer({ min: clamp(schema.minimum ?? 0), max: clamp(schema.maximum ?? 2 ** 31 - 1) });
    case 'number':
      return fc.double({
        min: clamp(schema.minimum ?? 0),
        max: clamp(schema.maximum ?? 2 ** 31 - 1),
        noNaN: true,
      });
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { maxLength: 4 });
    case 'object':
      return objectFor(schema);
    default:
      return fc.constantFrom<unknown>(1, '1', 'true', 'text', '2026-01-05T09:00:00Z');
  }
}

const clamp = (bound: number) => Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, bound));

function textFor({ format, maxLength = 60 }: Schema): fc.Arbitrary<unknown> {
  if (format === 'email') return fc.integer({ min: 1 }).map((n) => `somebody-${n}@example.com`);
  return fc.oneof(
    fc.constantFrom<unknown>(
      '2026-01-05T09:00:00Z',
      '2026-01-05',
      'Europe/Kyiv',
      'text',
      '1',
      'uk',
      '#123456',
    ),
    fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 80) }),
    fc.constant('ї'.repeat(Math.min(maxLength, 20_000))),
  );
}

function objectFor({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const shape = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, fitting(each)]));
  return fc.record(shape, { requiredKeys: required });
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'HEAD', 'PROPFIND', 'QUERY'];
const TYPES = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/json; charset=utf-16',
  'application/xml',
  'application/jsonp',
  'x'.repeat(2000),
];
const BODIES = [
  '',
  '{',
  '}',
  'null',
  'undefined',
  '{"a":}',
  '{"name":"a","name":1}',
  '[1,]',
  '"',
  '\ufeff{}',
  '{"__proto__":{"polluted":true}}',
  '['.repeat(100_000),
  '1'.repeat(100_000),
  'a=1&b=2',
  '<xml/>',
];
const SEGMENTS = [
  '0',
  '-1',
  '-0',
  '1.5',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '1'.repeat(3000),
  'text',
  'null',
  'NaN',
  'constructor',
  '__proto__',
  '%00',
  '1%00',
  '%2F',
  '1%2F..%2F2',
  '..%2f..%2f',
  '%E0%A4%A',
  '%C0%80',
  '%ED%A0%80',
  '0x1',
  '1e3',
  '+1',
  '%201',
  '1;drop%20table%20users',
  '*',
];
const QUERIES = [
  'page=-1',
  'page=1e9',
  'page=1000000',
  'page_size=1e9',
  'page_size=0',
  'ordering=',
  'ordering=,',
  'ordering=-',
  'ordering=--id',
  'ordering=id;drop table users',
  `ordering=${'id,'.repeat(2000)}`,
  `search=${'x'.repeat(8000)}`,
  'search=%00',
  'search=%ED%A0%80',
  'search=%25_%5C',
  '__proto__=1',
  'constructor=1',
  '__proto__[a]=1',
  'page=1&page=2',
  'page[]=1',
  '&&&==&',
  '%',
  '%=%',
  'search=%E0%A4%A',
];
const HEADERS: [string, string][] = [
  ['Idempotency-Key', 'x'.repeat(10_000)],
  ['Idempotency-Key', 'same'],
  ['Range', 'bytes=0-'],
  ['Range', 'bytes=99999999999999999999-'],
  ['Range', 'bytes=-0'],
  ['Range', 'bytes=1-0,0-1,-1'],
  ['Cookie', '__Secure-access=garbage'],
  ['Cookie', `__Secure-access=${'x'.repeat(8000)}; __Secure-access=; =;;`],
  ['Accept-Language', '*;q=x,,uk-UA-u-co-phonebk'],
  ['User-Agent', 'x'.repeat(10_000)],
  ['If-None-Match', '"'],
  ['X-Forwarded-For', "'; drop table users"],
  ['CF-Ray', 'x'.repeat(10_000)],
  ['CF-Ray', '<script>'],
  ['Content-Encoding', 'gzip'],
];

type Change = (attack: Attack) => Attack;

/**
 * Requests to one endpoint: a call that would be served, with one to three things about it changed.
 * @param sent such a call
 * @param prefix what stands before its path
 */
export function attacksOn(endpoint: Endpoint, sent: Sent, prefix: string): fc.Arbitrary<Attack> {
  const base: Attack = {
    what: `${endpoint.method} ${endpoint.path}:`,
    method: endpoint.method,
    path: `${prefix}${sent.path}`,
    headers: sent.body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
    chunked: false,
    token: null,
  };
  const changes = fc.array(changesOf(endpoint, sent), { minLength: 1, maxLength: 3 });
  return changes.map((all) => all.reduce((attack, change) => change(attack), base));
}

function changesOf(endpoint: Endpoint, sent: Sent): fc.Arbitrary<Change> {
  const changes: { weight: number; arbitrary: fc.Arbitrary<Change> }[] = [
    {
      weight: 1,
      arbitrary: fc.constantFrom(...METHODS).map((method) => noted('method', method, { method })),
    },
    { weight: 2, arbitrary: fc.constantFrom(...TOKENS).map((token) => noted('token', token, { token })) },
    { weight: 1, arbitrary: fc.constantFrom(...HEADERS).map(([name, value]) => withHeader(name, value)) },
    { weight: 2, arbitrary: queryChange(endpoint) },
    { weight: 1, arbitrary: rawBody(endpoint) },
  ];
  if (endpoint.path.includes(':')) changes.push({ weight: 4, arbitrary: segmentChange(endpoint) });
  if (endpoint.body) changes.push({ weight: 12, arbitrary: jsonBody(schemaOf(endpoint.body), sent.body) });
  if (endpoint.upload) changes.push({ weight: 8, arbitrary: formBody(endpoint.upload.field) });
  return fc.oneof(...changes);
}

/** A change of the whole request, noted for whoever reads of a failure. */
function noted(kind: string, value: unknown, change: Partial<Attack>): Change {
  return (attack) => ({
    ...attack,
    ...change,
    headers: { ...attack.headers, ...change.headers },
    what: `${attack.what} ${kind} ${JSON.stringify(value ?? null).slice(0, 300)};`,
  });
}

const withHeader = (name: string, value: string): Change =>
  noted('header', [name, value], { headers: { [name]: value } });

function queryChange({ query }: Endpoint): fc.Arbitrary<Change> {
  const names = Object.entries(query ? (meaningOf(query).properties ?? {}) : {});
  const text = fc.oneof(fc.constantFrom(...STRINGS.slice(0, -1)), fc.constantFrom(...NUMBERS.map(String)));
  const known = names.map(([name, schema]) =>
    fc.oneof(fitting(schema).map(String), text).map((value) => `${name}=${encoded(value)}`),
  );
  return fc.oneof(fc.constantFrom(...QUERIES), ...known).map(
    (added): Change =>
      (attack) =>
        noted('query', added, { path: `${attack.path}${attack.path.includes('?') ? '&' : '?'}${added}` })(
          attack,
        ),
  );
}

/** Encoded as a browser does it, which has no way to send half a character. */
const encoded = (value: string) => encodeURIComponent(value.toWellFormed());

function segmentChange({ path }: Endpoint): fc.Arbitrary<Change> {
  const places = path.split('/').flatMap((part, place) => (part.startsWith(':') ? [place] : []));
  return fc
    .tuple(fc.constantFrom(...places), fc.constantFrom(...SEGMENTS))
    .map(([place, segment]): Change => (attack) => {
      const [address = '', ...query] = attack.path.split('?');
      const parts = address.split('/');
      parts[place] = segment;
      return noted('segment', segment, { path: [parts.join('/'), ...query].join('?') })(attack);
    });
}

function rawBody({ bodyLimit = 1024 * 1024 }: Endpoint): fc.Arbitrary<Change> {
  const json = { 'Content-Type': 'application/json' };
  return fc.oneof(
    fc.constantFrom(...TYPES).map((type) => withHeader('Content-Type', type)),
    fc.constantFrom(...BODIES).map((body) => noted('body', body.slice(0, 50), { body, headers: json })),
    fc.constantFrom(
      noted('body', 'no UTF-8', {
        body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
        headers: json,
      }),
      noted('body', 'zeros', { body: new Uint8Array(1000), headers: json }),
    ),
    fc.boolean().map((chunked) =>
      noted('body', chunked ? 'oversized, chunked' : 'oversized', {
        body: `{"name":"${'x'.repeat(bodyLimit)}"}`,
        headers: json,
        chunked,
      }),
    ),
  );
}

function jsonBody(schema: Schema, sent: unknown): fc.Arbitrary<Change> {
  const properties = Object.entries(schema.properties ?? {});
  const base = Object.entries((sent ?? {}) as Record<string, unknown>);
  const field = properties.length
    ? fc
        .constantFrom(...properties)
        .chain(([name, each]) =>
          fc.oneof(hostile, fitting(each), near(each)).map((value) => [name, value] as const),
        )
    : fc.tuple(fc.constant('name'), hostile);
  const extra = fc.tuple(fc.constantFrom(...NAMES), hostile);
  const body = fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .array(field, { minLength: 1, maxLength: 3 })
        .map((fields) => own([...base, ...fields.map(([n, v]) => [n, v] as [string, unknown])])),
    },
    { weight: 1, arbitrary: extra.map((one) => own([...base, one])) },
    { weight: 1, arbitrary: hostile },
    { weight: 3, arbitrary: fitting(schema) },
    ...(base.length
      ? [
          {
            weight: 1,
            arbitrary: fc.nat(base.length - 1).map((left) => own(base.filter((_, i) => i !== left))),
          },
        ]
      : []),
  );
  return body.map((value) =>
    noted('body', value, { body: written(value), headers: { 'Content-Type': 'application/json' } }),
  );
}

/** A list or an object that fits but for one value inside. */
function near(schema: Schema): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map(near));
  if (schema.type === 'array') {
    const items = schema.items ?? {};
    return fc
      .tuple(fc.array(fitting(items), { maxLength: 3 }), fc.oneof(near(items), hostile))
      .map(([all, one]) => [...all, one]);
  }
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return hostile;
  return fc
    .tuple(
      fitting(schema),
      fc.constantFrom(...properties).chain(([name, each]) => near(each).map((value) => ({ [name]: value }))),
    )
    .map(([whole, part]) => ({ ...(whole as object), ...part }));
}

function formBody(field: string): fc.Arbitrary<Change> {
  const bytes = fc
    .oneof(
      fc.uint8Array({ maxLength: 500 }),
      fc.constantFrom(
        new TextEncoder().encode('PK\u0003\u0004 not a workbook'),
        new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        new TextEncoder().encode('GIF89a\u0000\u0000'),
        new TextEncoder().encode(`::Q:: 2+2? {=4 ~${'x'.repeat(5000)}`),
        new Uint8Array(600 * 1024),
      ),
    )
    .map((each) => Uint8Array.from(each));
  const name = fc.constantFrom(
    'a.png',
    '',
    '../../a.xlsx',
    '\u0000.gif',
    `${'x'.repeat(3000)}.svg`,
    '"\r\n.png',
    'a.csv',
  );
  const multipart = fc
    .tuple(bytes, name, fc.constantFrom(field, 'other', '__proto__'))
    .map(([content, called, part]): Change => (attack) => {
      const form = new FormData();
      form.set(part, new File([content], called));
      const { 'Content-Type': _, ...headers } = attack.headers;
      return { ...noted('form', [part, called, content.length], { body: form })(attack), headers };
    });
  const binary = bytes.map((body) =>
    noted('binary', body.length, { body, headers: { 'Content-Type': 'application/octet-stream' } }),
  );
  const broken = fc
    .constantFrom(
      '--x\r\n',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
      '--x--',
    )
    .map((body) =>
      noted('form', body, { body, headers: { 'Content-Type': 'multipart/form-data; boundary=x' } }),
    );
  return fc.oneof(multipart, multipart, binary, broken);
}
