import { describe, expect, it } from 'vitest';
import { accentCss, defaultAccent, isAccent, nearestAccent, papers } from './accent.ts';
import { contrast, distance } from './colour.ts';

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
      expect(contrast(nearest, papers.light)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('that is nearly one is changed by little', () => {
    expect(distance('#e91e63', nearestAccent('#e91e63'))).toBeLessThan(0.04);
    expect(distance('#767676', nearestAccent('#767676'))).toBeLessThan(0.03);
  });

  it('of the theme leaves its tokens alone', () => {
    expect(accentCss(defaultAccent)).toBe('');
    expect(accentCss('#ffff00')).toBe('');
    expect(accentCss('red}body{display:none')).toBe('');
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
    expect(contrast(tokens(css, 'dark').accent ?? '', papers.dark)).toBeGreaterThan(7);
  });
});
