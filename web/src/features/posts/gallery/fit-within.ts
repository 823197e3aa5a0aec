interface Size {
  readonly width: number;
  readonly height: number;
}

/** Of a picture whose measures are not known. */
const unknown: Size = { width: 1600, height: 1200 };

export const sizeOf = ({ width, height }: Size): Size =>
  width > 0 && height > 0 ? { width, height } : unknown;

/** The size at which a picture is whole in a room, at most its own; CSS pixels, rounded as the lightbox does. */
export function fitWithin(picture: Size, room: Size): Size {
  const { width, height } = sizeOf(picture);
  const scale = Math.min(1, room.width / width, room.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
