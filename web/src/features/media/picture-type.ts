/** Whether a file says to be a picture. iPhone photos may come without a type. */
export const isPicture = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type.startsWith('image/') || (type === '' && /\.hei[cf]$/i.test(name));

const isHeic = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

const latin = new TextDecoder('latin1');

/**
 * Whether a picture has to travel as it is: one that moves would stop, and an iPhone's, which many browsers cannot
 * read, is decoded by the server.
 */
export async function travelsUntouched(file: File): Promise<boolean> {
  if (file.type === 'image/gif' || file.type === 'image/svg+xml' || isHeic(file)) return true;
  if (file.type !== 'image/webp' && file.type !== 'image/png') return false;
  // The chunk that makes a picture move stands before its first frame.
  const head = latin.decode(await file.slice(0, 4096).arrayBuffer());
  return file.type === 'image/webp' ? head.slice(0, 64).includes('ANIM') : head.includes('acTL');
}
