import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail that the server has taken: it said 250. */
export interface TakenMail extends Email {
  /** Of the envelope. */
  readonly recipient: string;
}

/** A real SMTP server (RFC 5321) for a site to send its mail through. */
export class MailServer {
  readonly taken: TakenMail[] = [];
  /** How often a mail was begun: its recipient named. */
  begun = 0;
  /** Waited for after a mail has arrived, before it is taken. */
  hold: Promise<void> | null = null;
  /** Which recipients it does not know, for good. */
  refuses: (address: string) => boolean = () => false;
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      closeTimeout: 100,
      logger: false,
      onRcptTo: ({ address }, _session, done) => {
        this.begun += 1;
        const refusal = Object.assign(new Error('5.1.1 Nobody has this address'), { responseCode: 550 });
        done(this.refuses(address) ? refusal : null);
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          await this.hold;
          const recipient = session.envelope.rcptTo[0]?.address ?? '';
          this.taken.push({ ...(await PostalMime.parse(Buffer.concat(chunks))), recipient });
          done();
        });
      },
    });
    this.#server.on('error', () => {});
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  /** Settings of a site that sends through this server. */
  get settings(): Readonly<Record<string, string>> {
    return {
      DUET_SMTP_URL: `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`,
      DUET_MAIL_FROM: 'Ana & Radu <duet@site.example>',
      DUET_PUBLIC_URL: 'https://duet.example.org',
    };
  }

  /** Ends every connection; what was not taken by then never is. */
  drop(): void {
    for (const connection of this.#server.connections) connection.close();
  }

  /** Mails to an address, the oldest first. */
  to(address: string): TakenMail[] {
    return this.taken.filter(({ recipient }) => recipient === address);
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** The address of the link in a mail, as its text has it. */
export function linkIn({ text = '' }: TakenMail): URL {
  const found = /^https?:\/\/\S+$/m.exec(text)?.[0];
  if (!found) throw new Error(`no link in: ${text}`);
  return new URL(found);
}
