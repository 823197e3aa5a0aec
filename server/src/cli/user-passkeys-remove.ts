import { removePasskeys } from '../passkeys/own-passkeys.ts';
import { writeAnswer } from './answer.ts';
import { readArguments, requireArguments } from './arguments.ts';
import type { Terminal } from './command.ts';
import { withSite } from './site.ts';
import { requirePerson } from './user.ts';

export const help = `npm run duet -- user passkeys-remove NAME [--json]

Removes all passkeys of somebody who has lost the device that keeps them, beside a running server or without one. They sign in
with their password then; a code of an authenticator app is still asked for where they have one (user second-step-off).
Their sessions stay. NAME is a username or an email.

  --json  as JSON: username and removed`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(words, { json: { type: 'boolean' } });
  const [name] = requireArguments(positionals, ['NAME']);
  await withSite(async (context) => {
    const { id, username } = await requirePerson(context, name);
    const removed = await removePasskeys(context, id);
    const count = removed === 1 ? '1 passkey' : `${removed} passkeys`;
    const line = removed === 0 ? `${username} has no passkey.` : `${count} of ${username} removed.`;
    writeAnswer(terminal, { lines: [line], data: { username, removed } }, values.json);
  });
}
