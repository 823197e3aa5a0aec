import { deviceStorage } from '../../../device/storage.ts';

/** A message as this device keeps it until the server has it. */
export interface KeptMessage {
  readonly clientId: string;
  readonly partnerId: string;
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
  /** The person has seen that it failed; otherwise it was still on its way. */
  readonly failed: boolean;
}

const keyOf = (userId: string): string => `duet.outbox.${userId}`;

function isKept(value: unknown): value is KeptMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { clientId, partnerId, text, at, failed } = value as Record<string, unknown>;
  return (
    [clientId, partnerId, text, at].every((part) => typeof part === 'string') && typeof failed === 'boolean'
  );
}

/**
 * A person's messages that wait on this device, oldest first. Every change begins from what is stored, because
 * other tabs of the same person write there too.
 */
export class Outbox {
  readonly #key: string;

  constructor(userId: string) {
    this.#key = keyOf(userId);
  }

  all(): KeptMessage[] {
    const kept = deviceStorage.getJson(this.#key);
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  }

  to(partnerId: string): KeptMessage[] {
    return this.all().filter((message) => message.partnerId === partnerId);
  }

  /** Adds a message, or puts another word about it in its place. */
  put(message: KeptMessage): void {
    const kept = this.all();
    const at = kept.findIndex(({ clientId }) => clientId === message.clientId);
    if (at < 0) this.#write([...kept, message]);
    else this.#write(kept.map((other, index) => (index === at ? message : other)));
  }

  remove(clientId: string): void {
    this.#write(this.all().filter((message) => message.clientId !== clientId));
  }

  #write(kept: readonly KeptMessage[]): void {
    if (kept.length === 0) deviceStorage.remove(this.#key);
    else deviceStorage.setJson(this.#key, kept);
  }
}
