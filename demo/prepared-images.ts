import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { ImageProcess } from '../server/src/platform/images/image-process.ts';
import type { Images, ProcessedImage, Recipe } from '../server/src/platform/images/images.ts';

const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Makes pictures safe before they are uploaded, in as many processes as there are cores: the demo knows what will come. */
export class PreparedImages implements Images {
  readonly #processes = Array.from({ length: Math.min(4, availableParallelism()) }, () => new ImageProcess());
  readonly #made = new Map<string, Promise<ProcessedImage>>();
  readonly #folder: string;
  #count = 0;

  /** Keeps what is made in `folder` until it is uploaded. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Begins with a photo. */
  begin(bytes: Buffer): void {
    const made = this.#make(bytes);
    made.catch(() => {});
    this.#made.set(sumOf(bytes), made);
  }

  #next(): ImageProcess {
    this.#count += 1;
    const process = this.#processes[this.#count % this.#processes.length];
    if (!process) throw new Error('there is no process for pictures');
    return process;
  }

  async #make(bytes: Buffer): Promise<ProcessedImage> {
    const process = this.#next();
    const into = join(this.#folder, `${this.#count}`);
    await mkdir(into);
    const source = join(into, 'painted');
    await writeFile(source, bytes);
    return process.process(source, into, 'photo');
  }

  async process(source: string, into: string, recipe: Recipe): Promise<ProcessedImage> {
    const begun = recipe === 'photo' ? this.#made.get(sumOf(await readFile(source))) : undefined;
    const made = await begun?.catch(() => undefined);
    if (!made) return this.#next().process(source, into, recipe);
    const here = async (file: string): Promise<string> => {
      const copy = join(into, basename(file));
      await copyFile(file, copy);
      return copy;
    };
    const sources = (made.sources ?? []).map(async ({ file, width }) => ({ file: await here(file), width }));
    return {
      ...made,
      file: await here(made.file),
      thumbnailFile: await here(made.thumbnailFile),
      sources: await Promise.all(sources),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const process of this.#processes) await process[Symbol.asyncDispose]();
  }
}
