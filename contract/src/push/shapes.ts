import { z } from 'zod';
import { limits } from '../limits.ts';
import { id, isoTime } from '../schemas.ts';

const endpointUrl = z
  .string('fieldRequired')
  .min(1, 'fieldRequired')
  .max(limits.push.endpointMaxChars, 'fieldTooLong');

/** base64url of so many bytes, with or without padding. */
const bytes = (chars: number) =>
  z.string('fieldRequired').regex(new RegExp(`^[\\w-]{${chars}}={0,2}$`), 'fieldInvalid');

/** What a browser's `PushSubscription` is as JSON (RFC 8291): where to send, and for whose eyes. */
export const subscribeBody = z.object({
  endpoint: endpointUrl,
  expirationTime: z.number('fieldInvalid').nullable().optional(),
  keys: z.object(
    {
      /** The device's public key: an uncompressed point of P-256, 65 bytes. */
      p256dh: bytes(87),
      /** 16 bytes. */
      auth: bytes(22),
    },
    'fieldRequired',
  ),
});

export const unsubscribeBody = z.object({ endpoint: endpointUrl });

export const subscription = z.object({ _id: id, endpoint: z.string(), created_at: isoTime });
export type Subscription = z.output<typeof subscription>;

/** A notification as it reaches the device, encrypted. The service worker shows it as it stands. */
export interface PushPayload {
  readonly kind: 'message' | 'post' | 'comment' | 'report' | 'waiting';
  /** Notifications of one tag are one on the screen. */
  readonly tag: string;
  readonly lang: 'en' | 'ro';
  readonly title: string;
  readonly body: string;
  /** What stands there from the second of a tag on: a form for each of the language's plurals, with `{count}`. */
  readonly many: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
  /** A path of the app. */
  readonly url: string;
  /** When it happened, in milliseconds since 1970. */
  readonly at: number;
}
