import type { BodyKind, Endpoint } from '@duet/contract/endpoint';
import { commonErrors, type ErrorCode, errorCatalogue } from '@duet/contract/errors';
import { tokenScopeOf } from '@duet/contract/token-scope';
import { actionOf } from '../table.ts';
import type { Json, Schemas } from './schemas.ts';

/** A row of the contract with its name. */
export type NamedRow = readonly [name: string, row: Endpoint];

/** Every code that a row may answer, its own first. */
export function codesOf(row: Endpoint): ErrorCode[] {
  const guarded: ErrorCode[] = row.openToGuests ? [] : ['SIGN_IN_REQUIRED'];
  const admins: ErrorCode[] = row.access === 'admin' ? ['ADMIN_REQUIRED', 'SECOND_STEP_REQUIRED'] : [];
  return [...new Set([...(row.errors ?? []), ...guarded, ...admins, ...commonErrors])];
}

/**
 * The operation of a path and method: of one row, or of all rows that share them and are told apart by the query's `action`,
 * which OpenAPI has no word for. Then it takes what any of them takes and answers what any of them answers.
 */
export function operation(rows: readonly NamedRow[], schemas: Schemas): Json {
  const [[name, first], ...others] = rows as readonly [NamedRow, ...NamedRow[]];
  const noun = name.split('.', 1)[0] ?? '';
  const actions = rows.flatMap(([, row]) => actionOf(row.path) ?? []);
  const bodies = requestBody(rows, schemas);
  return {
    operationId: others.length > 0 ? `${noun}.${first.method.toLowerCase()}` : name,
    tags: [noun],
    summary: others.length > 0 ? `One of several calls, by \`action\`.` : first.does,
    ...(others.length > 0
      ? { description: rows.map(([, row]) => `- \`${actionOf(row.path)}\`: ${row.does}`).join('\n') }
      : {}),
    security: securityOf(rows),
    parameters: [
      ...parameters(rows, 'path', schemas),
      ...(actions.length > 0
        ? [{ name: 'action', in: 'query', required: true, schema: { type: 'string', enum: actions } }]
        : []),
      ...parameters(rows, 'query', schemas),
      ...conditions(rows),
    ],
    ...(bodies ? { requestBody: bodies } : {}),
    responses: { 200: success(rows, schemas), ...failures(rows, schemas) },
  };
}

/** A session or a personal token with these scopes; a guest where anyone may call. */
function securityOf(rows: readonly NamedRow[]): Json[] {
  const scopes = new Set(rows.map(([, row]) => tokenScopeOf(row)));
  const isOpen = rows.some(([, { access }]) => access === 'anyone');
  return [
    ...(isOpen ? [{}] : []),
    { token: [] },
    ...[...scopes].flatMap((scope) => (scope === null ? [] : [{ personalToken: [scope] }])),
  ];
}

function parameters(rows: readonly NamedRow[], place: 'path' | 'query', schemas: Schemas): Json[] {
  const shapes = rows.map(([, row]) => schemas.ofObject(place === 'path' ? row.params : row.query, 'input'));
  const names = new Set(shapes.flatMap(({ properties }) => Object.keys(properties)));
  return [...names].map((name) => ({
    name,
    in: place,
    required: place === 'path' || shapes.every(({ required }) => required.includes(name)),
    schema: shapes.map(({ properties }) => properties[name]).find(Boolean),
  }));
}

const conditions = (rows: readonly NamedRow[]): Json[] =>
  rows.some(([, { entityTag }]) => entityTag === 'matched')
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

const tagHeader: Json = {
  headers: {
    ETag: {
      description: 'Of what can be edited, for those who may know of it. It is no tag of the bytes.',
      schema: { type: 'string' },
    },
  },
};

const contentTypes: Readonly<Record<BodyKind, string>> = {
  none: 'application/json',
  json: 'application/json',
  multipart: 'multipart/form-data',
  octets: 'application/octet-stream',
};

/** Null where none of the rows has a body. */
function requestBody(rows: readonly NamedRow[], schemas: Schemas): Json | null {
  const bodies = rows.flatMap(([, row]) => {
    const kind = row.bodyKind ?? 'json';
    if (row.body) return [{ type: contentTypes[kind], schema: schemas.of(row.body, 'input') }];
    if (kind === 'octets')
      return [{ type: contentTypes.octets, schema: { type: 'string', format: 'binary' } }];
    return kind === 'multipart' ? [{ type: contentTypes.multipart, schema: { type: 'object' } }] : [];
  });
  if (bodies.length === 0) return null;
  const byType = Map.groupBy(bodies, ({ type }) => type);
  const content = [...byType].map(([type, some]) => [
    type,
    { schema: oneOrMore(some.map(({ schema }) => schema)) },
  ]);
  return { required: true, content: Object.fromEntries(content) };
}

function success(rows: readonly NamedRow[], schemas: Schemas): Json {
  const answers = rows.map(([, row]) => {
    const top = schemas.ofObject(row.top, 'output');
    return {
      type: 'object',
      required: ['success', 'data', ...top.required],
      properties: { success: { const: true }, data: schemas.of(row.data, 'output'), ...top.properties },
    };
  });
  return {
    description: 'Done.',
    ...(rows.some(([, { entityTag }]) => entityTag) ? tagHeader : {}),
    content: { 'application/json': { schema: oneOrMore(answers) } },
  };
}

function failures(rows: readonly NamedRow[], schemas: Schemas): Json {
  const all = new Set(rows.flatMap(([, row]) => codesOf(row)));
  const byStatus = Object.groupBy(all, (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      {
        description: codes.join(', '),
        ...(codes.includes('CHANGED_MEANWHILE') ? tagHeader : {}),
        content: { 'application/json': { schema: failureSchema(rows, codes, schemas) } },
      },
    ]),
  );
}

const anyFailure: Json = { $ref: '#/components/schemas/Failure' };

/** A failure, with the present state beside it where a row answers that. */
function failureSchema(rows: readonly NamedRow[], codes: readonly ErrorCode[], schemas: Schemas): Json {
  const changed = rows.find(([, row]) => codesOf(row).includes('CHANGED_MEANWHILE'))?.[1];
  if (!changed || !codes.includes('CHANGED_MEANWHILE')) return anyFailure;
  const data = schemas.of(changed.conflict ?? changed.data, 'output');
  return { allOf: [anyFailure, { type: 'object', properties: { data } }] };
}

/** Any of these, each once. */
function oneOrMore(schemas: readonly Json[]): Json {
  const different = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
  const [first, ...others] = different.values();
  return first && others.length === 0 ? first : { anyOf: [...different.values()] };
}
