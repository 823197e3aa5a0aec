import { readFileSync } from 'node:fs';

/** Linux counts in ticks of a hundredth of a second for programs, whatever its own are. */
const tickMs = 10;

/**
 * Milliseconds of processor time that a process has used so far, all its threads together; null where that is not known: on
 * systems other than Linux, or where the process is gone.
 */
export function processorMs(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: the second field is a name, which may hold spaces; utime and stime are
    // the 14th and 15th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return null;
  }
}
