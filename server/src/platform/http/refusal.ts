import type { ErrorCode } from '@duet/contract/errors';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from '../ip-addresses.ts';

/** A call that was answered with a failure, for who keeps watch. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly method: string;
  /** As it is registered, without ids: `/api/users/:id`. */
  readonly route: string;
  readonly viewerId: string | null;
  readonly address: string;
}

/** Told of every refused call before its answer leaves; must neither throw nor wait. */
export type OnRefusal = (refusal: Refusal) => void;

export function refusalOf(code: ErrorCode, request: FastifyRequest): Refusal {
  return {
    code,
    method: request.method,
    route: request.routeOptions.url ?? '',
    viewerId: request.caller?.viewer?.id ?? null,
    address: plainAddress(request.ip),
  };
}
