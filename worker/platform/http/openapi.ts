import * as z from 'zod/mini';
import type { Endpoint, Upload } from '../contract.ts';
import * as platform from '../contract.ts';
import type { App } from './app.ts';
import { Shapes, type Schema } from './openapi-shapes.ts';

/** The OpenAPI 3.1 document of the declared endpoints, each by the name under which its contract exports it. */
export function openApiOf({ endpoints, contracts }: App, product: string) {
  const names = new Map<unknown, string>(
    [platform, ...contracts].flatMap((contract) =>
      Object.entries(contract).map(([name, declared]) => [declared, name]),
    ),
  );
  const shapes = new Shapes({ 'date-time': platform.instant, date: platform.day });
  nameShapes(shapes, endpoints, names);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const operations = (paths[path] ??= {});
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint, names.get(endpoint), shapes);
  }
  return shapes.finish({
    openapi: '3.1.0',
    info: { title: product, version: '1' },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: REFUSAL },
      responses: {
        Refused: {
          description: 'Why it was not done',
          content: json({ $ref: '#/components/schemas/Refusal' }),
        },
      },
    },
    security: [{ bearer: [] }],
    paths,
  });
}

/** The body of an error (§8). */
const REFUSAL: Schema = {
  type: 'object',
  description:
    'A 400 has the messages of each field under its name, and what is about none under non_field_errors; any other has detail and code.',
  properties: {
    detail: { type: 'string' },
    code: { type: 'string', description: 'Stays the same, whatever the message says; new ones may come' },
    non_field_errors: { type: 'array', items: { type: 'string' } },
    request_id: { type: 'string', description: 'Of a 500: names the call for whoever looks for its cause' },
  },
  additionalProperties: true,
  examples: [
    { email: ['user with this email already exists.'] },
    { detail: 'Authentication credentials were not provided.', code: 'not_authenticated' },
  ],
};

/** Shapes by what their contract calls them; bodies, answers and the rows of lists by their call. */
function nameShapes(
  shapes: Shapes,
  endpoints: readonly Endpoint[],
  names: ReadonlyMap<unknown, string>,
): void {
  const spread = new Set<unknown>(endpoints.flatMap(({ params, query }) => [params, query]));
  for (const [declared, name] of names)
    if (declared instanceof z.ZodMiniType && !spread.has(declared)) shapes.call(declared, name);
  for (const endpoint of endpoints) {
    const name = names.get(endpoint)!;
    const { body, upload, response, file, status } = endpoint;
    // A form has its fields in itself.
    if (body && !upload) shapes.call(body, `${name}Body`);
    if (file || status === 204) continue;
    shapes.call(response, `${name}Answer`);
    const { results } = response instanceof z.ZodMiniObject ? response.def.shape : {};
    if (results instanceof z.ZodMiniArray) shapes.call(results.def.element as z.ZodMiniType, `${name}Row`);
  }
}

/** The first word behind the version: what the call is about. */
const familyOf = (path: string): string => path.replace(/^\/\w+\/(v1\/)?/, '').split('/')[0]!;

function operationOf(endpoint: Endpoint, name: string | undefined, shapes: Shapes) {
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [familyOf(endpoint.path)],
    'x-access': endpoint.access,
    ...(endpoint.access === 'public' ? { security: [] } : {}),
    parameters: [
      ...parameters('path', endpoint.params, shapes),
      ...parameters('query', endpoint.query, shapes),
      ...(endpoint.idempotent ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }] : []),
    ],
    ...(endpoint.body || endpoint.upload
      ? { requestBody: { required: true, content: bodiesOf(endpoint, shapes) } }
      : {}),
    responses: {
      [endpoint.status ?? 200]:
        endpoint.status === 204
          ? { description: 'Done' }
          : {
              description: 'Answer',
              content: endpoint.file
                ? { [endpoint.file]: { schema: BYTES } }
                : json(shapes.answered(endpoint.response)),
            },
      default: { $ref: '#/components/responses/Refused' },
    },
  };
}

const BYTES: Schema = { type: 'string', format: 'binary' };
const json = (schema: Schema) => ({ 'application/json': { schema } });

/** What a body may be, by its media type: with `upload` a form with the file or, where it has no other fields, the file. */
function bodiesOf({ body, upload }: Endpoint, shapes: Shapes) {
  return {
    ...(body ? json(shapes.given(body)) : {}),
    ...(upload ? { 'multipart/form-data': { schema: formOf(upload, body, shapes) } } : {}),
    ...(upload && !upload.withFields ? { 'application/octet-stream': { schema: BYTES } } : {}),
  };
}

function formOf({ field, withFields }: Upload, body: Endpoint['body'], shapes: Shapes): Schema {
  const file = { [field]: BYTES };
  if (!withFields || !body) return { type: 'object', required: [field], properties: file };
  const fields = shapes.given(body);
  return { ...fields, properties: { ...fields.properties, ...file } };
}

function parameters(place: 'path' | 'query', shape: Endpoint['params'], shapes: Shapes) {
  if (!shape) return [];
  const { properties = {}, required = [] } = shapes.given(shape);
  const read = shapes.answered(shape).properties ?? {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    // Several in one text, with commas between them.
    ...(isList(read[name]) && !isList(schema)
      ? { style: 'form', explode: false, schema: read[name] }
      : { schema }),
  }));
}

const isList = (schema: Schema | undefined): boolean => schema?.type === 'array';
