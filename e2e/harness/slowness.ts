import { argon2Sync } from 'node:crypto';

/** What a hash costs, in ms of the processor, on the machine on which the limits of these tests were set. */
const usualMs = 90;

/** The least of some: what else runs beside it only ever adds. */
function hashMs(): number {
  const parameters = { message: 'slow?', nonce: Buffer.alloc(16), parallelism: 1, tagLength: 32 };
  const taken = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    argon2Sync('argon2id', { ...parameters, memory: 47_104, passes: 1 });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...taken);
}

/** Measured once for a run: the process that starts it tells its workers. */
process.env.DUET_E2E_SLOWNESS ??= String(Math.max(1, hashMs() / usualMs));

/**
 * How many times as long the same work takes the processor of this machine as it took that one; at least 1. What a test waits
 * for may take that much longer, and what it measures by the clock too.
 */
export const slowness = Number(process.env.DUET_E2E_SLOWNESS);
