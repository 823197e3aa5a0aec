import { passwordFault } from '@duet/contract/accounts/rules';
import type { PlainKey } from '../../i18n/language.ts';
import { ruleText } from '../../i18n/rule.ts';

/** What is wrong with a new password typed twice (product.md §5), or null. */
export function passwordChangeFault(password: string, confirmed: string): PlainKey | null {
  if (password === '' || confirmed === '') return 'profile.fillAll';
  if (password !== confirmed) return 'profile.passwordsDiffer';
  const fault = passwordFault(password);
  return fault && ruleText(fault);
}
