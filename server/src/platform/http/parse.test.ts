import { endpoint } from '@duet/contract/endpoint';
import { sentence } from '@duet/contract/texts/texts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerOf, createTinyServer, type TinyServer } from '../../../test/tiny-server.ts';

const table = {
  'notes.write': endpoint({
    method: 'POST',
    path: '/api/notes',
    access: 'anyone',
    does: 'Writes a note.',
    body: z.object({
      title: z.string('fieldInvalid').min(1, 'fieldRequired').max(20, 'fieldTooLong'),
      count: z.number().int().optional(),
      author: z.object({ name: z.string() }).optional(),
      code: z.string().min(1, 'POST_ID_REQUIRED').optional(),
    }),
    data: z.object({ title: z.string(), extra: z.boolean() }),
  }),
  'notes.read': endpoint({
    method: 'GET',
    path: '/api/notes/{id}',
    access: 'anyone',
    does: 'Reads a note.',
    params: z.object({ id: z.uuid() }),
    query: z.object({ page: z.string().optional() }),
    data: z.object({ id: z.string() }),
    top: z.object({ beside: z.string() }),
    errors: ['POST_NOT_FOUND'],
  }),
  'notes.touch': endpoint({
    method: 'POST',
    path: '/api/notes/touch',
    access: 'anyone',
    does: 'Takes no body.',
    data: z.object({}),
  }),
  'notes.file': endpoint({
    method: 'PUT',
    path: '/api/notes/file',
    access: 'anyone',
    does: 'Takes bytes.',
    bodyKind: 'octets',
    data: z.object({ bytes: z.number() }),
  }),
};

const id = '01a1f9cf-5c4f-7bda-8468-93f76c8ce627';

let server: TinyServer;
beforeAll(async () => {
  server = await createTinyServer({
    table,
    handlers: {
      'notes.write': async (_context, { body }) => ({ data: { title: body.title, extra: 'extra' in body } }),
      'notes.read': async (_context, { params }) => ({ data: { id: params.id }, beside: 'data' }),
      'notes.touch': async () => ({ data: {} }),
      'notes.file': async (_context, { request }) => {
        let bytes = 0;
        for await (const chunk of request.raw) bytes += chunk.length;
        return { data: { bytes } };
      },
    },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const write = (body: unknown) => server.json('POST', '/api/notes', body);

describe('the envelope', () => {
  it('of a success is data with what the row puts beside it', async () => {
    expect(await answerOf(await server.fetch(`/api/notes/${id}`))).toEqual({
      status: 200,
      body: { success: true, data: { id }, beside: 'data' },
    });
  });

  it('of a failure names sentence, code and fields', async () => {
    expect(await answerOf(await write({}))).toEqual({
      status: 400,
      body: {
        success: false,
        error: 'This value is not valid.',
        code: 'INVALID',
        fields: { title: 'This value is not valid.' },
      },
    });
  });

  it('speaks the language that Accept-Language wants', async () => {
    const response = await server.fetch('/api/nothing', {
      headers: { 'accept-language': 'de, ro;q=0.8, en;q=0.5' },
    });
    expect((await answerOf(response)).body.error).toBe(sentence('ro', 'NOT_FOUND'));
  });
});

describe('a body', () => {
  it('loses fields that nobody knows', async () => {
    expect(await answerOf(await write({ title: 'a', extra: 1 }))).toMatchObject({
      status: 200,
      body: { data: { title: 'a', extra: false } },
    });
  });

  it.each([
    ['_id'],
    ['id'],
    ['role'],
    ['isAdmin'],
    ['user_id'],
    ['userId'],
    ['likes'],
    ['views'],
    ['views_extra'],
    ['realLikesCount'],
    ['realViewsCount'],
    ['totalLikes'],
    ['totalViews'],
    ['deleted'],
    ['created_at'],
    ['password_hash'],
  ])('is refused for the privileged field %s', async (field) => {
    const { status, body } = await answerOf(await write({ title: 'a', [field]: 1 }));
    expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'INVALID', [field]]);
  });

  it('is refused for a privileged field in an object', async () => {
    const { status, body } = await answerOf(
      await write({ title: 'a', author: { name: 'b', role: 'admin' } }),
    );
    expect([status, Object.keys(body.fields)]).toEqual([400, ['author.role']]);
  });

  it('names nested fields by a dotted path, and those without a sentence by a general one', async () => {
    const { body } = await answerOf(await write({ title: 'a', count: 1.5, author: { name: 1 } }));
    expect(body.fields).toEqual({
      count: 'This value is not valid.',
      'author.name': 'This value is not valid.',
    });
  });

  it('fails with the code that a shape names', async () => {
    const { status, body } = await answerOf(await write({ title: 'a', code: '' }));
    expect([status, body.code, body.fields]).toEqual([
      400,
      'POST_ID_REQUIRED',
      { code: 'Post ID is required' },
    ]);
  });

  it.each([
    ['malformed', '{"title":', 'MALFORMED_JSON'],
    ['__proto__', '{"title":"a","__proto__":{"role":"admin"}}', 'MALFORMED_JSON'],
    ['constructor', '{"title":"a","constructor":{"prototype":{"role":1}}}', 'MALFORMED_JSON'],
    ['a list', '[]', 'INVALID'],
    ['a text', '"a"', 'INVALID'],
    ['null', 'null', 'INVALID'],
    ['a number', '1', 'INVALID'],
    ['a NUL', '{"title":"a\\u0000"}', 'INVALID'],
    ['a NUL in a name', '{"title":"a","a\\u0000":1}', 'INVALID'],
    ['far too deep', `{"title":"a","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'INVALID'],
    ['a text too long', `{"title":"${'a'.repeat(21)}"}`, 'INVALID'],
  ])('that is %s is 400', async (_name, text, code) => {
    const { status, body } = await answerOf(await write(text));
    expect([status, body.code, body.success]).toEqual([400, code, false]);
  });

  it('that is empty counts as an empty object', async () => {
    const { status, body } = await answerOf(await write(''));
    expect([status, Object.keys(body.fields)]).toEqual([400, ['title']]);
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['nonsense'],
  ])('of type %s is 415', async (type) => {
    const response = await server.fetch('/api/notes', {
      method: 'POST',
      headers: { 'content-type': type },
      body: 'title=a',
    });
    expect(await answerOf(response)).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
  });

  it('beyond the limit is 413, also where its length is not said', async () => {
    const large = JSON.stringify({ title: 'a'.repeat(70_000) });
    expect(await answerOf(await write(large))).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large));
        controller.close();
      },
    });
    const response = await server.fetch('/api/notes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(await answerOf(response)).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
  });

  it('far beyond the limit is answered before it is read', async () => {
    const huge = JSON.stringify({ title: 'a'.repeat(20_000_000) });
    expect(await answerOf(await write(huge))).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
  });

  it('is not minded where none is taken', async () => {
    const plain = await server.fetch('/api/notes/touch', { method: 'POST', body: 'whatever' });
    expect(plain.status).toBe(200);
    expect((await server.fetch('/api/notes/touch', { method: 'POST' })).status).toBe(200);
    expect((await server.json('POST', '/api/notes/touch', '')).status).toBe(200);
  });

  it('of bytes reaches the handler as it is, whatever its type', async () => {
    const response = await server.fetch('/api/notes/file', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"not": parsed',
    });
    expect(await answerOf(response)).toMatchObject({ status: 200, body: { data: { bytes: 14 } } });
  });
});

describe('an address', () => {
  it.each([
    ['no id', '/api/notes/nonsense', 404, 'POST_NOT_FOUND'],
    ['a NUL', '/api/notes/%00', 404, 'POST_NOT_FOUND'],
    ['too long', `/api/notes/${'a'.repeat(200)}`, 404, 'NOT_FOUND'],
    ['malformed percent-encoding', '/api/notes/%zz', 400, 'INVALID'],
    ['unknown', '/api/nothing', 404, 'NOT_FOUND'],
    ['a slash too many', `/api/notes/${id}/`, 404, 'NOT_FOUND'],
    ['a parameter twice', `/api/notes/${id}?page=1&page=2`, 400, 'INVALID'],
    ['a NUL in the query', `/api/notes/${id}?page=%00`, 400, 'INVALID'],
  ])('with %s', async (_name, path, status, code) => {
    const response = await server.fetch(path);
    expect(await answerOf(response)).toMatchObject({ status, body: { success: false, code } });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('takes what it takes and says so', async () => {
    const response = await server.fetch('/api/notes/touch', { method: 'DELETE' });
    expect(await answerOf(response)).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
    expect(response.headers.get('allow')).toBe('POST');
    const other = await server.json('PATCH', `/api/notes/${id}`, {});
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('answers HEAD where it answers GET', async () => {
    const response = await server.fetch(`/api/notes/${id}`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});
