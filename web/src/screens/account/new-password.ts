import { passwordFault } from '@duet/contract/accounts/rules';
import { useState } from 'react';
import { type PlainKey, ruleText } from '../../i18n/language.ts';

/** What is wrong with a new password typed twice (product.md §5), or null. */
export function newPasswordFault(password: string, confirmed: string): PlainKey | null {
  if (password === '' || confirmed === '') return 'profile.fillAll';
  if (password !== confirmed) return 'profile.passwordsDiffer';
  const fault = passwordFault(password);
  return fault && ruleText(fault);
}

/** A new password that is being typed. */
export interface NewPassword {
  readonly password: string;
  readonly confirmed: string;
  /** What is wrong with it, as far as it was checked. */
  readonly fault: PlainKey | null;
  readonly setPassword: (text: string) => void;
  readonly setConfirmed: (text: string) => void;
  /** Shows what is wrong with it; answers whether nothing is. */
  readonly check: () => boolean;
  readonly clear: () => void;
}

export function useNewPassword(): NewPassword {
  const [password, setPassword] = useState('');
  const [confirmed, setConfirmed] = useState('');
  const [fault, setFault] = useState<PlainKey | null>(null);
  return {
    ...{ password, confirmed, fault, setPassword, setConfirmed },
    check() {
      const found = newPasswordFault(password, confirmed);
      setFault(found);
      return found === null;
    },
    clear() {
      setPassword('');
      setConfirmed('');
    },
  };
}
