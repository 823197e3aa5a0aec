import { retryOnce } from '../api/retry-once.ts';
import { chooseDeviceLanguage, type Language } from '../i18n/language.ts';
import { callAs } from './call-as.ts';
import { currentSession, updateUser } from './session.ts';

/** Choices are saved one after the other: of two calls at a time the former might arrive last. */
let saving: Promise<unknown> = Promise.resolve();

/**
 * Changes the language at once: of the signed-in person (kept by the server), else of this device.
 * @throws CallFailure when the server did not keep it; then the former language is back.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  const { user } = currentSession();
  if (!user) return chooseDeviceLanguage(language);
  updateUser(user._id, { language });
  // Sent also where the page is left at once.
  const save = () => callAs(user._id, 'accounts.savePreferences', { body: { language }, keepalive: true });
  const saved = saving.then(() => retryOnce(save));
  saving = saved.catch(() => undefined);
  try {
    await saved;
  } catch (error) {
    const { user: now } = currentSession();
    // Whoever has signed in meanwhile is not told of it.
    if (now && now._id !== user._id) return;
    // Another one may have been chosen since.
    if (now?.language === language) updateUser(user._id, { language: user.language });
    throw error;
  }
}
