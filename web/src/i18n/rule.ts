import type { TextKey as RuleKey } from '@duet/contract/texts/texts';
import type { PlainKey } from './language.ts';

/** The text of a fault that a rule of the contract found. Rules of single fields have no values to fill in. */
export const ruleText = (fault: RuleKey): PlainKey => `rules.${fault}` as PlainKey;
