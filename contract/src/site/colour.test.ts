import { describe, expect, it } from 'vitest';
import { clipToSrgb, contrast, distance, type Lch, lchOf, srgbOf } from './colour.ts';

const degrees = (hue: number) => ((((hue * 180) / Math.PI) % 360) + 360) % 360;

describe('OKLCH', () => {
  it.each([
    // https://www.w3.org/TR/css-color-4/#ok-lab, to four digits
    ['#ff0000', 0.628, 0.2577, 29.23],
    ['#00ff00', 0.8664, 0.2948, 142.5],
    ['#0000ff', 0.452, 0.3132, 264.05],
    ['#ffff00', 0.968, 0.2111, 109.77],
    ['#808080', 0.5999, 0, null],
  ])('of %s is that of CSS Color 4', (colour, lightness, chroma, hue) => {
    const lch = lchOf(colour);
    expect(lch.lightness).toBeCloseTo(lightness, 3);
    expect(lch.chroma).toBeCloseTo(chroma, 3);
    if (hue !== null) expect(degrees(lch.hue)).toBeCloseTo(hue, 1);
  });

  it('leads back to every colour', () => {
    for (const colour of ['#000000', '#ffffff', '#c2335a', '#0a0b0c', '#010203', '#ff00ff', '#123456'])
      expect(srgbOf(lchOf(colour))).toBe(colour);
  });
});

describe('the distance of two colours', () => {
  it('is the straight line in OKLab', () => {
    expect(distance('#c2335a', '#c2335a')).toBe(0);
    expect(distance('#000000', '#ffffff')).toBeCloseTo(1, 5);
    const [one, other] = [lchOf('#ff0000'), lchOf('#0000ff')];
    const [a, b] = [one, other].map(({ chroma, hue }) => [chroma * Math.cos(hue), chroma * Math.sin(hue)]);
    const apart = Math.hypot(
      one.lightness - other.lightness,
      (a?.[0] ?? 0) - (b?.[0] ?? 0),
      (a?.[1] ?? 0) - (b?.[1] ?? 0),
    );
    expect(distance('#ff0000', '#0000ff')).toBeCloseTo(apart, 10);
  });
});

describe('contrast', () => {
  it('counts the darkest tones by their own slope (IEC 61966-2-1)', () => {
    // 10 is the largest value below the threshold of 0.04045, 11 the first above it.
    expect(contrast('#0a0a0a', '#000000')).toBeCloseTo((10 / 255 / 12.92 + 0.05) / 0.05, 10);
    expect(contrast('#0b0b0b', '#000000')).toBeCloseTo(
      (((11 / 255 + 0.055) / 1.055) ** 2.4 + 0.05) / 0.05,
      10,
    );
  });
});

describe('a colour that sRGB does not have', () => {
  const vivid: Lch = { lightness: 0.7, chroma: 0.4, hue: 1 };

  it('keeps its lightness and hue, and as much of its chroma as there is', () => {
    const clipped = clipToSrgb(vivid);
    expect([clipped.lightness, clipped.hue]).toEqual([vivid.lightness, vivid.hue]);
    expect(clipped.chroma).toBeCloseTo(0.1689, 3);
    const shown = lchOf(srgbOf(clipped));
    expect(shown.lightness).toBeCloseTo(vivid.lightness, 2);
    expect(shown.hue).toBeCloseTo(vivid.hue, 1);
    expect(srgbOf(clipped)).toBe('#ea7e00');
    // Shown as it is, a channel would be cut off and the hue be another one.
    expect(srgbOf(vivid)).not.toBe(srgbOf(clipped));
  });

  it.each(['#ff0000', '#00ff00', '#0000ff', '#ffffff', '#000000', '#c2335a'])(
    'is not %s, which stays as it is',
    (colour) => {
      const lch = lchOf(colour);
      expect(clipToSrgb(lch)).toBe(lch);
    },
  );
});
