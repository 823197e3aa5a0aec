// What the upload is measured against: a node:http server that writes each body to its place in a file, and no more.
import { createWriteStream, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

const [file = ''] = process.argv.slice(2);
writeFileSync(file, '');

const server = createServer(async (request, response) => {
  const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
  const start = Number(query.get('chunkIndex')) * Number(query.get('chunkSize'));
  await pipeline(request, createWriteStream(file, { flags: 'r+', start }));
  response.setHeader('content-type', 'application/json').end('{"success":true}');
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
