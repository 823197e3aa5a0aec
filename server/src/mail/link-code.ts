import { createHmac } from 'node:crypto';
import type { Context } from '../platform/context.ts';

/**
 * The code of the link in a mail. It follows from the id of the mail and the site's pepper: every try of a mail has the same
 * one, and the database, which holds its hash, has nothing that opens it.
 */
export const linkCode = ({ secrets }: Pick<Context, 'secrets'>, mailId: string): string =>
  createHmac('sha256', Buffer.from(secrets.pepper, 'base64url'))
    .update(`mail link|v1|${mailId}`)
    .digest('base64url');
