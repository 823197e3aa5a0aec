import { limits } from '@duet/contract/limits';
import type { Passkey } from '@duet/contract/passkeys/shapes';
import { isBlank } from '@duet/contract/plain-text';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { retryOnce } from '../../../api/retry-once.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useUnsaved } from '../../../ui/unsaved.ts';
import form from '../Form.module.css';

interface RenamePasskeyProps {
  readonly passkey: Passkey;
  readonly onUnsaved: (unsaved: boolean) => void;
  readonly onDone: () => void;
}

/** Another name for a passkey, by which its owner knows it again. */
export function RenamePasskey({ passkey, onUnsaved, onDone }: RenamePasskeyProps) {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [name, setName] = useState(passkey.name);
  useUnsaved(name !== passkey.name, onUnsaved);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (isBlank(name)) return setFault(t('rules.fieldRequired'));
    setBusy(true);
    try {
      await retryOnce(() => call('passkeys.rename', { params: { id: passkey._id }, body: { name } }));
      onDone();
    } catch (error) {
      setFault(failureText(error, t('network.unexpected')));
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: queryKeys.passkeys });
    }
  }

  return (
    <form className={form.form} onSubmit={save} noValidate>
      <TextField
        label={t('passkeys.name')}
        hint={t('passkeys.nameHint')}
        name="name"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setFault(undefined);
        }}
        error={fault}
        maxLength={limits.passkey.nameChars}
        autoComplete="off"
        enterKeyHint="done"
      />
      <Button type="submit" block busy={busy}>
        {t('passkeys.save')}
      </Button>
    </form>
  );
}
