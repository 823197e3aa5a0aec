import { errorCatalogue } from '@duet/contract/errors';
import type { Table } from '../table.ts';
import { type NamedRow, operation } from './operation.ts';
import { type Json, Schemas } from './schemas.ts';

/** A call that does nothing but refuse an address whose id was forgotten. */
const isRefusalAlone = (path: string): boolean => path.endsWith('/');

/** The OpenAPI 3.1 document of the table. `server` is the address of the site, or `/` where it is not known. */
export function openApi(table: Table, server = '/'): Json {
  const schemas = new Schemas();
  const rows: readonly NamedRow[] = Object.entries(table).filter(([, { path }]) => !isRefusalAlone(path));
  const byPath = Map.groupBy(rows, ([, { path }]) => path.split('?', 1)[0] ?? '');
  const paths = [...byPath].map(([path, ofPath]) => {
    const byMethod = Map.groupBy(ofPath, ([, { method }]) => method.toLowerCase());
    return [
      path,
      Object.fromEntries([...byMethod].map(([method, some]) => [method, operation(some, schemas)])),
    ];
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Duet',
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Success answers `{success: true, data}`, failure `{success: false, error, code, fields?}`.',
    },
    servers: [{ url: server }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Of a session, from signing in.' },
        personalToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Made in the profile or by POST /api/auth/tokens; a call needs the scope that it names.',
        },
      },
      schemas: { Failure: failure, ...schemas.named },
    },
  };
}

const failure: Json = {
  type: 'object',
  required: ['success', 'error', 'code'],
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'A sentence for a person, in the language of Accept-Language.' },
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
};
