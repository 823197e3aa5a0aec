import { clipToSrgb, contrast, distance, type Lch, lchOf, srgbOf } from './colour.ts';

/** The paper of each theme, as `web/src/theme/tokens.css` has it (a structure test compares them). */
export const paperColours = { light: '#fbf7f4', dark: '#161114' } as const;

/** The accent of a site that has chosen none; both its shades stand in tokens.css. */
export const defaultAccent = '#c2335a';
const defaultDarkAccent = '#ff8da8';

/** WCAG 2.2, 1.4.3: text of any size. */
const leastContrast = 4.5;

/**
 * How much lighter than the accent its shade for the dark theme may be at most (OKLCH lightness, 0 to 1). No colour reaches
 * 4.5:1 on both papers, so the dark theme shows a lighter shade of the same hue; beyond this it would be another colour, as
 * grey is for black.
 */
const mostLightened = 0.355;

/** By how much the lightest ground of the dark theme that text in the accent stands on (`--lifted`) is lighter than its paper. */
const darkSurfaceMargin = 1.72;

/** A shade of the hue with this contrast on the paper: the one whose lightness is nearest to the colour's own. */
function shadeOn(paper: string, colour: Lch, ratio: number, direction: 'lighter' | 'darker'): string {
  const at = (lightness: number) => srgbOf(clipToSrgb({ ...colour, lightness }));
  let [failing, passing] = [colour.lightness, direction === 'lighter' ? 1 : 0];
  if (contrast(at(failing), paper) >= ratio) return at(failing);
  for (let step = 0; step < 24; step += 1) {
    const middle = (failing + passing) / 2;
    if (contrast(at(middle), paper) >= ratio) passing = middle;
    else failing = middle;
  }
  return at(passing);
}

const darkShade = (accent: string): string =>
  shadeOn(paperColours.dark, lchOf(accent), leastContrast * darkSurfaceMargin, 'lighter');

/** The shade on paper alone, which decides whether the accent is one for both themes. */
const leastDarkShade = (accent: string): string =>
  shadeOn(paperColours.dark, lchOf(accent), leastContrast, 'lighter');

const isDarkEnough = (accent: string): boolean => contrast(accent, paperColours.light) >= leastContrast;

const isLightEnough = (accent: string): boolean =>
  lchOf(leastDarkShade(accent)).lightness - lchOf(accent).lightness <= mostLightened;

/**
 * Whether a colour (`#rrggbb`, small letters) can be the accent (decisions §8): text in it reads on the light paper, and a
 * lighter shade that is still the same colour reads on the dark one, both at 4.5:1.
 */
export const isAccent = (colour: string): boolean => isDarkEnough(colour) && isLightEnough(colour);

/** The nearest colour (OKLab) of the same hue that can be the accent; the colour itself where it can. */
export function nearestAccent(colour: string): string {
  if (isAccent(colour)) return colour;
  const lch = lchOf(colour);
  const candidates = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0].flatMap((part) => {
    const shade = { ...lch, chroma: lch.chroma * part };
    if (!isDarkEnough(colour)) return shadeOn(paperColours.light, shade, leastContrast, 'darker');
    return lightestNeeded(shade);
  });
  return candidates.reduce((best, each) => (distance(colour, each) < distance(colour, best) ? each : best));
}

/** The darkest shade whose counterpart by night is not too far from it. */
function lightestNeeded(colour: Lch): string {
  const at = (lightness: number) => srgbOf(clipToSrgb({ ...colour, lightness }));
  let [failing, passing] = [colour.lightness, 0.5];
  for (let step = 0; step < 24; step += 1) {
    const middle = (failing + passing) / 2;
    if (isLightEnough(at(middle))) passing = middle;
    else failing = middle;
  }
  return at(passing);
}

/** What the accent makes of the tokens of one theme, by the names of `web/src/theme/tokens.css`. */
export type AccentTokens = Readonly<
  Record<'accent' | 'accent-pressed' | 'accent-wash' | 'on-accent' | 'bubble-own' | 'on-bubble-own', string>
>;

/** A wash of the colour on which text in it still reads. */
function washOf(accent: string, surface: string, strength: number): string {
  const [colour, ground] = [lchOf(accent), lchOf(surface)];
  for (let part = strength; part > 0; part -= 0.01) {
    const lightness = ground.lightness + (colour.lightness - ground.lightness) * part;
    const wash = srgbOf(clipToSrgb({ hue: colour.hue, chroma: colour.chroma * part * 1.4, lightness }));
    if (contrast(accent, wash) >= leastContrast) return wash;
  }
  return surface;
}

function tokensOf(accent: string) {
  const own = lchOf(accent);
  const night = darkShade(accent);
  const shade = (of: string, by: number) =>
    srgbOf(clipToSrgb({ ...lchOf(of), lightness: lchOf(of).lightness + by }));
  const bubble = srgbOf(
    clipToSrgb({ ...own, chroma: own.chroma * 0.8, lightness: Math.min(own.lightness, 0.47) }),
  );
  return {
    light: {
      accent,
      'accent-pressed': shade(accent, -0.09),
      'accent-wash': washOf(accent, '#ffffff', 0.12),
      'on-accent': '#ffffff',
      'bubble-own': accent,
      'on-bubble-own': '#ffffff',
    },
    dark: {
      accent: night,
      'accent-pressed': shade(night, 0.08),
      'accent-wash': washOf(night, paperColours.dark, 0.22),
      'on-accent': paperColours.dark,
      'bubble-own': bubble,
      'on-bubble-own': '#ffffff',
    },
  };
}

/** What both themes show of an accent; null for the colour of tokens.css, and for what can be none. */
export function accentTokens(accent: string): Readonly<Record<'light' | 'dark', AccentTokens>> | null {
  if (accent === defaultAccent || !/^#[0-9a-f]{6}$/.test(accent) || !isAccent(accent)) return null;
  return tokensOf(accent);
}

/** The style sheet that shows a site in its accent, in both themes; empty for the colour of tokens.css. */
export function accentCss(accent: string): string {
  const tokens = accentTokens(accent);
  if (!tokens) return '';
  const declarations = (of: AccentTokens) =>
    Object.entries(of)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';');
  return `:root{${declarations(tokens.light)}}:root[data-theme=dark]{${declarations(tokens.dark)}}`;
}

/** The shade that each theme shows of an accent. */
export const shadesOf = (accent: string): Readonly<Record<'light' | 'dark', string>> => ({
  light: accent,
  dark: accent === defaultAccent ? defaultDarkAccent : darkShade(accent),
});
