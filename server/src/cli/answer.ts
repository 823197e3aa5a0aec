import type { Terminal } from './command.ts';

/** What a command found or did, in words for a person and as data for a program. */
export interface Answer {
  readonly lines: readonly string[];
  readonly data: unknown;
}

/** Writes the lines, or with `--json` the data as one JSON text. */
export function writeAnswer({ output }: Terminal, { lines, data }: Answer, json: boolean | undefined): void {
  output.write(json ? `${JSON.stringify(data, null, 2)}\n` : lines.map((line) => `${line}\n`).join(''));
}
