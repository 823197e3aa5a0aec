import { z } from 'zod';
import { isLoopback } from '../ip-addresses.ts';

/** A mail server that takes mail for delivery (RFC 6409), by `DUET_SMTP_URL`. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps:`, RFC 8314). */
  readonly secure: boolean;
  /**
   * Of a connection that begins in the clear: `required` fails without STARTTLS and a certificate that can be trusted, `never`
   * goes on in the clear.
   */
  readonly startTls: 'required' | 'never';
  readonly credentials: { readonly user: string; readonly pass: string } | null;
}

/** The sender of all mails. */
export interface MailFrom {
  /** Null where it is the name of the site. */
  readonly name: string | null;
  readonly address: string;
}

export interface MailSettings {
  readonly server: SmtpServer;
  readonly from: MailFrom;
  /** Where links in mails lead: an origin. */
  readonly origin: string;
}

/**
 * An address that stands in an envelope as it is: a dot-atom before the `@` (RFC 5322, 3.4.1; RFC 6531 lets it hold other
 * scripts), so that nothing in it can be taken for a second address, a group or a comment.
 */
const mailAddress =
  /^[^\s\p{Cc}\p{Cf}()<>[\]:;@\\,."]+(\.[^\s\p{Cc}\p{Cf}()<>[\]:;@\\,."]+)*@[\p{L}\p{N}\-_.]+$/u;

/** Whether mail can be sent to an address. Those of accounts may be older than this rule, or looser. */
export const isMailAddress = (text: string): boolean => text.length <= 254 && mailAddress.test(text);

const isSmtp = (text: string) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol);

/** `smtp://user:password@mail.example.org:587`, `smtps://…`; `?tls=none` for one in the clear. */
export const smtpUrl = z
  .string()
  .refine(isSmtp, 'is not an smtp:// or smtps:// address')
  .transform((text) => new URL(text))
  .refine(({ hostname }) => hostname !== '', 'has no host')
  .refine(
    ({ pathname, hash }) => /^\/?$/.test(pathname) && hash === '',
    'has more than host, port and account',
  )
  .refine(
    ({ search }) => ['', '?tls=none'].includes(search),
    'has other words than ?tls=none behind the host',
  )
  .refine(({ username, password }) => isDecodable(username) && isDecodable(password), 'has a wrong % in it')
  .refine(
    ({ username, password }) => (username === '') === (password === ''),
    'has an account without a password, or a password without an account',
  )
  .transform(serverOf);

function serverOf(url: URL): SmtpServer {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const secure = url.protocol === 'smtps:';
  // On the machine itself nobody listens, and the certificates of local servers are signed by nobody.
  const clear = url.search !== '' || isLoopback(host);
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  return {
    host,
    port: url.port === '' ? (secure ? 465 : clear ? 25 : 587) : Number(url.port),
    secure,
    startTls: clear ? 'never' : 'required',
    credentials: user === '' ? null : { user, pass },
  };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** `duet@example.org`, or `Ana & Radu <duet@example.org>`. */
export const mailFrom = z
  .string()
  .regex(/^[^\p{Cc}<>"]*<?[^\p{Cc}<>"]+>?$/u, 'is not an address')
  .transform((text): MailFrom => {
    const [, name = '', address = ''] = /^(.*)<([^<>]+)>$/u.exec(text.trim()) ?? [null, '', text.trim()];
    return { name: name.trim() || null, address: address.trim() };
  })
  .refine(({ address }) => isMailAddress(address), 'is not an address');
