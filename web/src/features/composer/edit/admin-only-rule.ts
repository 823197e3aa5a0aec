import { t } from '../../../i18n/language.ts';
import type { FieldRule } from './three-way.ts';

/** Who may see a post. Of two values there is no third: it is asked only where an older app kept no base. */
export const adminOnlyRule: FieldRule<boolean> = {
  label: { key: 'composer.adminOnly' },
  kind: 'text',
  show: (adminOnly) => t(adminOnly ? 'composer.adminOnlyHint' : 'composer.everybodyHint'),
};
