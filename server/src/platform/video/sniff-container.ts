import type { ByteAccess } from './byte-access.ts';
import type { Container } from './video.ts';

const headBytes = 64;
const asfGuid = '3026b2758e66cf11a6d900aa0062ce6c';
/** What a QuickTime file from before `ftyp` begins with. */
const oldQuickTime = new Set(['moov', 'mdat', 'wide', 'pnot']);

/** What a file is by its first bytes; null for all that is not one of the videos that are taken. */
function containerOf(head: Buffer): Container | null {
  if (head.length < 16) return null;
  const type = head.toString('latin1', 4, 8);
  if (type === 'ftyp') return head.toString('latin1', 8, 12) === 'qt  ' ? 'quicktime' : 'mp4';
  if (oldQuickTime.has(type)) return 'quicktime';
  if (head.readUInt32BE(0) === 0x1a45dfa3) return 'webm';
  const text = head.toString('latin1', 0, 12);
  if (text.startsWith('OggS')) return 'ogg';
  if (text.startsWith('RIFF') && text.endsWith('AVI ')) return 'avi';
  return head.toString('hex', 0, 16) === asfGuid ? 'asf' : null;
}

export async function sniffContainer(access: ByteAccess): Promise<Container | null> {
  return containerOf(await access.read(0, headBytes));
}
