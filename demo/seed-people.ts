import { createUser } from '../server/src/accounts/new-accounts/create-user.ts';
import { setProfilePicture } from '../server/src/media/profile-picture.ts';
import type { Viewer } from '../server/src/platform/http/handler.ts';
import { paintPortrait } from './art/portrait.ts';
import { chancePassword } from './passwords.ts';
import { people } from './people.ts';
import type { DemoSite } from './site.ts';

/** Somebody who can sign in to the demo. */
export interface DemoAccount {
  readonly username: string;
  readonly password: string;
  readonly role: 'admin' | 'user';
}

interface SeededPeople {
  readonly people: ReadonlyMap<string, Viewer>;
  readonly accounts: readonly DemoAccount[];
}

/** Makes the accounts with their photos; each has a password of its own that nobody knows before. */
export async function seedPeople({
  context,
  clock,
}: Pick<DemoSite, 'context' | 'clock'>): Promise<SeededPeople> {
  const viewers = new Map<string, Viewer>();
  const accounts: DemoAccount[] = [];
  for (const { username, displayName, role, language, joinedDaysAgo, portrait } of people) {
    clock.daysAgo(joinedDaysAgo);
    const password = chancePassword();
    const email = `${username}@example.org`;
    const id = await createUser(context, { username, displayName, email, password, role, language });
    if (portrait) {
      const imageData = (await paintPortrait(portrait)).toString('base64');
      await setProfilePicture(context, id, { imageData, fileName: `${username}.jpg` });
    }
    viewers.set(username, { id, username, displayName, role, accountRole: role, language, sessionId: '' });
    accounts.push({ username, password, role });
  }
  return { people: viewers, accounts };
}
