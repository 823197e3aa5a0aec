import { rewrapSecrets } from '../platform/secrets/rewrap.ts';
import { readArguments, requireArguments } from './arguments.ts';
import { CommandError, type Terminal } from './command.ts';
import { withSite } from './site.ts';

export const help = `npm run duet -- secrets rewrap

Changes the key that encrypts the secrets of the site in the database, beside its running servers. The secrets stay, so
nobody has to sign in again and no password is lost.

  1. Set DUET_SECRET_KEY to a new key and DUET_SECRET_KEY_OLD to the one before, and restart one server after the other.
  2. When all of them have both, run this with the same settings.
  3. Take DUET_SECRET_KEY_OLD away. Backups of the database from before still need the old key: keep it as long as them.`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  requireArguments(readArguments(words, {}).positionals, []);
  await withSite(async ({ config, db }) => {
    const { secretKey, formerSecretKey } = config;
    if (secretKey === null) {
      throw new CommandError(
        'The secrets of this site are in its data folder, not encrypted with DUET_SECRET_KEY.',
      );
    }
    const done = await rewrapSecrets(db, secretKey, formerSecretKey);
    terminal.output.write(
      done
        ? 'The secrets are encrypted with DUET_SECRET_KEY now. DUET_SECRET_KEY_OLD is needed no more.\n'
        : 'The secrets are encrypted with DUET_SECRET_KEY already. Nothing was changed.\n',
    );
  });
}
