/** A colour in OKLCH (https://www.w3.org/TR/css-color-4/#ok-lab): lightness and chroma from 0 to 1, hue in radians. */
export interface Lch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

type Triple = readonly [number, number, number];

/** Red, green and blue of `#rrggbb`, linear, 0 to 1 (IEC 61966-2-1). */
function linearOf(colour: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function hexOf(linear: Triple): string {
  const channel = (value: number) => {
    const clipped = Math.min(1, Math.max(0, value));
    const encoded = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${linear.map(channel).join('')}`;
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [red, green, blue] = linearOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours (`#rrggbb`), 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** OKLab of `#rrggbb` (https://bottosson.github.io/posts/oklab/). */
function labOf(colour: string): Triple {
  const [red, green, blue] = linearOf(colour);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** How far apart two colours look: the distance in OKLab, about 0.02 for one that is just seen. */
export function distance(one: string, other: string): number {
  const [a, b] = [labOf(one), labOf(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

export function lchOf(colour: string): Lch {
  const [lightness, a, b] = labOf(colour);
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/** Linear red, green and blue; outside of 0 to 1 where sRGB has no such colour. */
function rgbOf({ lightness, chroma, hue }: Lch): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** The colour of the same lightness and hue that sRGB has, with as much of its chroma as there is. */
export function clipToSrgb(colour: Lch): Lch {
  const isInside = (chroma: number) =>
    rgbOf({ ...colour, chroma }).every((value) => value >= -0.0001 && value <= 1.0001);
  if (isInside(colour.chroma)) return colour;
  let [inside, outside] = [0, colour.chroma];
  for (let step = 0; step < 16; step += 1) {
    const middle = (inside + outside) / 2;
    if (isInside(middle)) inside = middle;
    else outside = middle;
  }
  return { ...colour, chroma: inside };
}

/** As `#rrggbb`, small letters. */
export const srgbOf = (colour: Lch): string => hexOf(rgbOf(colour));
