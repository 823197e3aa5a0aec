// What reads are measured against: Fastify with a string of as many bytes as the address says, and with a 304.
import fastify from 'fastify';

const app = fastify();
const kept = new Map<number, string>();

app.get<{ Params: { bytes: string } }>('/kept/:bytes', (request, reply) => {
  const bytes = Number(request.params.bytes);
  let text = kept.get(bytes);
  if (text === undefined) {
    text = 'x'.repeat(bytes);
    kept.set(bytes, text);
  }
  reply.header('content-type', 'application/json; charset=utf-8').send(text);
});

app.get('/unchanged', (request, reply) => {
  reply.header('etag', '"kept"');
  if (request.headers['if-none-match'] === '"kept"') reply.code(304).send();
  else reply.send('kept');
});

console.log(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
