import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';
import { GuestHub, guestStreams } from './guest-hub.ts';
import { Hub } from './hub.ts';
import { EventStream, Stream } from './stream.ts';

const headers = { 'content-type': 'text/event-stream' };

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

/** Makes requests whose reader leaves before they are answered, as while a token is looked up. */
async function leavingReaders() {
  let left: (response: ServerResponse) => void = () => {};
  const server = createServer((_request, response) => {
    response.once('close', () => setImmediate(left, response));
    response.writeProcessing();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    next: () =>
      new Promise<ServerResponse>((resolve) => {
        left = resolve;
        const request = get({ host: '127.0.0.1', port });
        request.once('information', () => request.destroy()).on('error', () => {});
      }),
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

it('guests who left before their stream began leave room for others of their address', async () => {
  await using readers = await leavingReaders();
  using hub = new GuestHub(harness.context);
  for (let n = 0; n < guestStreams.ofOneAddress; n += 1)
    hub.open(new Stream(await readers.next()), headers, '192.0.2.1');
  await expect.poll(() => hub.hasRoom('192.0.2.1')).toBe(true);
});

it('streams of a person who left before they began end no stream that is read', async () => {
  await using readers = await leavingReaders();
  const person = await harness.person('reloads');
  const { sessions } = (await person.call('accounts.sessions')).body.data;
  const viewer = {
    id: person.id,
    username: 'reloads',
    displayName: '',
    role: 'user',
    accountRole: 'user',
    language: null,
    sessionId: sessions[0]?._id ?? '',
  } as const;
  using hub = new Hub(harness.context);
  const { promise: outcome, resolve: end } = Promise.withResolvers<string>();
  const server = createServer((_request, response) => {
    response.once('close', () => end('ended'));
    hub.open(new EventStream(viewer, response), headers, null);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const [answer] = await once(
    get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }),
    'response',
  );
  answer.on('error', () => {});
  // One more than a person may have at once.
  for (let n = 0; n < 21; n += 1) hub.open(new EventStream(viewer, await readers.next()), headers, null);
  answer.on('data', (data: Buffer) => String(data).includes('still there') && end('read'));
  const admin = await harness.admin();
  await person.call('messages.send', { body: { recipientId: admin.id, message: 'still there' } });
  expect(await outcome).toBe('read');
  server.closeAllConnections();
  server.close();
});
