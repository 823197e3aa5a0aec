import type { TokenScope } from '@duet/contract/endpoint';
import { limits } from '@duet/contract/limits';
import { tokenScopes } from '@duet/contract/token-scope';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText, isUnanswered } from '../../../api/failure.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useUnsaved } from '../../../ui/unsaved.ts';
import form from '../Form.module.css';
import styles from './PersonalTokens.module.css';

const { nameChars, defaultDays, maxDays } = limits.personalToken;

interface TokenFormProps {
  readonly isAdmin: boolean;
  readonly onUnsaved: (unsaved: boolean) => void;
  readonly onMade: (token: string) => void;
}

/** What a new token is: its name, what it may, and for how long. */
export function TokenForm({ isAdmin, onUnsaved, onMade }: TokenFormProps) {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read']);
  const [days, setDays] = useState(String(defaultDays));
  const [asked, setAsked] = useState(false);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  // A second tap comes before the button is drawn as busy.
  const sending = useRef(false);
  const expiresInDays = Number(days);
  const faults = {
    name: name.trim() === '' ? t('rules.fieldRequired') : undefined,
    scopes: scopes.length === 0 ? t('tokens.scopesMissing') : undefined,
    days:
      Number.isInteger(expiresInDays) && expiresInDays >= 1 && expiresInDays <= maxDays
        ? undefined
        : t('tokens.numberBetween', { max: maxDays }),
  };
  useUnsaved(name !== '', onUnsaved);

  async function make(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    setFault(undefined);
    if (faults.name || faults.scopes || faults.days || sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      const { data } = await call('tokens.create', { body: { name, scopes: [...scopes], expiresInDays } });
      onMade(data.token);
    } catch (error) {
      setFault(isUnanswered(error) ? t('tokens.errored') : failureText(error, t('network.unexpected')));
    } finally {
      sending.current = false;
      setBusy(false);
      // Where the answer was lost it may be there, to be revoked.
      void queries.invalidateQueries({ queryKey: queryKeys.tokens });
    }
  }

  return (
    <form className={form.form} onSubmit={make} noValidate>
      <TextField
        label={t('tokens.name')}
        hint={t('tokens.nameHint')}
        value={name}
        maxLength={nameChars}
        error={asked ? faults.name : undefined}
        dir="auto"
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className={styles.scopes}>
        <legend>{t('tokens.scopes')}</legend>
        {tokenScopes
          .filter((scope) => isAdmin || scope !== 'admin')
          .map((scope) => (
            <Switch
              key={scope}
              label={t(`tokens.${scope}`)}
              hint={t(`tokens.${scope}Hint`)}
              checked={scopes.includes(scope)}
              onChange={(on) => setScopes(on ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
            />
          ))}
        {asked && faults.scopes && (
          <p className={form.fault} role="alert">
            {faults.scopes}
          </p>
        )}
      </fieldset>
      <TextField
        label={t('tokens.days')}
        type="number"
        inputMode="numeric"
        min={1}
        max={maxDays}
        value={days}
        error={asked ? faults.days : undefined}
        onChange={(event) => setDays(event.target.value)}
      />
      {fault && (
        <p className={form.fault} role="alert">
          {fault}
        </p>
      )}
      <Button type="submit" block busy={busy}>
        {t('tokens.create')}
      </Button>
    </form>
  );
}
