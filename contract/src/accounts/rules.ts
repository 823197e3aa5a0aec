import { limits } from '../limits.ts';
import type { TextKey } from '../texts/texts.ts';

/** decisions §4, People: what counts as a special character. */
const special = /[!@#$%^&*()_+\-=[\]{};':"\\|,.<>/?`~]/;

/**
 * The form in which a password is checked and hashed: NFC. What is too long for a password in any form stays as it is:
 * no character is made of more than four (UAX #15), and composing a very long text takes time with its square.
 */
export const composedPassword = (text: string): string =>
  text.length > 2 * 4 * limits.password.maxChars ? text : text.normalize('NFC');

const length = (text: string): number => [...text].length;

/** The shared strength check of product.md §5; the first fault found, in the order of the specification. */
export function passwordFault(password: string): TextKey | null {
  if (password === '') return 'passwordRequired';
  if (length(password) < limits.password.minChars) return 'passwordTooShort';
  if (!/\p{Lu}/u.test(password)) return 'passwordNeedsCapital';
  if (!special.test(password)) return 'passwordNeedsSpecial';
  if (length(password) > limits.password.maxChars) return 'passwordTooLong';
  return null;
}

/** Each rule of the password with whether it is met, for showing strength while typing. */
export function passwordStrength(password: string): { chars: boolean; capital: boolean; special: boolean } {
  return {
    chars: length(password) >= limits.password.minChars,
    capital: /\p{Lu}/u.test(password),
    special: special.test(password),
  };
}

/** ASCII letters, digits and underscores, 4 to 20 of them (product.md §5, decisions §6). */
export function usernameFault(username: string): TextKey | null {
  if (username === '') return 'fieldRequired';
  if (length(username) < limits.username.minChars || length(username) > limits.username.maxChars) {
    return 'usernameLength';
  }
  return /^[A-Za-z0-9_]+$/.test(username) ? null : 'usernameCharacters';
}

/**
 * An email as it is stored and looked for, of what was typed: without spaces around it, and without what cannot be seen, such as the
 * marks of direction that come along when it is pasted.
 */
export const storedEmail = (typed: string): string =>
  typed.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim();

/** `name@host.tld` without spaces, as it will be stored; whether it takes mail only sending would tell. */
export function emailFault(typed: string): TextKey | null {
  const email = storedEmail(typed);
  if (email === '') return 'fieldRequired';
  const looksRight = /^[^\s\p{Cc}@<>"]+@[^\s\p{Cc}@<>".]+(\.[^\s\p{Cc}@<>".]+)+$/u.test(email);
  return looksRight && length(email) <= limits.email.maxChars ? null : 'emailInvalid';
}
