import type { FastifyReply, FastifyRequest } from 'fastify';
import { smallBodyBytes } from '../admission/admission.ts';
import type { ByteBudget } from '../admission/byte-budget.ts';
import { onceClosed } from './once-closed.ts';

interface Body {
  readonly budget: ByteBudget;
  /** The largest that the route takes, in bytes: what a body without a length may have. */
  readonly limit: number;
}

/**
 * Takes the announced bytes of a body that is read as a whole from the budget of all, until the answer is out. Throws OVERLOADED
 * where so much is not free: the body is not read then, and the connection closed.
 */
export function reserveBody(request: FastifyRequest, reply: FastifyReply, { budget, limit }: Body): void {
  const { headers } = request;
  const chunked = headers['transfer-encoding'] !== undefined;
  const announced = chunked ? limit : Number(headers['content-length'] ?? 0);
  if (announced <= smallBodyBytes) return;
  try {
    const reserved = budget.take(announced);
    onceClosed(reply.raw, () => reserved[Symbol.dispose]());
  } catch (error) {
    reply.header('connection', 'close');
    throw error;
  }
}
