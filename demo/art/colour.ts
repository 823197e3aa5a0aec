type Rgb = readonly [number, number, number];

function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The colour `part` of the way from one to the other. */
export function mix(from: string, to: string, part: number): string {
  const [a, b] = [rgb(from), rgb(to)];
  const channel = (at: 0 | 1 | 2) =>
    Math.round(a[at] + (b[at] - a[at]) * Math.min(1, Math.max(0, part)))
      .toString(16)
      .padStart(2, '0');
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}

export const lighter = (colour: string, part: number): string => mix(colour, '#ffffff', part);
export const darker = (colour: string, part: number): string => mix(colour, '#000000', part);
