import type { Readable, Writable } from 'node:stream';

/** Where a command reads and writes. `input` is a terminal where it `isTTY`. */
export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable;
  readonly errors: Writable;
}

/** One command of `npm run duet -- …`, in a file of its own. */
export interface Command {
  /** All that `--help` prints. */
  readonly help: string;
  /** Does it; fails by throwing (see `dispatch`). */
  run(words: readonly string[], terminal: Terminal): Promise<void>;
}

/** The words make no sense: said together with the way to the help, and the command ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** It cannot be done, and the sentence says why; the command ends with 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
