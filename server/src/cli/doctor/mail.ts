import { mailLimits } from '@duet/contract/mail/limits';
import { checkServer } from '../../mail/smtp.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Finding, fault, note, ok } from './finding.ts';

/** Whether the mail server answers and takes the account. It sends nothing. */
export async function checkMail({ mail }: Pick<Config, 'mail'>): Promise<Finding> {
  if (mail === null) {
    const says = 'None is sent: links are handed over by hand.';
    return note('mail', says, 'Set DUET_SMTP_URL and DUET_MAIL_FROM to have it sent.');
  }
  const { host, port } = mail.server;
  const answer = await checkServer(mail.server, AbortSignal.timeout(mailLimits.connectMs * 2));
  if (answer === null) return ok('mail', `${host}:${port} answers and takes the account.`);
  return fault('mail', `${host}:${port} takes no mail: ${answer}.`, 'Look at DUET_SMTP_URL (docs/mail.md).');
}
