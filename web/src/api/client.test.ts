import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { bearer } from './bearer.ts';
import { address, call, callVersioned } from './client.ts';
import { CallFailure } from './failure.ts';
import { leavePage, returnToPage } from './page-left.ts';
import { wantedProof } from './proof.ts';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly cache: RequestCache | undefined;
}

const sent: Sent[] = [];

/** Answers one call after the other with what stands here. */
function answering(...answers: [status: number, answer: unknown, headers?: HeadersInit][]): void {
  vi.stubGlobal('fetch', async (url: string, { method, headers, body, cache }: RequestInit) => {
    sent.push({ url, method: method ?? '', headers: new Headers(headers), body, cache });
    const [status, answer, answered = {}] = answers.shift() ?? [500, {}];
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    return new Response(text, { status, headers: answered });
  });
}

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await setLanguage('en');
});
beforeEach(() => {
  sent.length = 0;
  bearer.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.stubGlobal('document', { documentElement: {} });
});

describe('a call', () => {
  it('goes where the contract says, in the chosen language, without a token as a guest', async () => {
    answering([200, { success: true, data: { posts: [] } }]);
    const { data } = await call('posts.feed', { query: { page: 2, limit: 20, sort: undefined } });
    expect(data).toEqual({ posts: [] });
    expect(sent[0]).toMatchObject({ url: '/api/posts?page=2&limit=20', method: 'GET' });
    expect(sent[0]?.headers.get('Accept-Language')).toBe('en');
    expect(sent[0]?.headers.has('Authorization')).toBe(false);
  });
  it('asks past what servers keep for a moment after it has written, and after a try to', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const feed = () => call('posts.feed', {});
    const like = () => call('posts.like', { body: { postId: '1' } });
    const asked = () => sent.at(-1)?.cache;
    const good: [number, unknown] = [200, { success: true, data: {} }];
    answering(good, good, good, good, [503, {}], good, good, good);
    vi.advanceTimersByTime(60_000);
    await feed();
    expect(asked()).toBeUndefined();
    await like();
    await feed();
    expect(asked()).toBe('reload');
    vi.advanceTimersByTime(1500);
    await feed();
    expect(asked()).toBeUndefined();
    await expect(like()).rejects.toThrow();
    await feed();
    expect(asked()).toBe('reload');
    vi.advanceTimersByTime(1500);
    await call('messages.conversation', { params: { id: '1' } });
    await feed();
    expect(asked()).toBe('reload');
    vi.useRealTimers();
  });
  it('carries the token and a JSON body [API-01]', async () => {
    bearer.keep('duet_x');
    answering([200, { success: true, data: {} }]);
    await call('accounts.savePreferences', { body: { language: 'ro' } });
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer duet_x');
    expect(sent[0]?.headers.get('Content-Type')).toBe('application/json');
    expect(sent[0]?.body).toBe('{"language":"ro"}');
  });
  it('names the version that it changes, and answers the one that it made', async () => {
    const post = { _id: '1' };
    // A proxy that compresses has marked the second one as weak.
    answering(
      [200, { success: true, data: { post } }, { etag: '"b"' }],
      [412, { success: false, code: 'CHANGED_MEANWHILE', data: { post } }, { etag: 'W/"c"' }],
    );
    const change = { params: { id: '1' }, body: { title: 'x' }, ifMatch: '"a"' };
    expect((await callVersioned('posts.update', change)).entityTag).toBe('"b"');
    await expect(call('posts.update', change)).rejects.toMatchObject({ status: 412, entityTag: '"c"' });
    expect(sent.map(({ headers }) => headers.get('If-Match'))).toEqual(['"a"', '"a"']);
  });
  it('lets the browser name the type of a form', async () => {
    answering([200, { success: true, data: {} }]);
    await call('media.uploadImage', { body: new FormData() });
    expect(sent[0]?.headers.has('Content-Type')).toBe(false);
  });
  it('fails with what the server said', async () => {
    answering([409, { success: false, error: 'Username already exists', code: 'USERNAME_TAKEN' }]);
    const failure = await call('accounts.register', {
      body: { username: 'a', email: 'b', password: 'c' },
    }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallFailure);
    expect(failure).toMatchObject({
      status: 409,
      code: 'USERNAME_TAKEN',
      message: 'Username already exists',
    });
  });
  it.each([
    [500, {}],
    [502, '<html>Bad gateway</html>'],
    [200, { success: false }],
    [200, 'not JSON'],
  ])('fails with the general sentence for %i %j [API-10]', async (status, answer) => {
    answering([status, answer]);
    await expect(call('posts.feed')).rejects.toMatchObject({ message: 'An unexpected error occurred' });
  });
  it('fails with a friendly sentence where no answer comes', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call('posts.feed')).rejects.toMatchObject({ status: 0, message: /No connection/ });
  });
  it('that the browser breaks off because the page is left fails only once somebody returns to it', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    leavePage();
    const failed = vi.fn();
    const asked = call('posts.feed').catch(failed);
    await new Promise((resolve) => setTimeout(resolve));
    expect(failed).not.toHaveBeenCalled();
    returnToPage();
    await asked;
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ status: 0 }));
  });
  it('is given up after its time', async () => {
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    });
    await expect(call('posts.feed', { timeoutMs: 5 })).rejects.toMatchObject({
      status: 0,
      message: /too long/,
    });
  });
  it("stays the caller's abort", async () => {
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    });
    const control = new AbortController();
    const made = call('posts.feed', { signal: control.signal });
    control.abort();
    await expect(made).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a dead token', () => {
  it('is forgotten, and what only reads is asked for again as a guest', async () => {
    const ended = vi.fn();
    bearer.onEnd(ended);
    bearer.keep('duet_dead');
    answering(
      [401, { success: false, error: 'Ended', code: 'SESSION_ENDED', reason: 'role' }],
      [200, { success: true, data: { posts: [] } }],
    );
    await call('posts.feed');
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer duet_dead', null]);
    expect(bearer.token()).toBeNull();
    expect(ended.mock.calls).toEqual([['role']]);
    expect(bearer.endReason()).toBe('role');
  });
  it('is forgotten, and what writes fails with what the server said, unrepeated', async () => {
    bearer.keep('duet_dead');
    answering([401, { success: false, error: 'Your session has ended.', code: 'SESSION_ENDED' }]);
    const written = call('views.record', { body: { postIds: ['p'] } });
    await expect(written).rejects.toMatchObject({
      code: 'SESSION_ENDED',
      message: 'Your session has ended.',
    });
    expect(sent).toHaveLength(1);
    expect(bearer.token()).toBeNull();
  });
  it('leaves alone the one that has taken its place', async () => {
    bearer.keep('duet_new');
    bearer.forget('duet_old', undefined);
    expect(bearer.token()).toBe('duet_new');
  });
});

describe('a call that wants a proof of who calls', () => {
  const refused: [number, unknown] = [403, { success: false, code: 'PROOF_NEEDED' }];
  const good: [number, unknown] = [200, { success: true, data: {} }];
  const proof = { body: { password: 'x' } };

  it('is made again once the person has given it', async () => {
    bearer.keep('duet_ana');
    answering(refused, good);
    const made = call('accounts.prove', proof);
    await vi.waitFor(() => expect(wantedProof()).not.toBeNull());
    wantedProof()?.answer(true);
    await made;
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual([
      'Bearer duet_ana',
      'Bearer duet_ana',
    ]);
  });
  it('is not made again as somebody else', async () => {
    bearer.keep('duet_ana');
    answering(refused, good);
    const made = call('accounts.prove', proof);
    await vi.waitFor(() => expect(wantedProof()).not.toBeNull());
    bearer.keep('duet_dan');
    wantedProof()?.answer(true);
    await expect(made).rejects.toMatchObject({ code: 'PROOF_NEEDED' });
    expect(sent).toHaveLength(1);
  });
});

describe('an address', () => {
  it('has its parts and query percent-encoded', () => {
    expect(address('posts.detail', { id: 'a/b' }, { q: 'ă&b', none: undefined })).toBe(
      '/api/posts/a%2Fb?q=%C4%83%26b',
    );
  });
});
