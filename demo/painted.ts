import { type Motif, paint } from './art/paint.ts';

/** How many pictures are painted beside the one that is being stored. */
const ahead = 6;

/** Paints the next pictures while the one before is stored; hands them out in their order. `begin` hears of each early. */
export async function* paintAhead(
  motifs: readonly Motif[],
  { say, begin }: { readonly say: (line: string) => void; readonly begin: (bytes: Buffer) => void },
): AsyncGenerator<Buffer, undefined> {
  const painting = async (motif: Motif): Promise<Buffer> => {
    const bytes = await paint(motif);
    begin(bytes);
    return bytes;
  };
  const under: Promise<Buffer>[] = motifs.slice(0, ahead).map(painting);
  for (const [at, motif] of [...motifs.slice(ahead), ...Array(ahead).fill(null)].entries()) {
    const next = under.shift();
    if (motif) under.push(painting(motif));
    if (!next) return undefined;
    yield await next;
    if ((at + 1) % 10 === 0) say(`Painting ${at + 1} of ${motifs.length} …`);
  }
  return undefined;
}
