import { call } from '../api/client.ts';
import { retryOnce } from '../api/retry-once.ts';
import { chooseDeviceLanguage, deviceLanguage, type Language, setLanguage } from '../i18n/language.ts';
import { currentSession, onSessionChange, updateUser } from './session.ts';

const wanted = (): Language => currentSession().user?.language ?? deviceLanguage();

/** Speaks the signed-in person's language, else this device's, from now on. Resolves when the first is loaded. */
export function followLanguage(): Promise<void> {
  onSessionChange(() => {
    // Without its texts the former language stays until the person's next choice or visit.
    setLanguage(wanted()).catch((error) => console.warn('A language could not be loaded.', error));
  });
  return setLanguage(wanted());
}

/** The server is saved of one choice after the other: of two that travel at a time the former might come last. */
let saving: Promise<unknown> = Promise.resolve();

/**
 * Changes the language at once: of the signed-in person (kept by the server), else of this device.
 * @throws CallFailure when the server did not keep it; then the former language is back.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  const { user } = currentSession();
  if (!user) return chooseDeviceLanguage(language);
  updateUser({ language });
  // Sent also where the page is left at once.
  const save = () => call('accounts.savePreferences', { body: { language }, keepalive: true });
  const saved = saving.then(() => retryOnce(save));
  saving = saved.catch(() => undefined);
  try {
    await saved;
  } catch (error) {
    // Another one may have been chosen since.
    if (currentSession().user?.language === language) updateUser({ language: user.language });
    throw error;
  }
}
