import { composedPassword, passwordFault } from '@duet/contract/accounts/rules';
import { sentence } from '@duet/contract/texts/texts';
import { createPasswordLink, setPassword } from '../accounts/operator.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { type Answer, writeAnswer } from './answer.ts';
import { readArguments, requireArguments } from './arguments.ts';
import { CommandError, type Terminal } from './command.ts';
import { readPassword } from './password-input.ts';
import { withSite } from './site.ts';
import { requirePerson, sessionsEnded } from './user.ts';

export const help = `npm run duet -- user password NAME [--link] [--json]

Gives somebody another password, beside a running server or without one. It is asked for at the terminal, or read
from standard input:

  npm run duet -- user password ana_maria < password.txt

They are signed out everywhere: a running server refuses their sessions at once. NAME is a username or an email.

  --link  asks for no password and prints a one-time link with which they choose one. Until then the present
          password and its sessions go on
  --json  as JSON: username with sessionsEnded, or with link and expires_at`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(words, {
    link: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const [name] = requireArguments(positionals, ['NAME']);
  const answer = await withSite((context) =>
    values.link ? link(context, name) : password(context, name, terminal),
  );
  writeAnswer(terminal, answer, values.json);
}

async function password(context: Context, name: string, terminal: Terminal): Promise<Answer> {
  const { id, username } = await requirePerson(context, name);
  const typed = composedPassword(await readPassword(terminal));
  const fault = passwordFault(typed);
  if (fault) throw new CommandError(sentence('en', fault));
  const ended = await setPassword(context, id, typed);
  return {
    lines: [`${username} has the new password; ${sessionsEnded(ended)}.`],
    data: { username, sessionsEnded: ended },
  };
}

async function link(context: Context, name: string): Promise<Answer> {
  const { id, username } = await requirePerson(context, name);
  const { code, expires_at } = await createPasswordLink(context, id).catch((cause) => {
    if (!(cause instanceof Failure && cause.code === 'WRONG_STATE')) throw cause;
    throw new CommandError(`${username} waits for approval. An admin can approve the account in the app.`, {
      cause,
    });
  });
  const { publicUrl, host, port } = context.config;
  // The code stands behind the `#`, which browsers keep to themselves.
  const address = `${publicUrl ?? `http://${host}:${port}`}/new-password#${code}`;
  return {
    lines: [`${username} chooses a password with this link, once and until ${expires_at}:`, address],
    data: { username, link: address, expires_at },
  };
}
