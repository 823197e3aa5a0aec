import type { MailSettings } from '../platform/config/mail-settings.ts';
import { isMailAddress } from '../platform/config/mail-settings.ts';
import type { RenderedMail } from './render.ts';
import type { Message } from './smtp.ts';

/** A mail that cannot be written, whatever the mail server says. */
export class UnusableMail extends Error {
  override readonly name = 'UnusableMail';
}

interface Envelope {
  readonly id: string;
  readonly to: string;
  readonly createdAt: number;
  readonly siteName: string;
}

/**
 * Writes a mail as bytes (RFC 5322). Its Message-ID and date are those of the queue's row: where the same mail is sent a second
 * time, because the answer to the first was lost, mail programs and servers can tell.
 *
 * @throws UnusableMail for an address that cannot be one, and for a header with a line break or another control character:
 * it would begin a header of its own
 */
export async function composeMail(
  { id, to, createdAt, siteName }: Envelope,
  { subject, text, html, unsubscribe }: RenderedMail,
  { from }: Pick<MailSettings, 'from'>,
): Promise<Message> {
  if (!isMailAddress(to)) throw new UnusableMail('The address cannot be written in an envelope.');
  const sender = from.name ?? siteName;
  for (const header of [subject, sender]) {
    if (/[\p{Cc}\u2028\u2029]/u.test(header))
      throw new UnusableMail('A header has a control character in it.');
  }
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const message = new MailComposer({
    from: { name: sender, address: from.address },
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    date: new Date(createdAt),
    // No machine answers it (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      // RFC 8058: by a press in the mail program, without opening a page.
      ...(unsubscribe !== null && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { from: from.address, to, bytes: await message.compile().build() };
}
