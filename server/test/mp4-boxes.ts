/** The types of the boxes at the top of an MP4, in their order (ISO/IEC 14496-12, 4.2). */
export function topTypes(bytes: Buffer): string[] {
  const types: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at))
    types.push(bytes.toString('latin1', at + 4, at + 8));
  return types;
}
