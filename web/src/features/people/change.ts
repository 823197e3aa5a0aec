import { composedPassword, passwordFault } from '@duet/contract/accounts/rules';
import type { User } from '@duet/contract/accounts/shapes';
import type { PlainKey } from '../../i18n/language.ts';

interface UserForm {
  readonly password: string;
  readonly role: User['role'];
}

/** What a save of the edit form comes to (product.md §5, Admin edit user). */
export type Change =
  | { readonly kind: 'none' }
  | { readonly kind: 'fault'; readonly fault: PlainKey }
  | { readonly kind: 'change'; readonly body: { password?: string; role?: User['role'] } };

/** Only what differs is sent; a password that was typed has to pass the shared check. */
export function changeOf(user: Pick<User, 'role'>, { password, role }: UserForm): Change {
  if (password !== '') {
    const fault = passwordFault(composedPassword(password));
    if (fault) return { kind: 'fault', fault: `rules.${fault}` as PlainKey };
  }
  if (password === '' && role === user.role) return { kind: 'none' };
  return {
    kind: 'change',
    body: { ...(password !== '' && { password }), ...(role !== user.role && { role }) },
  };
}
