import { deviceLanguage, type Language } from '../i18n/language.ts';

/** The texts of the app may be what could not be loaded: these come with it. */
const sentences: Readonly<Record<Language, readonly [text: string, button: string]>> = {
  en: ['Duet could not be opened.', 'Try again'],
  ro: ['Duet nu a putut fi deschis.', 'Încearcă din nou'],
};

/** Says on the splash that the app could not start, with a way to try again; nothing where the app already stands. */
export function showStartFailure(error: unknown): void {
  console.error('The app could not start.', error);
  const bar = document.querySelector('#splash .splash-bar');
  if (!bar) return;
  const language = deviceLanguage();
  const [text, button] = sentences[language];
  const message = document.createElement('p');
  message.role = 'alert';
  message.lang = language;
  message.textContent = text;
  const retry = document.createElement('button');
  retry.type = 'button';
  retry.lang = language;
  retry.textContent = button;
  retry.addEventListener('click', () => location.reload());
  bar.replaceWith(message, retry);
}
