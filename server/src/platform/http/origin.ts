import type { FastifyRequest } from 'fastify';
import type { PlatformContext } from '../context.ts';
import { Failure } from '../failure.ts';

/** The site's own address, else the one under which the caller has reached it; INVALID where that is none. */
export const originOf = (
  { config }: Pick<PlatformContext, 'config'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string => config.publicUrl ?? originReached(`${protocol}://${host}`);

function originReached(address: string): string {
  if (!URL.canParse(address)) throw new Failure('INVALID', { log: 'the host of a request is none' });
  return new URL(address).origin;
}
