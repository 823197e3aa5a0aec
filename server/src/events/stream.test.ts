import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { EventStream, maxUnreadBytes } from './stream.ts';

const viewer = {
  id: 'one',
  username: 'one',
  displayName: '',
  role: 'user',
  accountRole: 'user',
  language: null,
  sessionId: 'session',
} as const;

it('cuts a reader who does not read, instead of keeping everything for them', async () => {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const { promise: opened, resolve: open } = Promise.withResolvers<EventStream>();
  let held = 0;
  const server = createServer((_request, response) => {
    const stream = new EventStream(viewer, response);
    stream.begin({ 'content-type': 'text/event-stream' }, close);
    open(stream);
    response.on('close', () => {
      held = response.writableLength;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  request.on('error', () => {});
  const [response] = await once(request, 'response');
  response.on('error', () => {});
  response.pause();

  const stream = await opened;
  const text = `data: ${'x'.repeat(32 * 1024)}\n\n`;
  let isOpen = true;
  void closed.then(() => {
    isOpen = false;
  });
  let sent = 0;
  while (isOpen && sent < 100_000) {
    stream.send(text);
    sent += 1;
    if (sent % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await closed;
  // What the kernel took is gone; what the process held is a little more than the limit at most.
  expect(held).toBeLessThanOrEqual(maxUnreadBytes + 2 * text.length);
  expect(sent).toBeLessThan(100_000);
  stream.send(text);
  stream.end();
  response.destroy();
  server.close();
});
