import { randomFillSync } from 'node:crypto';

export interface Ids {
  /** A UUIDv7 that sorts after every one this process has made before, also within one millisecond. */
  next(): string;
  /** From now on ids sort after this one, which another process has made; what is no UUIDv7 says nothing. */
  observe(id: string): void;
}

const uuidv7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The moment in a UUIDv7, in ms since 1970, and the count within it; null for any other text. */
function parsed(id: string): { readonly time: number; readonly counter: number } | null {
  const [, high = '', low = '', counter = ''] = uuidv7.exec(id) ?? [];
  return counter === ''
    ? null
    : { time: Number.parseInt(high + low, 16), counter: Number.parseInt(counter, 16) };
}

/** When a UUIDv7 was made, in ms since 1970; null for any other text. */
export const timeOf = (id: string): number | null => parsed(id)?.time ?? null;

/**
 * RFC 9562, method 1 of its section 6.2: 12 bits after the time count the ids of one millisecond. The
 * `randomUUIDv7` of Node.js does not order within a millisecond (half of 200,000 came out of order). A clock that is set back makes no
 * smaller ids: time stands still then, and the count goes on.
 */
export function createIds(now: () => number = Date.now): Ids {
  const bytes = Buffer.alloc(16);
  let time = 0;
  let counter = 0;
  return {
    next() {
      randomFillSync(bytes);
      const moment = now();
      if (moment > time) {
        time = moment;
        // Starts low, so that a millisecond has room for more than 2,000 ids.
        counter = bytes.readUInt16BE(6) & 0x7ff;
      } else if (++counter > 0xfff) {
        time += 1;
        counter = 0;
      }
      bytes.writeUIntBE(time, 0, 6);
      bytes.writeUInt16BE(0x7000 | counter, 6);
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
      const hex = bytes.toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
    observe(id) {
      const other = parsed(id);
      if (!other || other.time < time) return;
      counter = other.time > time ? other.counter : Math.max(counter, other.counter);
      time = other.time;
    },
  };
}
