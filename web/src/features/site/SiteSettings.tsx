import { type FormEvent, useId } from 'react';
import { Link } from 'react-router-dom';
import { failureText } from '../../api/failure.ts';
import { useTexts } from '../../i18n/language.ts';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { Section } from '../../ui/Section.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { AccentField } from './AccentField.tsx';
import { Joining, ReadAccess, SecondStepOfAdmins } from './Access.tsx';
import { PictureField } from './PictureField.tsx';
import styles from './SiteSettings.module.css';
import { type Settings, type SiteForm, useSettings, useSiteForm } from './use-site-form.ts';

/** Everything that admins set for the whole site. */
export function SiteSettings() {
  const user = useUser();
  return <WithSettings>{(settings) => user && <Form adminId={user._id} settings={settings} />}</WithSettings>;
}

interface WithSettingsProps {
  readonly children: (settings: Settings) => React.ReactNode;
}

export function WithSettings({ children }: WithSettingsProps) {
  const { t } = useTexts();
  const settings = useSettings();
  if (settings.data) return children(settings.data);
  if (settings.isError) {
    return (
      <ErrorState
        message={failureText(settings.error, t('site.loadFailed'))}
        onRetry={() => void settings.refetch()}
        retrying={settings.isFetching}
      />
    );
  }
  return (
    <div className={styles.form} aria-busy="true">
      <p role="status" className="visually-hidden">
        {t('site.loading')}
      </p>
      <Skeleton shape="block" className={styles.ghost} />
      <Skeleton shape="block" className={styles.ghost} />
    </div>
  );
}

function Form({ adminId, settings }: { readonly adminId: string; readonly settings: Settings }) {
  const { t } = useTexts();
  const form = useSiteForm(adminId, settings);

  function save(event: FormEvent) {
    event.preventDefault();
    void form.save();
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <p className={styles.lead}>
        <Link to="/welcome">{t('site.welcome')}</Link>
        <Link to="/about">{t('shell.about')}</Link>
      </p>
      <Section roomy title={t('site.look')}>
        <NameField form={form} />
        <TextField
          label={t('site.line')}
          hint={t('site.lineHint')}
          error={form.faults.line}
          name="line"
          dir="auto"
          value={form.shown.line}
          onChange={(event) => form.change({ line: event.target.value })}
        />
        <Accent form={form} />
        <Cover form={form} />
        <PictureField
          label={t('site.icon')}
          hint={t('site.iconHint')}
          shape="icon"
          url={form.shown.iconUrl}
          fault={form.faults.iconUrl}
          onChange={(iconUrl) => form.change({ iconUrl })}
        />
      </Section>
      <Section roomy title={t('site.access')}>
        <ReadAccess form={form} />
        <Joining form={form} />
      </Section>
      <Section roomy title={t('site.signingIn')}>
        <SecondStepOfAdmins required={settings.adminsNeedSecondStep} />
      </Section>
      <Section roomy title={t('site.visitors')}>
        <LanguageField form={form} />
        <TimeZoneField form={form} />
      </Section>
      <SaveBar form={form} />
    </form>
  );
}

export function NameField({ form }: { readonly form: SiteForm }) {
  const { t } = useTexts();
  return (
    <TextField
      label={t('site.name')}
      hint={t('site.nameHint')}
      error={form.faults.name}
      name="name"
      dir="auto"
      value={form.shown.name}
      onChange={(event) => form.change({ name: event.target.value })}
      autoComplete="off"
    />
  );
}

export const Accent = ({ form }: { readonly form: SiteForm }) => (
  <AccentField
    accent={form.shown.accent}
    fault={form.faults.accent}
    onChange={(accent) => form.change({ accent })}
  />
);

export function Cover({ form }: { readonly form: SiteForm }) {
  const { t } = useTexts();
  return (
    <PictureField
      label={t('site.cover')}
      hint={t('site.coverHint')}
      shape="cover"
      url={form.shown.coverUrl}
      fault={form.faults.coverUrl}
      onChange={(coverUrl) => form.change({ coverUrl })}
    />
  );
}

function LanguageField({ form }: { readonly form: SiteForm }) {
  const { t } = useTexts();
  const options = [
    { value: 'own', label: t('site.languageOwn') },
    { value: 'en', label: 'English' },
    { value: 'ro', label: 'Română' },
  ] as const;
  return (
    <div>
      <Segments
        label={t('site.language')}
        options={options}
        value={form.shown.language ?? 'own'}
        onChange={(language) => form.change({ language: language === 'own' ? null : language })}
      />
      <p className={styles.hint}>{t('site.languageHint')}</p>
    </div>
  );
}

export function SaveBar({ form }: { readonly form: SiteForm }) {
  const { t } = useTexts();
  if (!form.isChanged) return null;
  return (
    <div className={styles.bar}>
      <Button variant="quiet" disabled={form.busy} onClick={form.discard}>
        {t('site.discard')}
      </Button>
      <Button type="submit" busy={form.busy}>
        {t('site.save')}
      </Button>
    </div>
  );
}

/** A name of the time zone database; the browser's own is offered. */
function TimeZoneField({ form }: { readonly form: SiteForm }) {
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
