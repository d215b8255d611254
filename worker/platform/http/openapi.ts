import * as z from 'zod/mini';
import type { Endpoint, Upload } from '../contract.ts';
import type { App } from './app.ts';

/** The OpenAPI 3.1 document of the declared endpoints, each by the name under which its contract exports it. */
export function openApiOf({ endpoints, contracts }: App, product: string) {
  const names = new Map<unknown, string>(
    contracts.flatMap((contract) => Object.entries(contract).map(([name, declared]) => [declared, name])),
  );
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const operations = (paths[path] ??= {});
    operations[endpoint.method.toLowerCase()] = {
      operationId: names.get(endpoint),
      summary: endpoint.summary,
      'x-access': endpoint.access,
      ...(endpoint.access === 'public' ? { security: [] } : {}),
      parameters: [
        ...parameters('path', endpoint.params),
        ...parameters('query', endpoint.query),
        ...(endpoint.idempotent
          ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }]
          : []),
      ],
      ...(endpoint.body || endpoint.upload
        ? { requestBody: { required: true, content: bodiesOf(endpoint) } }
        : {}),
      responses: {
        [endpoint.status ?? 200]:
          endpoint.status === 204
            ? { description: 'Done' }
            : {
                description: 'Answer',
                content: endpoint.file
                  ? { [endpoint.file]: { schema: { type: 'string', format: 'binary' } } }
                  : { 'application/json': { schema: schemaOf(endpoint.response) } },
              },
        default: { description: 'An error of the catalogue' },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: product, version: '1' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
    paths,
  };
}

/** What a body may be, by its media type: with `upload` a form with the file or, where it has no other fields, the file. */
function bodiesOf({ body, upload }: Endpoint) {
  return {
    ...(body ? { 'application/json': { schema: schemaOf(body) } } : {}),
    ...(upload ? { 'multipart/form-data': { schema: formOf(upload, body) } } : {}),
    ...(upload && !upload.withFields ? { 'application/octet-stream': {} } : {}),
  };
}

function formOf({ field, withFields }: Upload, body: Endpoint['body']) {
  const file = { [field]: { type: 'string', format: 'binary' } };
  if (!withFields || !body) return { type: 'object', required: [field], properties: file };
  const fields = schemaOf(body);
  return { ...fields, properties: { ...fields.properties, ...file } };
}

function parameters(place: 'path' | 'query', shape: Endpoint['params']) {
  if (!shape) return [];
  const { properties = {}, required = [] } = schemaOf(shape) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  const read = schemaOf(shape, 'output').properties ?? {};
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

const isList = (schema: unknown): boolean => (schema as { type?: unknown } | undefined)?.type === 'array';

function schemaOf(shape: z.ZodMiniType, io: 'input' | 'output' = 'input') {
  return z.toJSONSchema(shape, { io, unrepresentable: 'any' });
}
