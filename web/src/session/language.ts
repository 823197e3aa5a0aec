import { deviceLanguage, type Language, setLanguage } from '../i18n/language.ts';
import { currentSession, onSessionChange } from './session.ts';

const wanted = (): Language => currentSession().user?.language ?? deviceLanguage();

/** Speaks the signed-in person's language, else this device's, from now on. Resolves when the first is loaded. */
export function followLanguage(): Promise<void> {
  onSessionChange(() => {
    // Without its texts the former language stays until the person's next choice or visit.
    setLanguage(wanted()).catch((error) => console.warn('A language could not be loaded.', error));
  });
  return setLanguage(wanted());
}
