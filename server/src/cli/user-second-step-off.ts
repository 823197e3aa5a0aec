import { turnSecondStepOff } from '../second-steps/operator.ts';
import { writeAnswer } from './answer.ts';
import { readArguments, requireArguments } from './arguments.ts';
import type { Terminal } from './command.ts';
import { withSite } from './site.ts';
import { requirePerson } from './user.ts';

export const help = `npm run duet -- user second-step-off NAME [--json]

Lets somebody sign in with their password alone who has lost their authenticator app and their recovery codes, beside a
running server or without one. Their password and their sessions stay. NAME is a username or an email.

  --json  as JSON: username and changed`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(words, { json: { type: 'boolean' } });
  const [name] = requireArguments(positionals, ['NAME']);
  await withSite(async (context) => {
    const { id, username } = await requirePerson(context, name);
    const changed = await turnSecondStepOff(context, id);
    const line = changed
      ? `${username} signs in without a second step now.`
      : `${username} has no second step.`;
    writeAnswer(terminal, { lines: [line], data: { username, changed } }, values.json);
  });
}
