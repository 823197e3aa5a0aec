import { password } from '../harness.ts';
import type { Random } from '../random.ts';
import { pick, type TextFor } from './values.ts';

const most = 12;
const strange = ['', ' ', '\0', '../..', '__proto__', '<b>', "'", '\ud800', 'x'.repeat(3000), '-1', '🙂'];

/** What a field is likely to take, where it is no id. */
const likely: Readonly<Record<string, readonly string[]>> = {
  content: ['<p>Hello</p>', '<p>Other words</p>'],
  password: [password],
  code: ['000000'],
  page: ['1', '2'],
  limit: ['1', '10'],
  chunkIndex: ['0', '1'],
  accent: ['#7a1f3d'],
  timeZone: ['Europe/Bucharest', 'UTC'],
  fileType: ['video/mp4', 'image/png'],
  confirm: ['DELETE_UNUSED_MEDIA'],
  endpoint: ['https://push.example.org/device'],
  email: ['somebody@example.org'],
  imageData: [
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ],
};

/** Fields of an answer that name something which somebody made. */
const names = new Set(['_id', 'postId', 'sessionId', 'url', 'code', 'token']);

/** What the calls of a sequence have made: it is used, deleted, and used again. */
export class Pool {
  readonly #made = new Map<string, string[]>();
  #names = 0;

  /** Remembers what an answer says to be there; `noun` is that of the call. */
  learn(noun: string, answer: unknown): void {
    if (typeof answer !== 'object' || answer === null) return;
    for (const [key, value] of Object.entries(answer)) {
      if (typeof value === 'object') this.learn(noun, value);
      else if (typeof value === 'string' && names.has(key)) this.#add(key === '_id' ? noun : key, value);
    }
  }

  #add(kind: string, value: string): void {
    const made = this.#made.get(kind) ?? [];
    if (!made.includes(value)) made.push(value);
    if (made.length > most) made.shift();
    this.#made.set(kind, made);
  }

  /** Texts for the fields of a call of a noun. */
  textFor(noun: string, random: Random): TextFor {
    return (field) => {
      if (random() < 0.04) return pick(strange, random);
      const found = this.#idFor(noun, field, random);
      if (found !== undefined) return found;
      if (field === 'username') {
        this.#names += random() < 0.7 ? 1 : 0;
        return `person_${this.#names}_${Math.floor(random() * 1e6)}`;
      }
      if (field === 'email') return `e${Math.floor(random() * 1e9)}@example.org`;
      return pick(likely[field] ?? ['words', 'other words'], random);
    };
  }

  #idFor(noun: string, field: string, random: Random): string | undefined {
    const kinds = {
      id: [noun],
      postId: ['postId', 'posts'],
      postIds: ['postId', 'posts'],
      draftId: ['postId', 'posts'],
      commentId: ['comments'],
      userId: ['accounts'],
      recipientId: ['accounts'],
      sessionId: ['sessionId'],
      before: ['messages'],
      mediaUrls: ['url'],
      url: ['url'],
      coverUrl: ['url'],
      iconUrl: ['url'],
      invitation: ['code'],
      code: ['code'],
      token: ['token'],
    }[field];
    if (!kinds) return undefined;
    const ids = [...(field === 'id' && noun === 'messages' ? ['accounts'] : kinds)].flatMap(
      (kind) => this.#made.get(kind) ?? [],
    );
    // The newest are used most, and those that are gone again.
    if (ids.length === 0) return undefined;
    return random() < 0.6 ? ids.at(-1) : pick(ids, random);
  }
}
