import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { machineRun } from './machine-run.ts';

/**
 * Which processes see each other: those of one run of a machine, and there of one namespace, as a container has its own.
 * Empty where it cannot be known.
 */
function neighbourhood(): string {
  const run = machineRun();
  try {
    if (run === '') return '';
    const namespace = readlinkSync('/proc/self/ns/pid');
    return createHash('sha256').update(`${run} ${namespace}`).digest('hex').slice(0, 12);
  } catch {
    return '';
  }
}

/** When a process began (proc(5), field 22, of which the second may hold spaces); null where there is none of this number. */
function beginOf(pid: string): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

const here = neighbourhood();

/** What no other process has, in letters, digits and dots. */
export const ownMark = [here, process.pid, beginOf(String(process.pid))].join('.');

/** Whether the process of a mark is there; null where this one cannot see it. */
export function isAlive(mark: string): boolean | null {
  const [place, pid = '', begin] = mark.split('.');
  if (here === '' || place !== here) return null;
  return beginOf(pid) === begin;
}
