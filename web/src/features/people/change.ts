import { displayNameFault } from '@duet/contract/accounts/display-name';
import { composedPassword, passwordFault } from '@duet/contract/accounts/rules';
import type { User } from '@duet/contract/accounts/shapes';
import { type PlainKey, ruleText } from '../../i18n/language.ts';

interface UserForm {
  readonly password: string;
  readonly role: User['role'];
  readonly displayName: string;
}

/** What a save of the edit form comes to (product.md §5, Admin edit user). */
type Change =
  | { readonly kind: 'none' }
  | { readonly kind: 'fault'; readonly fault: PlainKey }
  | {
      readonly kind: 'change';
      readonly body: { password?: string; role?: User['role']; displayName?: string };
    };

/** Only what differs is sent; a password that was typed has to pass the shared check. */
export function changeOf(
  user: Pick<User, 'role' | 'displayName'>,
  { password, role, displayName: typed }: UserForm,
): Change {
  const displayName = typed.trim();
  const renamed = displayName !== user.displayName;
  const nameFault = renamed ? displayNameFault(displayName) : null;
  if (nameFault) return { kind: 'fault', fault: ruleText(nameFault) };
  if (password !== '') {
    const fault = passwordFault(composedPassword(password));
    if (fault) return { kind: 'fault', fault: ruleText(fault) };
  }
  if (password === '' && role === user.role && !renamed) return { kind: 'none' };
  return {
    kind: 'change',
    body: {
      ...(password !== '' && { password }),
      ...(role !== user.role && { role }),
      ...(renamed && { displayName }),
    },
  };
}
