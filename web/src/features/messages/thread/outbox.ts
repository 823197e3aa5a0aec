import { Outbox } from '../../../device/outbox.ts';

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

function isKept(value: unknown): value is KeptMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { clientId, partnerId, text, at, failed } = value as Record<string, unknown>;
  return (
    [clientId, partnerId, text, at].every((part) => typeof part === 'string') && typeof failed === 'boolean'
  );
}

/** A person's messages that wait on this device, oldest first, in all their tabs. */
export class MessageOutbox extends Outbox<KeptMessage> {
  constructor(userId: string) {
    super(userId, { name: 'message', isEntry: isKept });
  }

  to(partnerId: string): KeptMessage[] {
    return this.all().filter((message) => message.partnerId === partnerId);
  }
}
