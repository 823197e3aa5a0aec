import { limits } from '@duet/contract/limits';
import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { failureText } from '../../api/failure.ts';
import { useTexts } from '../../i18n/language.ts';
import {
  endPasskeys,
  passkeyFault,
  signInWith,
  signInWithPasskey,
  suggestPasskeys,
} from '../../session/passkeys.ts';
import { continueSignIn } from '../../session/pending-sign-in.ts';
import { leaveSignIn } from '../../session/return-to.ts';
import { Button } from '../../ui/Button.tsx';
import { useToast } from '../../ui/toast.ts';

/** What is suggested is renewed before the server no longer takes it. */
const renewMs = limits.passkey.challengeMs - 60_000;

/** Signs in without a password: by its button, and by what the browser suggests in the field of the username. */
export default function PasskeySignIn() {
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);

  /** Whoever is in leaves this page: nothing is suggested to them any more. */
  async function take(signingIn: () => ReturnType<typeof signInWith>) {
    setBusy(true);
    try {
      const user = continueSignIn(await signingIn());
      if (user) leaveSignIn(navigate, state, user);
    } catch (error) {
      const fault = passkeyFault(error);
      if (fault) toast.warning(t(`passkeys.${fault}`));
      else toast.error(failureText(error, t('network.unexpected')));
      setBusy(false);
    }
  }

  const takeSuggested = useEffectEvent((credential: Parameters<typeof signInWith>[0]) =>
    take(() => signInWith(credential)),
  );
  // The browser asks one question at a time: while the button's is open nothing is suggested.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round suggests anew
  useEffect(
    () => (busy ? undefined : suggestPasskeys((chosen) => void takeSuggested(chosen))),
    [busy, round],
  );
  useEffect(() => {
    const renew = setInterval(() => {
      if (document.visibilityState === 'visible') setRound((former) => former + 1);
    }, renewMs);
    return () => {
      clearInterval(renew);
      void endPasskeys();
    };
  }, []);

  return (
    <Button
      variant="secondary"
      block
      busy={busy}
      icon={<KeyRound size={20} aria-hidden />}
      onClick={() => void take(signInWithPasskey)}
    >
      {t('passkeys.use')}
    </Button>
  );
}
