import type { FastifyRequest } from 'fastify';
import type { PlatformContext } from '../context.ts';

/** The site's own address, else the one under which the caller has reached it. */
export const originOf = (
  { config }: Pick<PlatformContext, 'config'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string => config.publicUrl ?? `${protocol}://${host}`;
