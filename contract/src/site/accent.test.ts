import { describe, expect, it } from 'vitest';
import {
  accentCss,
  accentTokens,
  defaultAccent,
  isAccent,
  nearestAccent,
  paperColours,
  shadesOf,
} from './accent.ts';
import { contrast, distance, lchOf, srgbOf } from './colour.ts';

/** The declarations of one theme. */
function tokens(css: string, theme: 'light' | 'dark'): Record<string, string> {
  const block = (theme === 'dark' ? /\[data-theme=dark\]\{([^}]*)/ : /^:root\{([^}]*)/).exec(css)?.[1] ?? '';
  return Object.fromEntries(block.split(';').map((each) => each.slice(2).split(':')));
}

describe('contrast', () => {
  it('is that of WCAG 2.2', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 2);
    expect(contrast('#123456', '#123456')).toBe(1);
  });
});

describe('an accent', () => {
  it.each([defaultAccent, '#1d6b8f', '#7a3e9d', '#1f7a5c', '#000080', '#8b0000', '#0000ff', '#2c3e50'])(
    'may be %s, which stays as it is',
    (colour) => expect([isAccent(colour), nearestAccent(colour)]).toEqual([true, colour]),
  );

  it.each([
    ['the light paper', ['#ffff00', '#ffffff', '#ffe0e6', '#ff69b4', '#808080', '#00ff00', '#fbf7f4']],
    ['the dark paper', ['#000000', '#111111', '#161114', '#1a1a1a', '#0a0a0a']],
  ])('that does not read on %s has a nearest one that does', (_, colours) => {
    for (const colour of colours) {
      expect([colour, isAccent(colour)]).toEqual([colour, false]);
      const nearest = nearestAccent(colour);
      expect(nearest).toMatch(/^#[0-9a-f]{6}$/);
      expect([nearest, isAccent(nearest)]).toEqual([nearest, true]);
      expect(contrast(nearest, paperColours.light)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('that is nearly one is changed by little', () => {
    expect(distance('#e91e63', nearestAccent('#e91e63'))).toBeLessThan(0.04);
    expect(distance('#767676', nearestAccent('#767676'))).toBeLessThan(0.03);
  });

  it.each(['#ffff00', '#ff69b4', '#767676', '#000000', '#0a0a0a', '#001a00'])(
    'nearest to %s is as near as any of its hue',
    (colour) => {
      const { hue, chroma } = lchOf(colour);
      let least = Number.POSITIVE_INFINITY;
      for (let lightness = 0.1; lightness < 0.9; lightness += 0.01) {
        for (let part = 0; part <= 1; part += 0.1) {
          const shade = srgbOf({ lightness, chroma: chroma * part, hue });
          if (isAccent(shade)) least = Math.min(least, distance(colour, shade));
        }
      }
      expect(distance(colour, nearestAccent(colour))).toBeLessThan(least + 0.01);
    },
  );

  it('gives up some of its chroma where that is nearer', () => {
    expect(['#99ffcc', '#c8fae1'].map(nearestAccent)).toEqual(['#477d62', '#69756f']);
  });

  it('of the theme leaves its tokens alone, and so does what can be none', () => {
    expect(accentCss(defaultAccent)).toBe('');
    expect(accentCss('#ffff00')).toBe('');
    expect(accentCss('red}body{display:none')).toBe('');
    expect(accentTokens('#1d6b8f}')).toBeNull();
    expect(accentTokens(' #1d6b8f')).toBeNull();
    expect(accentTokens('}1d6b8f#1d6b8f')).toBeNull();
  });
});

describe('the tokens of an accent', () => {
  const hues = Array.from({ length: 24 }, (_, n) => n);
  const colours = hues.flatMap((n) =>
    ['00', '55', 'aa', 'ff'].map((last) =>
      nearestAccent(
        `#${((n * 37) % 256).toString(16).padStart(2, '0')}${((n * 91) % 256).toString(16).padStart(2, '0')}${last}`,
      ),
    ),
  );

  it('read at 4.5:1 wherever text in them or on them stands', () => {
    for (const colour of colours.filter((each) => each !== defaultAccent)) {
      const css = accentCss(colour);
      for (const [theme, grounds] of [
        ['light', ['#fbf7f4', '#ffffff']],
        ['dark', ['#161114', '#211a1e', '#2a2226', '#453940']],
      ] as const) {
        const shown = tokens(css, theme);
        const pairs = [
          ...grounds.map((ground) => [shown.accent, ground]),
          ...grounds.slice(0, 2).map((ground) => [shown['accent-pressed'], ground]),
          [shown.accent, shown['accent-wash']],
          [shown['on-accent'], shown.accent],
          [shown['on-accent'], shown['accent-pressed']],
          [shown['on-bubble-own'], shown['bubble-own']],
        ];
        for (const [one = '', other = ''] of pairs) {
          const ratio = contrast(one, other);
          expect(ratio, `${colour} ${theme}: ${one} on ${other}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });

  it('show the accent itself by day, and a lighter shade by night', () => {
    const css = accentCss('#1d6b8f');
    expect(tokens(css, 'light').accent).toBe('#1d6b8f');
    expect(contrast(tokens(css, 'dark').accent ?? '', paperColours.dark)).toBeGreaterThan(7);
  });

  it('are those of the design', () => {
    expect(accentTokens('#1d6b8f')).toEqual({
      light: {
        accent: '#1d6b8f',
        'accent-pressed': '#005171',
        'accent-wash': '#e2edf4',
        'on-accent': '#ffffff',
        'bubble-own': '#1d6b8f',
        'on-bubble-own': '#ffffff',
      },
      dark: {
        accent: '#67b0d6',
        'accent-pressed': '#80caf1',
        'accent-wash': '#20313b',
        'on-accent': '#161114',
        'bubble-own': '#2a627e',
        'on-bubble-own': '#ffffff',
      },
    });
    const night = accentTokens('#7a3e9d')?.dark;
    expect([night?.['bubble-own'], night?.['accent-wash']]).toEqual(['#71438d', '#382941']);
  });

  it('wash the ground with the colour of the accent', () => {
    for (const colour of colours) {
      const shown = accentTokens(colour);
      if (!shown) continue;
      for (const [theme, ground] of [
        ['light', '#ffffff'],
        ['dark', paperColours.dark],
      ] as const) {
        const [own, wash] = [lchOf(shown[theme].accent), lchOf(shown[theme]['accent-wash'])];
        // Grey has no hue of its own.
        if (own.chroma < 0.03) continue;
        expect(shown[theme]['accent-wash'], colour).not.toBe(ground);
        expect(Math.cos(own.hue - wash.hue), `${colour} ${theme}`).toBeGreaterThan(0.9);
      }
    }
  });

  it('are known for pictures of a site by the shade of each theme', () => {
    expect(shadesOf(defaultAccent)).toEqual({ light: defaultAccent, dark: '#ff8da8' });
    expect(shadesOf('#8b0000')).toEqual({ light: '#8b0000', dark: '#ff8372' });
  });
});
