import * as z from 'zod/mini';
import type { Endpoint, Upload } from '../contract.ts';

/** The OpenAPI 3.1 document of the declared endpoints. */
export function openApiOf(endpoints: readonly Endpoint[], product: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const operations = (paths[path] ??= {});
    operations[endpoint.method.toLowerCase()] = {
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
      ...(endpoint.body
        ? {
            requestBody: {
              required: true,
              content: { 'application/json': { schema: schemaOf(endpoint.body) } },
            },
          }
        : {}),
      ...(endpoint.upload
        ? {
            requestBody: {
              required: true,
              content: {
                'multipart/form-data': {
                  schema: formOf(endpoint.upload, endpoint.body),
                },
              },
            },
          }
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
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

function schemaOf(shape: z.ZodMiniType) {
  return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
}
