import { hostname } from 'node:os';
import { mailLimits } from '@duet/contract/mail/limits';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from '../platform/config/mail-settings.ts';

/** A mail as bytes, with the envelope that takes it there (RFC 5321). */
export interface Message {
  readonly from: string;
  readonly to: string;
  readonly bytes: Buffer;
}

/**
 * What became of a mail. `sent`: the mail server has taken it. `refused`: it never will (5xx). `retry`: not now, or the
 * connection was lost on the way. `unreachable`: it was not even begun, and the reason is none of this mail.
 */
export interface Outcome {
  readonly result: 'sent' | 'refused' | 'retry' | 'unreachable';
  /** What the mail server said, or why there is no answer. */
  readonly answer: string;
  /** Of `refused`: it is the recipient whom the mail server does not have, and not this mail. */
  readonly unknownRecipient?: boolean;
}

interface SmtpFault extends Error {
  readonly command?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly response?: string | undefined;
}

/** Sends one mail over a connection of its own. Answers an outcome and never throws for what the other side does. */
export async function sendMessage(
  server: SmtpServer,
  { from, to, bytes }: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  const connection = await openConnection(server);
  const close = () => connection.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    const fault = await greet(connection, server, signal);
    if (fault) return { result: 'unreachable', answer: answerOf(fault) };
    return await new Promise<Outcome>((resolve) => {
      const lost = (error: Error) => resolve({ result: 'retry', answer: answerOf(error) });
      connection.on('error', lost);
      connection.on('end', () => lost(new Error('The connection was closed')));
      connection.send({ from, to, size: bytes.length }, bytes, (error, info) => {
        if (error) resolve(outcomeOf(error));
        else resolve({ result: 'sent', answer: info?.response ?? '' });
      });
    });
  } finally {
    signal.removeEventListener('abort', close);
    // After the answer to the message nothing of it depends on the end of the connection.
    connection.on('error', () => {});
    connection.quit();
    setTimeout(close, mailLimits.stopMs).unref();
  }
}

/** Whether the mail server answers and takes the account; null where it does, else why not. */
export async function checkServer(server: SmtpServer, signal: AbortSignal): Promise<string | null> {
  const connection = await openConnection(server);
  try {
    const fault = await greet(connection, server, signal);
    return fault && answerOf(fault);
  } finally {
    connection.on('error', () => {});
    connection.close();
  }
}

/** Loaded where mail is sent: most sites do without. */
async function openConnection(server: SmtpServer): Promise<SMTPConnection> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const { host, port, secure, startTls } = server;
  return new Connection({
    ...{ host, port, secure, name: nameOf() },
    ...(startTls === 'required' ? { requireTLS: !secure } : { ignoreTLS: true }),
    connectionTimeout: mailLimits.connectMs,
    greetingTimeout: mailLimits.connectMs,
    dnsTimeout: mailLimits.connectMs,
    socketTimeout: mailLimits.silenceMs,
  });
}

/** What a machine calls itself in EHLO; one without a full name says so (RFC 5321, 4.1.3). */
const nameOf = (): string => (/^[\w-]+(\.[\w-]+)+$/.test(hostname()) ? hostname() : '[127.0.0.1]');

/** Connects and signs in; the error where that fails. */
function greet(
  connection: SMTPConnection,
  { credentials }: SmtpServer,
  signal: AbortSignal,
): Promise<Error | null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(new Error('The server stops'));
    signal.addEventListener('abort', () => resolve(new Error('It took too long')), { once: true });
    connection.once('error', resolve);
    connection.once('end', () => resolve(new Error('The connection was closed')));
    connection.connect((error) => {
      if (error || !credentials) return resolve(error ?? null);
      connection.login({ user: credentials.user, pass: credentials.pass }, (refusal) => resolve(refusal));
    });
  });
}

function outcomeOf(error: SmtpFault): Outcome {
  const { responseCode: code = 0 } = error;
  const answer = answerOf(error);
  // The server closes, or wants an account (RFC 5321, 3.8; RFC 4954, 6): that is no word on this mail.
  if (code === 421 || code === 530 || code === 535) return { result: 'unreachable', answer };
  if (code < 500 || code >= 600) return { result: 'retry', answer };
  // 5.7 is about what may be sent, and by whom (RFC 3463, 3.8): nothing of the address.
  const unknownRecipient = error.command === 'RCPT TO' && !/\b5\.7\.\d/.test(answer);
  return { result: 'refused', answer, unknownRecipient };
}

const answerOf = ({ response, message }: SmtpFault): string =>
  (response || message)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, mailLimits.answerChars);
