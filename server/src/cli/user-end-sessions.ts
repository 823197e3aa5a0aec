import { endSessions } from '../accounts/operator.ts';
import { writeAnswer } from './answer.ts';
import { readArguments, requireArguments } from './arguments.ts';
import type { Terminal } from './command.ts';
import { withSite } from './site.ts';
import { requirePerson, sessionsEnded } from './user.ts';

export const help = `npm run duet -- user end-sessions NAME [--json]

Signs somebody out on every device and ends their personal tokens, beside a running server or without one. A running
server refuses them at once, and ends what they have open within ten seconds. Their password stays. NAME is a username or an email.

  --json  as JSON: username and sessionsEnded`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(words, { json: { type: 'boolean' } });
  const [name] = requireArguments(positionals, ['NAME']);
  await withSite(async (context) => {
    const { id, username } = await requirePerson(context, name);
    const ended = await endSessions(context, id);
    const data = { username, sessionsEnded: ended };
    writeAnswer(terminal, { lines: [`${username}: ${sessionsEnded(ended)}.`], data }, values.json);
  });
}
