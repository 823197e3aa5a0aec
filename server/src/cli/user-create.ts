import {
  composedPassword,
  emailFault,
  passwordFault,
  storedEmail,
  usernameFault,
} from '@duet/contract/accounts/rules';
import { sentence, type TextKey } from '@duet/contract/texts/texts';
import { createUser } from '../accounts/new-accounts/create-user.ts';
import { readArguments } from './arguments.ts';
import { CommandError, type Terminal, UsageError } from './command.ts';
import { readPassword } from './password-input.ts';
import { withSite } from './site.ts';

export const help = `npm run duet -- user create NAME --email ADDRESS [--admin]

Makes an account, beside a running server or without one. The password is asked for at the terminal, or read
from standard input:

  npm run duet -- user create ana_maria --email ana@example.org --admin < password.txt

The site has to be there already: start it once with npm start.

  --email ADDRESS  the person's email
  --admin          makes the account an admin`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const { username, email, role } = read(words);
  const password = composedPassword(await readPassword(terminal));
  const fault = passwordFault(password);
  if (fault) throw new CommandError(sentence('en', fault));
  await withSite((context) => createUser(context, { username, email, password, role, language: null }));
  terminal.output.write(`${username} can sign in now${role === 'admin' ? ', as an admin' : ''}.\n`);
}

function read(words: readonly string[]) {
  const { values, positionals } = readArguments(words, {
    email: { type: 'string' },
    admin: { type: 'boolean' },
  });
  const [username, ...more] = positionals;
  if (username === undefined) throw new UsageError('The NAME is missing.');
  if (more.length > 0) throw new UsageError(`Only one NAME is taken; what is \`${more.join(' ')}\`?`);
  if (values.email === undefined) throw new UsageError('--email ADDRESS is missing.');
  refuse('NAME', usernameFault(username));
  refuse('--email', emailFault(values.email));
  return {
    username,
    email: storedEmail(values.email),
    role: values.admin ? ('admin' as const) : ('user' as const),
  };
}

function refuse(word: string, fault: TextKey | null): void {
  if (fault) throw new UsageError(`${word}: ${sentence('en', fault)}`);
}
