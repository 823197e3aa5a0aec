import type { BodyKind, Endpoint } from '@duet/contract/endpoint';
import { commonErrors, type ErrorCode, errorCatalogue } from '@duet/contract/errors';
import { z } from 'zod';
import type { Table } from './table.ts';

type Json = Readonly<Record<string, unknown>>;

const schemaOf = (shape: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
  return schema as Json;
};

/** Every code that a row may answer, its own first. */
export function codesOf(row: Endpoint): ErrorCode[] {
  const guarded: ErrorCode[] = row.access === 'anyone' ? [] : ['SIGN_IN_REQUIRED'];
  const admins: ErrorCode[] = row.access === 'admin' ? ['ADMIN_REQUIRED'] : [];
  return [...new Set([...(row.errors ?? []), ...guarded, ...admins, ...commonErrors])];
}

/** The OpenAPI 3.1 document of the table. */
export function openApi(table: Table): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, row] of Object.entries(table)) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operation(name, row) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Duet',
      version: '1',
      description:
        'Success answers `{success: true, data}`, failure `{success: false, error, code, fields?}`.',
    },
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: failure },
    },
  };
}

const failure: Json = {
  type: 'object',
  required: ['success', 'error', 'code'],
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'A sentence for a person, in the language of Accept-Language.' },
    code: { enum: Object.keys(errorCatalogue) },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

function operation(name: string, row: Endpoint): Json {
  const token = [{ token: [] }];
  return {
    operationId: name,
    tags: [name.split('.', 1)[0]],
    summary: row.does,
    security: row.access === 'anyone' ? [{}, ...token] : token,
    parameters: [...parameters(row.params, 'path'), ...parameters(row.query, 'query'), ...conditions(row)],
    ...(hasBody(row) ? { requestBody: requestBody(row) } : {}),
    responses: { 200: success(row), ...failures(row) },
  };
}

function parameters(shape: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!shape) return [];
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as {
    properties?: Readonly<Record<string, Json>>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

const conditions = (row: Endpoint): Json[] =>
  row.entityTag === 'matched'
    ? [
        {
          name: 'If-Match',
          in: 'header',
          required: false,
          description: 'The ETag of the version that is edited, a list of them, or `*` (RFC 9110, 13.1.1).',
          schema: { type: 'string' },
        },
      ]
    : [];

/** The header that goes with a row's answers. */
const tagHeader = (row: Endpoint): Json =>
  row.entityTag
    ? {
        headers: {
          ETag: {
            description: 'Of what can be edited, for those who may know of it. It is no tag of the bytes.',
            schema: { type: 'string' },
          },
        },
      }
    : {};

const hasBody = (row: Endpoint): boolean =>
  row.body !== undefined || row.bodyKind === 'multipart' || row.bodyKind === 'octets';

const contentTypes: Readonly<Record<BodyKind, string>> = {
  none: 'application/json',
  json: 'application/json',
  multipart: 'multipart/form-data',
  octets: 'application/octet-stream',
};

function requestBody(row: Endpoint): Json {
  const schema = row.body
    ? schemaOf(row.body, 'input')
    : { type: row.bodyKind === 'octets' ? 'string' : 'object' };
  return { required: true, content: { [contentTypes[row.bodyKind ?? 'json']]: { schema } } };
}

function success(row: Endpoint): Json {
  const top = row.top ? (schemaOf(row.top, 'output') as { properties?: Json; required?: string[] }) : {};
  const schema = {
    type: 'object',
    required: ['success', 'data', ...(top.required ?? [])],
    properties: { success: { const: true }, data: schemaOf(row.data, 'output'), ...top.properties },
  };
  return { description: 'Done.', ...tagHeader(row), content: { 'application/json': { schema } } };
}

function failures(row: Endpoint): Json {
  const byStatus = Object.groupBy(codesOf(row), (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      {
        description: codes.join(', '),
        ...(codes.includes('CHANGED_MEANWHILE') ? tagHeader(row) : {}),
        content: { 'application/json': { schema: failureSchema(row, codes) } },
      },
    ]),
  );
}

const anyFailure: Json = { $ref: '#/components/schemas/Failure' };

/** A failure, with the present state beside it where the row answers that. */
const failureSchema = (row: Endpoint, codes: readonly ErrorCode[]): Json =>
  codes.includes('CHANGED_MEANWHILE')
    ? {
        allOf: [
          anyFailure,
          { type: 'object', properties: { data: schemaOf(row.conflict ?? row.data, 'output') } },
        ],
      }
    : anyFailure;
