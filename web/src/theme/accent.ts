import { type AccentTokens, accentTokens } from '@duet/contract/site/accent';
import { onThemeChange } from './theme.ts';

type Tokens = ReturnType<typeof accentTokens>;

let tokens: Tokens = null;
let follows = false;

/**
 * Shows another accent in an open page. It came with the former one in a style sheet of the server's, if that was not the
 * one of tokens.css; this one stands on the page itself, for the theme that shows.
 */
export function paintAccent(accent: string): void {
  tokens = accentTokens(accent);
  document.getElementById('accent')?.remove();
  if (follows) paint(document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');
  else onThemeChange(paint);
  follows = true;
}

const names: readonly (keyof AccentTokens)[] = [
  'accent',
  'accent-pressed',
  'accent-wash',
  'on-accent',
  'bubble-own',
  'on-bubble-own',
];

function paint(shown: 'light' | 'dark'): void {
  const { style } = document.documentElement;
  for (const name of names) {
    if (tokens) style.setProperty(`--${name}`, tokens[shown][name]);
    else style.removeProperty(`--${name}`);
  }
}
