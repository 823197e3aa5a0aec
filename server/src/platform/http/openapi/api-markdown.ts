import type { Access } from '@duet/contract/endpoint';
import { errorCatalogue } from '@duet/contract/errors';
import { eventShapes } from '@duet/contract/events/shapes';
import { eventsPath, siteEventsPath } from '@duet/contract/events/stream';
import { tokenScopeOf } from '@duet/contract/token-scope';
import { z } from 'zod';
import type { Table } from '../table.ts';

const callers: Readonly<Record<Access, string>> = {
  anyone: 'anyone',
  signedIn: 'signed in',
  admin: 'admins',
};

/** docs/api.md from the table: one section a noun, one paragraph a call. */
export function apiMarkdown(table: Table): string {
  const nouns = Object.groupBy(Object.entries(table), ([name]) => name.split('.', 1)[0] ?? '');
  const sections = Object.entries(nouns).map(([noun, rows = []]) =>
    [`## ${noun}`, ...rows.map(([, row]) => call(row))].join('\n\n'),
  );
  return `${[...head, ...sections, events(), errors()].join('\n\n')}\n`;
}

const head = [
  '# API',
  'Made from the contract (`contract/src/*/endpoints.ts`); the same as OpenAPI is at `/api/openapi.json`.',
  'Success: `{"success": true, "data": {…}}`. Failure: `{"success": false, "error": "<sentence>", "code": "<CODE>", "fields"?: {…}}`. The token goes in `Authorization: Bearer …`; where its session has ended not long ago, `SESSION_ENDED` carries `reason` (`role`, `password`, `signedOut`, `expired`, `deleted` or `replaced`).',
  'Where not everybody reads (`reading` of `GET /api/site`), a guest gets 401 `SIGN_IN_REQUIRED` of every call that does not say otherwise, and addresses of files in answers are signed for the person who asks.',
  "A program acts as a person with a personal token, made in the profile under Personal tokens or by `POST /api/auth/tokens`. It needs the one scope that a call names (`read`, `write` or `admin`; none includes another), does never more than the person may, and without `admin` an admin's acts as anybody's. It cannot touch passwords, second steps, sessions, tokens or accounts. It ends with its time, when it is revoked, with another password and with the account. A post in three lines, with the scope `admin`, because admins publish:",
  [
    '```sh',
    'duet() { curl -s -H "Authorization: Bearer duet_pat_…" -H "Content-Type: application/json" -X "$1" "https://duet.example.org/api/$2" -d "$3"; }',
    'id=$(duet POST posts/draft \'{"postType": "richText"}\' | jq -r .data.postId)',
    'duet PUT "posts/$id/publish" \'{"title": "Hello", "content": "<p>Written by a script.</p>"}\'',
    '```',
  ].join('\n'),
  'A typed client in three lines, after `npx openapi-typescript https://duet.example.org/api/openapi.json -o duet.d.ts` (openapi-typescript and openapi-fetch of npm):',
  [
    '```ts',
    "import createClient from 'openapi-fetch';",
    "import type { paths } from './duet.d.ts';",
    "export const duet = createClient<paths>({ baseUrl: 'https://duet.example.org' });",
    '```',
  ].join('\n'),
  "Then `const { data, error } = await duet.GET('/api/posts', { params: { query: { limit: 5 } } })`: `data.data.posts` are `Post`s.",
];

function call(row: Table[string]): string {
  const lines = [
    `### ${row.method} ${row.path}`,
    row.does,
    [
      `- Who: ${callers[row.access]}${row.openToGuests ? ', also where not everybody reads' : ''}`,
      `- Personal token: ${tokenScopeOf(row) ?? 'never'}`,
      ...shapeLine('Query', row.query, 'input'),
      ...shapeLine('Body', row.body, 'input'),
      ...(row.bodyKind === 'multipart' ? ['- Body: multipart/form-data'] : []),
      ...(row.bodyKind === 'octets' ? ['- Body: the bytes'] : []),
      ...tagLines(row),
      ...shapeLine('Beside `data`', row.top, 'output'),
      ...shapeLine('`data`', row.data, 'output'),
      `- Own failures: ${(row.errors ?? []).map((code) => `\`${code}\``).join(', ') || 'none'}`,
    ].join('\n'),
  ];
  return lines.join('\n\n');
}

/** What the row says of entity tags. */
function tagLines({ entityTag, conflict }: Table[string]): string[] {
  if (!entityTag) return [];
  const lines = ['- ETag: of what can be edited, for those who may know of it'];
  if (entityTag === 'answered') return lines;
  lines.push('- If-Match (may be left out): where it does not match, 412 with the present state in `data`');
  return [...lines, ...shapeLine('`data` of that 412', conflict, 'output')];
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
}

function shapeLine(title: string, shape: z.ZodType | undefined, io: 'input' | 'output'): string[] {
  if (!shape) return [];
  const schema = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Schema;
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => `\`${name}${schema.required?.includes(name) ? '' : '?'}\` ${typeName(field)}`,
  );
  return [`- ${title}: ${fields.join(', ') || 'nothing'}`];
}

function typeName(schema: Schema): string {
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(' or ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeName))].join(' or ');
  if (schema.items) return `list of ${typeName(schema.items)}`;
  if (schema.properties) return `{${Object.keys(schema.properties).join(', ')}}`;
  return schema.type ?? 'anything';
}

/** The two calls whose answers are no JSON. */
function events(): string {
  const lines = Object.entries(eventShapes).flatMap(([name, shape]) =>
    shapeLine(`\`${name}\``, shape, 'output'),
  );
  return [
    '## events',
    `### GET ${eventsPath}`,
    'Server-sent events of what concerns the caller, as it happens. `data` is JSON; ids grow. With `Last-Event-ID` it brings what was missed, or `resync` where that is not known any more: then ask for everything that is shown. A comment comes every 10 s. It ends with the session and when the server stops; of a person 20 are open, and the oldest makes room.',
    ['- Who: signed in', '- Personal token: read', ...lines, '- Own failures: none'].join('\n'),
    `### GET ${siteEventsPath}`,
    'Server-sent events for guests: `site` with what `GET /api/site` tells them, at the beginning and whenever settings of the site change. No ids; a comment comes every 10 s. 204 where too many listen already, 20 of one address and 1000 of a server: then ask now and then.',
    ['- Who: anyone, also on a private site', '- Own failures: none'].join('\n'),
  ].join('\n\n');
}

function errors(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, { status, retry }]) => `| \`${code}\` | ${status} | ${retry ? 'yes' : ''} |`,
  );
  return ['## Failures', '', '| code | status | may succeed later |', '| --- | --- | --- |', ...rows].join(
    '\n',
  );
}
