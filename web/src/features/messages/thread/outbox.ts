import { KeptList } from '../../../device/kept-list.ts';
import { deviceStorage } from '../../../device/storage.ts';

/** A message as this device keeps it until the server has it. */
export interface KeptMessage {
  readonly clientId: string;
  readonly partnerId: string;
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
  /** The person has seen that it failed, and decides; otherwise it goes by itself. */
  readonly failed: boolean;
  /** Why it failed, where the server said so. */
  readonly reason: string | null;
}

/** Where the messages of all people on this device begin. */
export const outboxKey = 'duet.outbox';
const keyOf = (userId: string): string => `${outboxKey}.${userId}`;

function isKept(value: unknown): value is KeptMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { clientId, partnerId, text, at, failed } = value as Record<string, unknown>;
  return (
    [clientId, partnerId, text, at].every((part) => typeof part === 'string') && typeof failed === 'boolean'
  );
}

/** A person's messages that wait on this device, oldest first, in all their tabs. */
export class Outbox {
  readonly #former: string;
  readonly #list: KeptList<KeptMessage>;

  constructor(userId: string) {
    this.#former = keyOf(userId);
    this.#list = new KeptList(keyOf(userId), isKept);
  }

  all(): KeptMessage[] {
    this.#takeOver();
    return this.#list.all();
  }

  to(partnerId: string): KeptMessage[] {
    return this.all().filter((message) => message.partnerId === partnerId);
  }

  has(clientId: string): boolean {
    return this.#list.has(clientId);
  }

  /** Adds a message, or puts another word about it in its place. */
  put(message: KeptMessage): void {
    this.#list.put(message);
  }

  remove(clientId: string): void {
    this.#list.remove(clientId);
  }

  /** The version before kept them in one piece, and a tab that is still open may do so again. */
  #takeOver(): void {
    const kept = deviceStorage.getJson(this.#former);
    if (kept === null) return;
    for (const message of Array.isArray(kept) ? kept.filter(isKept) : []) {
      this.#list.put({ ...message, reason: null });
    }
    deviceStorage.remove(this.#former);
  }
}
