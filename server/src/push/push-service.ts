import type { ClientRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { nodeHttp } from '../platform/node-http.ts';
import { createPublicLookup } from './public-lookup.ts';
import { maySendTo } from './push-endpoint.ts';
import type { Vapid } from './vapid.ts';

interface PushMessage {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** At most about 3,900 bytes. */
  readonly payload: string;
  /** How long the push service keeps it for a device that is not there. */
  readonly ttlSeconds: number;
  readonly urgency: 'high' | 'normal';
}

/** What became of it: gone devices are forgotten, `retry` may work later, `refused` never will. */
export type Outcome =
  | { readonly result: 'sent' | 'gone' | 'refused'; readonly status: number | null }
  | { readonly result: 'retry'; readonly status: number | null; readonly afterMs: number | null };

interface Sender {
  readonly vapid: Vapid;
  readonly allowedOrigins: readonly string[];
  readonly signal: AbortSignal;
}

const timeoutMs = 10_000;

const lookup = createPublicLookup();

/** Encrypts a notification for one device (RFC 8291) and hands it to its push service, signed (RFC 8292). */
export async function sendPush(
  message: PushMessage,
  { vapid, allowedOrigins, signal }: Sender,
): Promise<Outcome> {
  if (!maySendTo(message.endpoint, allowedOrigins)) return { result: 'gone', status: null };
  try {
    const { headers, body } = await encrypted(message, vapid);
    const url = new URL(message.endpoint);
    const open = url.protocol === 'https:' ? httpsRequest : nodeHttp.request;
    const request = open(url, {
      method: 'POST',
      headers: headers as Record<string, string | number>,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...(allowedOrigins.includes(url.origin) ? {} : { lookup }),
    });
    return outcomeOf(await answered(request, body));
  } catch {
    // No answer: no network, no such host, too slow, or the server stops.
    return { result: 'retry', status: null, afterMs: null };
  }
}

async function encrypted(
  { endpoint, p256dh, auth, payload, ttlSeconds, urgency }: PushMessage,
  vapid: Vapid,
) {
  const { default: webPush } = await import('web-push');
  return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: vapid,
    TTL: ttlSeconds,
    urgency,
    contentEncoding: 'aes128gcm',
  });
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

function answered(request: ClientRequest, body: Buffer | null): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      response.once('error', () => {});
      response.resume();
    });
    request.end(body);
  });
}

function outcomeOf({ status, retryAfter }: Answer): Outcome {
  if (status >= 200 && status < 300) return { result: 'sent', status };
  if (status === 404 || status === 410) return { result: 'gone', status };
  if (status === 429 || status >= 500) return { result: 'retry', status, afterMs: milliseconds(retryAfter) };
  return { result: 'refused', status };
}

/** `Retry-After` in seconds or as a date. */
function milliseconds(retryAfter: string | undefined): number | null {
  if (!retryAfter) return null;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
