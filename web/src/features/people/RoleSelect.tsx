import type { User } from '@duet/contract/accounts/shapes';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useTexts } from '../../i18n/language.ts';
import styles from './RoleSelect.module.css';

interface RoleSelectProps {
  readonly value: User['role'];
  readonly onChange: (role: User['role']) => void;
}

/** User or admin. */
export function RoleSelect({ value, onChange }: RoleSelectProps) {
  const { t } = useTexts();
  const id = useId();
  return (
    <div className={styles.role}>
      <label htmlFor={id}>{t('people.role')}</label>
      <div className={styles.select}>
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value === 'admin' ? 'admin' : 'user')}
        >
          <option value="user">{t('people.user')}</option>
          <option value="admin">{t('people.admin')}</option>
        </select>
        <ChevronDown size={20} aria-hidden />
      </div>
    </div>
  );
}
