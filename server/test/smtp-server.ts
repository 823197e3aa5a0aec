import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { MailSettings } from '../src/platform/config/mail-settings.ts';

/** A mail that the server has taken: it said 250. */
interface TakenMail extends Email {
  /** Of the envelope. */
  readonly recipient: string;
}

type Stage = 'connect' | 'recipient' | 'data';

/** What the server does at a stage in place of taking the mail. */
type Fault = (recipient: string) =>
  | { readonly code: number; readonly says: string }
  /** The connection ends without an answer; of `data` the mail is read to its end before. */
  | 'cut'
  /** Takes the mail, writes it down as taken, and ends the connection before it says so. */
  | 'taken and cut'
  | null;

/** A real SMTP server (RFC 5321), which can be made to fail. */
export class TestSmtpServer implements AsyncDisposable {
  readonly taken: TakenMail[] = [];
  /** How often a mail was begun: its recipient named. */
  begun = 0;
  readonly faults: Partial<Record<Stage, Fault>> = {};
  /** Waited for before a mail to a recipient is taken. */
  hold: (recipient: string) => Promise<void> | undefined = () => undefined;
  #server: SMTPServer | null = null;
  #port = 0;

  /** Settings of a site that sends through this server. */
  settings(more: Partial<MailSettings> = {}): MailSettings {
    return {
      server: { host: '127.0.0.1', port: this.#port, secure: false, startTls: 'never', credentials: null },
      from: { name: null, address: 'duet@site.example' },
      origin: 'https://duet.example.org',
      ...more,
    };
  }

  /** Listens, on the port of before where it has listened already. */
  async start(): Promise<this> {
    const error = (fault: ReturnType<Fault>) =>
      fault && typeof fault === 'object'
        ? Object.assign(new Error(fault.says), { responseCode: fault.code })
        : null;
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      closeTimeout: 100,
      logger: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'duet' && password === 'right' ? done(null, { user: 'duet' }) : done(new Error('no')),
      onConnect: (_session, done) => done(error(this.faults.connect?.('') ?? null)),
      onRcptTo: ({ address }, _session, done) => {
        this.begun += 1;
        done(error(this.faults.recipient?.(address) ?? null));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          const recipient = session.envelope.rcptTo[0]?.address ?? '';
          const fault = this.faults.data?.(recipient) ?? null;
          const mail = await PostalMime.parse(Buffer.concat(chunks));
          await this.hold(recipient);
          if (fault === 'taken and cut' || fault === null) this.taken.push({ ...mail, recipient });
          if (typeof fault === 'string') this.#cut(session.id);
          else done(error(fault));
        });
      },
    });
    server.on('error', () => {});
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** Mails to an address, the oldest first. */
  to(address: string): TakenMail[] {
    return this.taken.filter(({ recipient }) => recipient === address);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #cut(sessionId: string): void {
    for (const connection of this.#server?.connections ?? []) {
      if (connection.session?.id === sessionId || connection.id === sessionId) connection.close();
    }
  }
}

/** The address of the link in a mail, as its text has it. */
export function linkIn(mail: TakenMail): URL {
  const found = /^https?:\/\/\S+$/m.exec(mail.text ?? '')?.[0];
  if (!found) throw new Error(`no link in: ${mail.text}`);
  return new URL(found);
}
