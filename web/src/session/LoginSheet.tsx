import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { type TextKey, useTexts } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import styles from './LoginSheet.module.css';
import { forgetWanted, pushedSignInState } from './return-to.ts';
import { useCanRegister } from './site.ts';

/** What a guest wanted to do; the prompt says so. */
export type PromptReason = 'like' | 'comment' | 'share' | 'profile' | 'readMore' | 'video' | 'message';

const sentences = {
  like: 'session.promptLike',
  comment: 'session.promptComment',
  share: 'session.promptShare',
  profile: 'session.promptProfile',
  readMore: 'session.promptReadMore',
  video: 'session.promptVideo',
  message: 'session.promptMessage',
} as const satisfies Record<PromptReason, TextKey>;

export interface LoginSheetProps {
  /** Why it is open, or null. */
  readonly reason: PromptReason | null;
  readonly onClose: () => void;
}

/** Asks a guest to sign in, and brings them back to where they are now. */
export default function LoginSheet({ reason, onClose }: LoginSheetProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const canRegister = useCanRegister(reason !== null);
  // What was said stays to be read while the prompt leaves.
  const last = useRef(reason);
  if (reason) last.current = reason;

  function go(to: '/login' | '/register') {
    onClose();
    // They want to go on with what they have just tried to do.
    forgetWanted();
    navigate(to, { state: pushedSignInState() });
  }

  return (
    <Sheet open={reason !== null} onClose={onClose} title={t('session.promptTitle')}>
      <div className={styles.prompt}>
        <Mark size="large" />
        <p>{last.current && t(sentences[last.current])}</p>
        <Button block onClick={() => go('/login')}>
          {t('session.signIn')}
        </Button>
        {canRegister !== false && (
          <Button
            block
            variant="secondary"
            className={canRegister ? undefined : styles.unknown}
            onClick={() => go('/register')}
          >
            {t('session.createAccount')}
          </Button>
        )}
        <Button block variant="quiet" onClick={onClose}>
          {t('session.notNow')}
        </Button>
      </div>
    </Sheet>
  );
}
