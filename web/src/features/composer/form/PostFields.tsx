import { limits } from '@duet/contract/limits';
import { useTexts } from '../../../i18n/language.ts';
import { Switch } from '../../../ui/Switch.tsx';
import { TextArea } from '../../../ui/TextField.tsx';

interface CaptionFieldProps {
  readonly value: string;
  readonly onChange: (part: { readonly caption: string }) => void;
  readonly placeholder: string;
  readonly error?: string | null;
}

/** What is written below pictures or a video. */
export function CaptionField({ value, onChange, placeholder, error }: CaptionFieldProps) {
  const { t } = useTexts();
  return (
    <TextArea
      label={t('composer.caption')}
      placeholder={placeholder}
      error={error ?? undefined}
      maxLength={limits.caption.maxChars}
      value={value}
      onChange={(event) => onChange({ caption: event.target.value })}
    />
  );
}

interface AdminOnlySwitchProps {
  readonly checked: boolean;
  readonly onChange: (part: { readonly adminOnly: boolean }) => void;
}

/** Who may see the post. */
export function AdminOnlySwitch({ checked, onChange }: AdminOnlySwitchProps) {
  const { t } = useTexts();
  return (
    <Switch
      label={t('composer.adminOnly')}
      hint={t('composer.adminOnlyHint')}
      checked={checked}
      onChange={(adminOnly) => onChange({ adminOnly })}
    />
  );
}
