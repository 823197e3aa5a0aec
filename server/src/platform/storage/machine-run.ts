import { readFileSync } from 'node:fs';

/**
 * Which run of the machine this is. What a killed process wrote is still with the system as long as that runs, and
 * lost with it. Empty where it cannot be known.
 */
export function machineRun(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
