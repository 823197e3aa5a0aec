import { setRole } from '../accounts/operator.ts';
import { writeAnswer } from './answer.ts';
import { readArguments, requireArguments } from './arguments.ts';
import { type Terminal, UsageError } from './command.ts';
import { withSite } from './site.ts';
import { requirePerson, sessionsEnded } from './user.ts';

export const help = `npm run duet -- user role NAME admin|user [--json]

Makes somebody an admin, or an admin somebody without that right, beside a running server or without one. Their
sessions end with the former role, so they sign in again. The last active admin stays one. NAME is a username or
an email.

  --json  as JSON: username, role, changed and sessionsEnded`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(words, { json: { type: 'boolean' } });
  const [name, word] = requireArguments(positionals, ['NAME', 'role (admin or user)']);
  const role = roleOf(word);
  await withSite(async (context) => {
    const { id, username } = await requirePerson(context, name);
    const ended = await setRole(context, id, role);
    const is = `${username} is ${role === 'admin' ? 'an admin' : 'no admin'}`;
    const line = ended === null ? `${is} already.` : `${is} now; ${sessionsEnded(ended)}.`;
    const data = { username, role, changed: ended !== null, sessionsEnded: ended ?? 0 };
    writeAnswer(terminal, { lines: [line], data }, values.json);
  });
}

function roleOf(word: string): 'admin' | 'user' {
  if (word === 'admin' || word === 'user') return word;
  throw new UsageError(`A role is admin or user, not \`${word}\`.`);
}
