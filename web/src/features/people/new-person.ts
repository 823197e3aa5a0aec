import { displayNameFault } from '@duet/contract/accounts/display-name';
import { emailFault, usernameFault } from '@duet/contract/accounts/rules';
import type { User } from '@duet/contract/accounts/shapes';
import type { TextKey } from '@duet/contract/texts/texts';
import { call } from '../../api/client.ts';
import { deviceStorage } from '../../device/storage.ts';
import { newPersonKey } from '../../device/storage-keys.ts';

/** What is typed of somebody who is to be added. */
export interface NewPerson {
  readonly username: string;
  readonly email: string;
  readonly displayName: string;
  readonly role: User['role'];
}

const nobody: NewPerson = { username: '', email: '', displayName: '', role: 'user' };

type Faults = Readonly<Partial<Record<'username' | 'email' | 'displayName', TextKey>>>;

/** What the rules of the contract say of the fields. */
export function newPersonFaults({ username, email, displayName }: NewPerson): Faults {
  const ofName = usernameFault(username.trim());
  const ofEmail = email.trim() === '' ? null : emailFault(email.trim());
  const ofDisplayName = displayNameFault(displayName.trim());
  return {
    ...(ofName && { username: ofName }),
    ...(ofEmail && { email: ofEmail }),
    ...(ofDisplayName && { displayName: ofDisplayName }),
  };
}

/** What this admin was typing. No email is kept on a device (decisions §4, People). */
export function savedNewPerson(adminId: string): NewPerson {
  const kept = deviceStorage.getJson(newPersonKey(adminId)) as Partial<NewPerson> | null;
  const username = typeof kept?.username === 'string' ? kept.username : '';
  const displayName = typeof kept?.displayName === 'string' ? kept.displayName : '';
  return { ...nobody, username, displayName, role: kept?.role === 'admin' ? 'admin' : 'user' };
}

export function saveNewPerson(adminId: string, { username, displayName, role }: NewPerson): void {
  if (username === '' && displayName === '') deviceStorage.remove(newPersonKey(adminId));
  else deviceStorage.setJson(newPersonKey(adminId), { username, displayName, role });
}

/** Who has this name by now, deleted or not, in any case; null where nobody has, or no answer came. */
export async function findByUsername(username: string): Promise<User | null> {
  try {
    const query = { search: username, includeDeleted: true, limit: 100 };
    const { data } = await call('accounts.users', { query });
    return data.users.find((user) => user.username.toLowerCase() === username.toLowerCase()) ?? null;
  } catch {
    return null;
  }
}
