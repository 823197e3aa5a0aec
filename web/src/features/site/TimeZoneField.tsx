import { useId } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { SiteForm } from './use-site-form.ts';

/** A name of the time zone database; the browser's own is offered. */
export function TimeZoneField({ form }: { readonly form: SiteForm }) {
  const { t } = useTexts();
  const list = useId();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { timeZone } = form.shown;
  return (
    <div>
      <TextField
        label={t('site.timeZone')}
        hint={t('site.timeZoneHint')}
        error={form.faults.timeZone}
        name="timeZone"
        list={list}
        value={timeZone}
        onChange={(event) => form.change({ timeZone: event.target.value })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <datalist id={list}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {here && here !== timeZone && (
        <Button variant="quiet" size="small" onClick={() => form.change({ timeZone: here })}>
          {t('site.timeZoneHere', { zone: here })}
        </Button>
      )}
    </div>
  );
}
