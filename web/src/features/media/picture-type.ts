import { isMobile } from '../../device/mobile.ts';
import { t } from '../../i18n/language.ts';

/** Whether a file says to be a picture. iPhone photos may come without a type. */
export const isPicture = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type.startsWith('image/') || (type === '' && /\.hei[cf]$/i.test(name));

const isHeic = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** Pictures that browsers do not show and the server does not take, by type or ending. */
const unshown: readonly (readonly [kind: string, name: RegExp])[] = [
  ['TIFF', /^image\/(x-)?tiff?$|\.tiff?$/i],
  ['BMP', /^image\/(x-(ms-)?)?bmp$|\.bmp$/i],
  ['PSD', /^image\/(vnd\.adobe\.|x-)photoshop$|\.psd$/i],
  ['JPEG XL', /^image\/jxl$|\.jxl$/i],
  ['JPEG 2000', /^image\/jp(2|x|m)$|\.jp2$/i],
];

/** What a file says that it is, where that is no picture for a browser; null for all others. */
export function unshownKind({ type, name }: Pick<File, 'type' | 'name'>): string | null {
  const said = type === '' || type === 'application/octet-stream' ? name : type;
  return unshown.find(([, pattern]) => pattern.test(said))?.[0] ?? null;
}

const latin = new TextDecoder('latin1');

/**
 * Whether a picture has to travel as it is: one that moves would stop, and an iPhone's, which many browsers cannot
 * read, is decoded by the server.
 */
export async function isUploadedUnchanged(file: File): Promise<boolean> {
  if (file.type === 'image/gif' || file.type === 'image/svg+xml' || isHeic(file)) return true;
  if (file.type !== 'image/webp' && file.type !== 'image/png') return false;
  // The chunk that makes a picture move stands before its first frame.
  const head = latin.decode(await file.slice(0, 4096).arrayBuffer());
  return file.type === 'image/webp' ? head.slice(0, 64).includes('ANIM') : head.includes('acTL');
}

/**
 * Why a file cannot be taken, by what it says that it is, or null. A phone makes a JPEG of every picture that its browser
 * can open, so there it is tried.
 */
export function pictureFault(file: Pick<File, 'type' | 'name'>): string | null {
  const kind = isMobile() ? null : unshownKind(file);
  if (kind) return t('rules.IMAGE_TYPE_NOT_ACCEPTED', { kind });
  return isPicture(file) ? null : t('rules.NOT_AN_IMAGE');
}
