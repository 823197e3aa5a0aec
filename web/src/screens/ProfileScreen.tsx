import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTexts } from '../i18n/language.ts';
import { returnTo } from '../session/return-to.ts';
import { endSession, useUser } from '../session/session.ts';
import { chooseTheme, useTheme } from '../theme/theme.ts';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { Section } from '../ui/Section.tsx';
import { Segments } from '../ui/Segments.tsx';
import { useToast } from '../ui/toast.ts';
import { BlockedPeople } from './account/BlockedPeople.tsx';
import { ChangePassword } from './account/ChangePassword.tsx';
import { DeleteAccount } from './account/DeleteAccount.tsx';
import { Devices } from './account/Devices.tsx';
import { FeedAddresses } from './account/FeedAddresses.tsx';
import { Identity } from './account/Identity.tsx';
import { LanguageChoice } from './account/LanguageChoice.tsx';
import { MailSection } from './account/mail/MailSection.tsx';
import { NotificationSettings } from './account/notifications/NotificationSettings.tsx';
import { OwnData } from './account/OwnData.tsx';
import { SigningIn } from './account/signing-in/SigningIn.tsx';
import { PersonalTokens } from './account/tokens/PersonalTokens.tsx';
import styles from './ProfileScreen.module.css';

/** One's own profile and settings. */
export default function ProfileScreen() {
  const { t } = useTexts();
  const user = useUser();
  const { needed, from } = useNeededStep();
  // Who is led here to set it up finds it first, and where it was until they leave.
  const [isFirst, setFirst] = useState(false);
  if (!isFirst && (needed || from)) setFirst(true);
  if (!user) return null;
  const signingIn = <SigningIn username={user.username} needed={needed} from={from} />;
  return (
    <Page title={t('profile.title')} titleHidden>
      <div className={styles.profile}>
        {isFirst && signingIn}
        <Identity user={user} />
        <Preferences />
        <ChangePassword user={user} />
        <SignOut />
        {/* From here on each is as long as its answer: what stands above does not move as they come. */}
        <Section title={t('notifications.title')}>
          <NotificationSettings userId={user._id} />
        </Section>
        <MailSection user={user} />
        {!isFirst && signingIn}
        <Devices />
        <BlockedPeople />
        <FeedAddresses />
        <PersonalTokens isAdmin={user.role === 'admin'} />
        <OwnData username={user.username} />
        <DeleteAccount />
      </div>
    </Page>
  );
}

function SignOut() {
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();

  async function signOut() {
    const told = endSession();
    navigate('/home', { replace: true });
    try {
      await told;
    } catch {
      toast.error(t('profile.signOutFailed'));
    }
  }

  return (
    <Button variant="secondary" block icon={<LogOut size={20} aria-hidden />} onClick={signOut}>
      {t('profile.signOut')}
    </Button>
  );
}

interface NeededStep {
  /** Until they have a second step, the person may not act as the admin that they are. */
  readonly needed: boolean;
  /** Where they were led here from, and want to go on; null where they came by themselves. */
  readonly from: string | null;
}

/** Whether a second step has to be set up, and for what. */
function useNeededStep(): NeededStep {
  const user = useUser();
  // The location is that of the page in front, also while this one is behind it.
  const [{ state }] = useState(useLocation());
  const isLed = user !== null && typeof (state as { from?: unknown } | null)?.from === 'string';
  return { needed: user?.secondStepRequired === true, from: isLed ? returnTo(state, user) : null };
}

/** Language and appearance. Each change shows at once. */
function Preferences() {
  const { t } = useTexts();
  const theme = useTheme();
  return (
    <Section title={t('profile.settings')}>
      <LanguageChoice />
      <Segments
        label={t('profile.theme')}
        options={[
          { value: 'system', label: t('profile.themeSystem') },
          { value: 'light', label: t('profile.themeLight') },
          { value: 'dark', label: t('profile.themeDark') },
        ]}
        value={theme}
        onChange={chooseTheme}
      />
    </Section>
  );
}
