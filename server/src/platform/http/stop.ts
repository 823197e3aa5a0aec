import type { FastifyInstance } from 'fastify';

/** Of the 10 s in which a server has to be gone, those that requests in flight may take. */
const graceMs = 8000;

/** Takes no new request, lets those in flight finish, and cuts what has not finished in time. */
export async function stopServer(app: FastifyInstance, stopping: AbortController): Promise<void> {
  stopping.abort();
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
