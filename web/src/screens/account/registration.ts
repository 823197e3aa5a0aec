import { emailFault, passwordFault, usernameFault } from '@duet/contract/accounts/rules';
import type { PlainKey } from '../../i18n/language.ts';
import { ruleText } from '../../i18n/rule.ts';

export interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly confirmed: string;
}

type RegistrationFaults = Readonly<Partial<Record<keyof Registration, PlainKey>>>;

/** What is wrong with each field of a new account (product.md §5); empty when it can be sent. */
export function registrationFaults({
  username,
  email,
  password,
  confirmed,
}: Registration): RegistrationFaults {
  const faults: Partial<Record<keyof Registration, PlainKey>> = {};
  const ofUsername = usernameFault(username.trim());
  const ofEmail = emailFault(email.trim());
  const ofPassword = passwordFault(password);
  if (ofUsername) faults.username = ruleText(ofUsername);
  if (ofEmail) faults.email = ruleText(ofEmail);
  if (ofPassword) faults.password = ruleText(ofPassword);
  if (confirmed === '') faults.confirmed = 'rules.fieldRequired';
  else if (confirmed !== password) faults.confirmed = 'session.passwordsDiffer';
  return faults;
}

/**
 * Whether a refused registration is about what was typed, which warns instead of alarming (product.md §8): the
 * sentence mentions username, email or password, in either language.
 */
export const isAboutInput = (sentence: string): boolean =>
  /username|e-?mail|password|nume(le)? de utilizator|parol/i.test(sentence);
