import { deviceStorage } from '../../../device/storage.ts';

/** An open upload session, and of which file: a reload forgets the file, and the person picks it again. */
export interface KeptSession {
  readonly sessionId: string;
  readonly chunkSize: number;
  readonly totalChunks: number;
  readonly file: FileMark;
}

/** What tells a file from another one without reading it. */
export interface FileMark {
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
}

export const markOf = ({ name, size, lastModified }: File): FileMark => ({ name, size, lastModified });

export const sameFile = (one: FileMark, other: FileMark): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** Where the session of an upload is kept on this device. */
export interface SessionMemory {
  readonly get: () => KeptSession | null;
  readonly keep: (session: KeptSession) => void;
  readonly forget: () => void;
}

export function readMark(entry: unknown): FileMark | null {
  const { name, size, lastModified } = (entry ?? {}) as Partial<FileMark>;
  const whole = typeof name === 'string' && typeof size === 'number' && typeof lastModified === 'number';
  return whole ? { name, size, lastModified } : null;
}

function read(entry: unknown): KeptSession | null {
  const { sessionId, chunkSize, totalChunks, file } = (entry ?? {}) as Partial<KeptSession>;
  const mark = readMark(file);
  const whole =
    typeof sessionId === 'string' && typeof chunkSize === 'number' && typeof totalChunks === 'number';
  return whole && mark ? { sessionId, chunkSize, totalChunks, file: mark } : null;
}

/** One upload per form: `key` names the form. */
export const sessionMemory = (key: string): SessionMemory => ({
  get: () => read(deviceStorage.getJson(key)),
  keep: (session) => deviceStorage.setJson(key, session),
  forget: () => deviceStorage.remove(key),
});
