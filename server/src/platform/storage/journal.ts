import { readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { whileRoom } from './room.ts';

const headBytes = 64;
const entryBytes = 4;
const takenBack = 0x8000_0000;

/**
 * Which run of the machine this is. What a killed process wrote is still with the system as long as that runs, and
 * lost with it. Empty where it cannot be known: no journal is believed then.
 */
function machineRun(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** One entry of the journal. */
export interface Entry {
  readonly part: number;
  /** False where the part was taken back. */
  readonly there: boolean;
}

/**
 * The parts of a file in the order in which they came, written without waiting for the disk: what a killed server had
 * taken is known to the next one, though it had not yet been made durable. After a power cut it counts for nothing.
 */
export class Journal {
  readonly #handle: FileHandle;
  /** What the process before this one wrote. */
  readonly entries: readonly Entry[];

  private constructor(handle: FileHandle, entries: readonly Entry[]) {
    this.#handle = handle;
    this.entries = entries;
  }

  static async open(path: string): Promise<Journal> {
    const handle = await open(path, 'a+', 0o600);
    const bytes = await handle.readFile();
    const run = machineRun();
    const head = Buffer.alloc(headBytes);
    head.write(run, 'latin1');
    if (run !== '' && bytes.subarray(0, headBytes).equals(head)) {
      await handle.truncate(bytes.length - (bytes.length % entryBytes));
      return new Journal(handle, entriesOf(bytes.subarray(headBytes)));
    }
    await whileRoom(async () => {
      await handle.truncate(0);
      await handle.appendFile(head);
    });
    return new Journal(handle, []);
  }

  async add({ part, there }: Entry): Promise<void> {
    const bytes = Buffer.alloc(entryBytes);
    bytes.writeUInt32LE(there ? part : part + takenBack);
    await whileRoom(() => this.#handle.write(bytes));
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** A last entry that is not whole was never answered. */
function entriesOf(bytes: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
    const value = bytes.readUInt32LE(at);
    entries.push(
      value >= takenBack ? { part: value - takenBack, there: false } : { part: value, there: true },
    );
  }
  return entries;
}
