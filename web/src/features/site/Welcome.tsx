import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../../i18n/language.ts';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Section.tsx';
import { Invitations } from '../people/index.ts';
import styles from './SiteSettings.module.css';
import { Accent, Cover, NameField, SaveBar, WithSettings } from './SiteSettings.tsx';
import { type Settings, useSiteForm } from './use-site-form.ts';

/** The first things that make a site theirs, for the admin of a new one. */
export function Welcome() {
  const user = useUser();
  return (
    <WithSettings>{(settings) => user && <Steps adminId={user._id} settings={settings} />}</WithSettings>
  );
}

function Steps({ adminId, settings }: { readonly adminId: string; readonly settings: Settings }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const form = useSiteForm(adminId, settings);

  function save(event: FormEvent) {
    event.preventDefault();
    void form.save();
  }

  return (
    <div className={styles.steps}>
      <form className={styles.form} onSubmit={save} noValidate>
        <p className={styles.intro}>{t('site.welcomeText')}</p>
        <Section roomy title={t('site.welcomeLook')}>
          <NameField form={form} />
          <Accent form={form} />
        </Section>
        <Section roomy title={t('site.welcomeCover')}>
          <Cover form={form} />
        </Section>
        <SaveBar form={form} />
      </form>
      <div className={styles.form}>
        <Section roomy title={t('site.welcomeInvite')}>
          <p>{t('site.welcomeInviteText')}</p>
          <Invitations />
        </Section>
        <Section roomy title={t('site.welcomePost')}>
          <p>{t('site.welcomePostText')}</p>
          <Button variant="secondary" onClick={() => navigate('/new/richtext')}>
            {t('site.welcomePostWrite')}
          </Button>
        </Section>
        <div className={styles.ways}>
          <Button variant="quiet" onClick={() => navigate('/admin/site')}>
            {t('site.welcomeAll')}
          </Button>
          <Button variant="quiet" onClick={() => navigate('/home')}>
            {t('site.welcomeLater')}
          </Button>
        </div>
      </div>
    </div>
  );
}
