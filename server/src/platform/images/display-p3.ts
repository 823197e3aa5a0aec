/** The colorants of Display P3 in its ICC profile (https://www.color.org/chardata/rgb/DisplayP3.xalter), and what rounding leaves of them. */
const colorants = {
  rXYZ: [0.51512, 0.2412, -0.00105],
  gXYZ: [0.29198, 0.69225, 0.04189],
  bXYZ: [0.1571, 0.06657, 0.78407],
};
const tolerance = 0.002;
/** Of ISO/IEC 23091-2. */
const p3Primaries = 12;

/** What is inside of the boxes of a type (ISO/IEC 14496-12, 4.2). */
function* contentsOf(bytes: Buffer, type: string): Generator<Buffer> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const short = bytes.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    if (at + head > bytes.length) return;
    const size =
      short === 0 ? bytes.length - at : short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (size < head) return;
    if (bytes.toString('latin1', at + 4, at + 8) === type) yield bytes.subarray(at + head, at + size);
    at += size;
  }
}

/** Whether a HEIF says that its colours are those of Display P3, as iPhones do. */
export function isDisplayP3(heif: Buffer): boolean {
  for (const meta of contentsOf(heif, 'meta')) {
    for (const properties of contentsOf(meta.subarray(4), 'iprp')) {
      for (const container of contentsOf(properties, 'ipco')) {
        for (const colour of contentsOf(container, 'colr')) if (saysP3(colour)) return true;
      }
    }
  }
  return false;
}

function saysP3(colour: Buffer): boolean {
  const type = colour.toString('latin1', 0, 4);
  if (type === 'nclx') return colour.length >= 6 && colour.readUInt16BE(4) === p3Primaries;
  return (type === 'prof' || type === 'rICC') && hasColorants(colour.subarray(4));
}

/** ICC.1, 7.3: a table of tags, each with its place; a colorant is three numbers of 16 bits and as many behind the point. */
function hasColorants(profile: Buffer): boolean {
  if (profile.length < 132) return false;
  const count = Math.min(profile.readUInt32BE(128), Math.floor((profile.length - 132) / 12));
  const found = Array.from({ length: count }, (_, tag) => {
    const at = 132 + 12 * tag;
    return [profile.toString('latin1', at, at + 4), profile.readUInt32BE(at + 4)] as const;
  });
  const places = new Map(found);
  return Object.entries(colorants).every(([name, expected]) => {
    const at = places.get(name);
    if (at === undefined || at + 20 > profile.length) return false;
    return expected.every(
      (value, n) => Math.abs(profile.readInt32BE(at + 8 + 4 * n) / 65_536 - value) < tolerance,
    );
  });
}

/** Both have the same curve (IEC 61966-2-1). */
const toLight = Float64Array.from({ length: 256 }, (_, value) => {
  const each = value / 255;
  return each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4;
});
/** So fine that the steepest part, next to black, is met within a quarter of a value. */
const steps = 16_384;
const fromLight = Uint8ClampedArray.from({ length: steps + 1 }, (_, step) => {
  const light = step / steps;
  return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
});
const encoded = (light: number): number =>
  fromLight[Math.round(Math.min(1, Math.max(0, light)) * steps)] as number;

/** Makes sRGB of the pixels (red, green, blue and alpha) of a picture in Display P3, at their place; what sRGB cannot show is cut. */
export function p3ToSrgb(pixels: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const red = toLight[pixels[at] as number] as number;
    const green = toLight[pixels[at + 1] as number] as number;
    const blue = toLight[pixels[at + 2] as number] as number;
    pixels[at] = encoded(1.224_940_18 * red - 0.224_940_18 * green);
    pixels[at + 1] = encoded(1.042_056_95 * green - 0.042_056_95 * red);
    pixels[at + 2] = encoded(1.098_273_6 * blue - 0.019_637_55 * red - 0.078_636_05 * green);
  }
}
