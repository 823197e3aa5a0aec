/** A WAV of a quiet tone, `seconds` long: the smallest thing that a video element plays for real. */
export function wav(seconds: number): Buffer {
  const perSecond = 8000;
  const samples = Buffer.alloc(seconds * perSecond, 128);
  for (let n = 0; n < samples.length; n += 16) samples[n] = 132;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(perSecond, 24);
  head.writeUInt32LE(perSecond, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
