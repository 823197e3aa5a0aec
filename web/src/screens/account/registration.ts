import { emailFault, passwordFault, usernameFault } from '@duet/contract/accounts/rules';
import { CallFailure } from '../../api/failure.ts';
import { type PlainKey, ruleText } from '../../i18n/language.ts';

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
  else if (confirmed !== password) faults.confirmed = 'account.passwordsDiffer';
  return faults;
}

/** Whether a refused registration is about username, email or password, which warns instead of alarming (product.md §8). */
export function isAboutInput(error: unknown): boolean {
  if (!(error instanceof CallFailure)) return false;
  const { code, fields } = error;
  if (code === 'USERNAME_TAKEN' || code === 'EMAIL_TAKEN') return true;
  return ['username', 'email', 'password'].some((field) => field in fields);
}
