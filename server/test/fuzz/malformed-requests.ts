import { type Endpoint, fillPath, withSearch } from '@duet/contract/endpoint';
import * as fc from 'fast-check';
import type { z } from 'zod';
import { password } from '../harness.ts';

/** A request as it goes over the wire, `caller` aside: whose token it carries. */
export interface MalformedRequest {
  readonly name: string;
  readonly caller: 'guest' | 'person' | 'admin' | 'broken';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const strangeTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff y',
  '\u202e\u2066',
  '../../etc/passwd',
  '%00',
  '%',
  '%E0%A4%A',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e400',
  '99999999999999999999',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '{"$ne":null}',
  'https://example.org/\r\nx: y',
  'ﷺ'.repeat(500),
  'a'.repeat(70_000),
];

const strangeValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 0.1, 1e308, -1e308, 2 ** 53, [], {}, [[]], [null]),
  fc.constantFrom(...strangeTexts),
  fc.constant({ __proto__: null, toString: 1, constructor: { prototype: {} } }),
  fc.integer({ min: 1, max: 3000 }).map(nested),
  fc.constant(Array.from({ length: 5000 }, (_, n) => n)),
  fc.jsonValue(),
);

/** `[[[…]]]` */
function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** Requests that are right, nearly right or nonsense for the rows; `known` are ids that exist. */
export function malformedRequests(
  rows: Readonly<Record<string, Endpoint>>,
  known: readonly string[],
): fc.Arbitrary<MalformedRequest> {
  const texts = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    { weight: 3, arbitrary: fc.constantFrom('1', '2', '20', 'true') },
    {
      weight: 2,
      arbitrary: fc.constantFrom(password, 'maria_1', 'maria@example.org', '<p>Hello</p>', 'Spam'),
    },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.constantFrom(...strangeTexts) },
  );
  return fc.constantFrom(...Object.keys(rows)).chain((name) => {
    const row = rows[name] as Endpoint;
    return fc
      .record({
        caller: fc.constantFrom<MalformedRequest['caller']>('guest', 'person', 'admin', 'admin', 'broken'),
        method: fc.oneof({ weight: 14, arbitrary: fc.constant(row.method) }, fc.constantFrom(...methods)),
        path: addressOf(row, texts),
        payload: payloadOf(row, texts),
        more: strangeHeaders,
      })
      .map(({ caller, method, path, payload, more }) => ({
        name,
        caller,
        method,
        path,
        headers: { ...payload.headers, ...more },
        body: method === 'GET' ? null : payload.body,
      }));
  });
}

const strangeHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string>>(
    { 'accept-language': 'ro' },
    { 'accept-language': ';;q=9,*,xx-'.repeat(200) },
    { 'content-encoding': 'gzip' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data' },
    { 'content-type': 'multipart/form-data; boundary=' },
    { 'content-type': 'application/octet-stream' },
    { 'content-type': ';' },
    { 'x-forwarded-for': "1.1.1.1, ' or 1=1" },
    { 'x-http-method-override': 'DELETE' },
    { 'if-none-match': '"' },
    { range: 'bytes=9-1,-' },
    { origin: 'null' },
    { cookie: 'duet.token=1' },
  ),
);

/** The row's path and query; parts of a path are sent percent-encoded, raw where that is the strangeness. */
function addressOf(row: Endpoint, texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const params = fc.record(Object.fromEntries(names.map((name) => [name, texts])));
  const raw = fc.constantFrom('%', '%00', '%2e%2e%2f', '%E0%A4%A', '..', '//', `${'a'.repeat(9000)}`);
  const shaped = row.query
    ? valuesOf(row.query, texts).map((value) => value as Record<string, unknown>)
    : fc.constant({});
  const query = fc.oneof(
    { weight: 3, arbitrary: shaped.map(searchOf) },
    { weight: 1, arbitrary: fc.dictionary(texts, texts, { maxKeys: 3 }).map(searchOf) },
    fc.constantFrom(
      '?page=1&page=2',
      '?page[]=1',
      '?page=%',
      '?__proto__[x]=1',
      '?&&=',
      `?q=${'b'.repeat(9000)}`,
    ),
  );
  const path = fc.oneof(
    { weight: 8, arbitrary: params.map((filled) => fillPath(row.path, wellFormed(filled))) },
    raw.map((part) => row.path.replace(/\{\w+\}/g, part)),
  );
  return fc.tuple(path, query).map(([front, search]) => withSearch(front, search.slice(1)));
}

interface Payload {
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | null;
}

function payloadOf(row: Endpoint, texts: fc.Arbitrary<string>): fc.Arbitrary<Payload> {
  const json = (body: string): Payload => ({ headers: { 'content-type': 'application/json' }, body });
  const shaped = row.body ? valuesOf(row.body, texts) : fc.constant({});
  const broken = fc.constantFrom(
    '{',
    '{"a":',
    '[1,]',
    'nul',
    '"\ud800"',
    '{"a":1}}',
    '\ufeff{}',
    '',
    '\0',
    '{"__proto__":{"x":1}}',
  );
  return fc.oneof(
    { weight: 10, arbitrary: fc.tuple(shaped, faults).map(([value, fault]) => json(textOf(fault(value)))) },
    { weight: 1, arbitrary: broken.map(json) },
    { weight: 1, arbitrary: strangeValues.map((value) => json(textOf(value))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((body) => ({ headers: {}, body })) },
    { weight: 1, arbitrary: fc.constant({ headers: {}, body: null }) },
    { weight: row.bodyKind === 'multipart' ? 12 : 1, arbitrary: forms(texts) },
    { weight: row.bodyKind === 'octets' ? 12 : 1, arbitrary: fc.uint8Array({ maxLength: 5000 }).map(octets) },
  );
}

const octets = (body: Uint8Array): Payload => ({
  headers: { 'content-type': 'application/octet-stream' },
  body,
});

type Fault = (value: unknown) => unknown;

/** What is done to a body that would be right. */
const faults: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Fault>((value) => value) },
  fc.tuple(fc.nat(), strangeValues).map(([at, strange]): Fault => {
    return (value) => changed(value, at, (key, whole) => ({ ...whole, [key]: strange }));
  }),
  fc.nat().map((at): Fault => {
    const without = (key: string, whole: object) => Object.entries(whole).filter(([name]) => name !== key);
    return (value) => changed(value, at, (key, whole) => Object.fromEntries(without(key, whole)));
  }),
  fc.tuple(fc.constantFrom('role', 'user_id', '_id', 'constructor', 'x'.repeat(300)), strangeValues).map(
    ([key, strange]): Fault =>
      (value) => ({ ...(value as object), [key]: strange }),
  ),
);

function changed(
  value: unknown,
  at: number,
  change: (key: string, whole: Record<string, unknown>) => unknown,
): unknown {
  const keys = Object.keys(value as object);
  const key = keys[at % Math.max(1, keys.length)];
  return key === undefined ? value : change(key, value as Record<string, unknown>);
}

/** multipart/form-data, whole or cut short, with the fields that the uploads take and others. */
function forms(texts: fc.Arbitrary<string>): fc.Arbitrary<Payload> {
  const field = fc.constantFrom('image', 'postId', 'draftId', 'file', '', 'image[]');
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.constant(smallestPng),
    fc.constant(smallestPng.slice(0, 40)),
  );
  const part = fc.tuple(field, bytes, texts, fc.boolean()).map(([name, content, fileName, isFile]) => {
    const clean = fileName.slice(0, 200).replaceAll(/[\r\n"]/g, '');
    const file = isFile ? `; filename="${clean}"\r\nContent-Type: image/png` : '';
    return Buffer.concat([
      Buffer.from(`--line\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]);
  });
  return fc.tuple(fc.array(part, { maxLength: 4 }), fc.boolean()).map(([parts, whole]) => ({
    headers: { 'content-type': 'multipart/form-data; boundary=line' },
    body: new Uint8Array(Buffer.concat([...parts, Buffer.from(whole ? '--line--\r\n' : '')])),
  }));
}

const smallestPng = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

/** JSON as somebody with another language's library might send it: lone surrogates stay. */
function textOf(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

function searchOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(wellFormed(query)).filter(([, value]) => value !== 'undefined');
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

const wellFormed = (fields: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key.toWellFormed(), String(value).toWellFormed()]),
  );

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly valueType?: z.ZodType;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
}

/** Values of a shape, from zod's own description of it. Rules beyond the type are met by the texts' luck. */
function valuesOf(schema: z.ZodType, texts: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { type, shape, innerType, element, options, valueType, entries, values, ...rest } = schema._zod
    .def as unknown as Definition;
  const of = (inner: z.ZodType | undefined) => (inner ? valuesOf(inner, texts) : strangeValues);
  switch (type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(shape ?? {}).map(([key, field]) => [key, of(field)])),
        { requiredKeys: Object.keys(shape ?? {}).filter((key) => shape?.[key]?._zod.optin !== 'optional') },
      );
    case 'optional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return of(innerType);
    case 'nullable':
      return fc.option(of(innerType));
    case 'pipe':
      return of(rest.in);
    case 'string':
      return texts;
    case 'number':
      return fc.oneof(fc.nat(100), fc.integer(), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(values ?? []));
    case 'array':
      return fc.array(of(element), { maxLength: 4 });
    case 'union':
      return fc.oneof(...(options ?? []).map(of));
    case 'record':
      return fc.dictionary(texts, of(valueType), { maxKeys: 4 });
    default:
      return strangeValues;
  }
}
