import { Failure } from '../platform/failure.ts';

const dataUrlHead = /^data:[\w.+-]*\/?[\w.+-]*(?:;[\w=.+-]+)*;base64,/;

/**
 * The bytes of base64 text, with or without a data-URL head and padding. Throws INVALID with `field` at fault
 * where a character does not belong there.
 */
export function bytesOfBase64(text: string, field: string): Buffer {
  const head = dataUrlHead.exec(text.slice(0, 200))?.[0] ?? '';
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const characters = text.length - head.length - padding;
  const bytes = Buffer.from(head === '' ? text : text.slice(head.length), 'base64');
  // The decoder passes over what it does not know, so that its answer is then too short.
  const exact = bytes.length === Math.floor((characters * 3) / 4) && characters % 4 !== 1;
  if (!exact || bytes.length === 0) throw new Failure('INVALID', { fields: { [field]: 'fieldInvalid' } });
  return bytes;
}
