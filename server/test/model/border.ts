import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Images } from '../../src/platform/images/images.ts';
import type { MeasuredVideo, Video } from '../../src/platform/video/video.ts';
import type { VideoSource } from '../../src/platform/video/video-source.ts';
import type { Barrier } from './barrier.ts';

/** Pictures and videos of a few bytes in place of the decoders, which keep nothing and have tests of their own. */
export const cheapImages = (barrier: Barrier): Images => ({
  async process(source, into) {
    await barrier.step();
    const [file, thumbnailFile] = [join(into, 'full'), join(into, 'thumbnail')];
    await copyFile(source, file);
    await writeFile(thumbnailFile, 'small');
    const sources = [{ file: join(into, 'smaller'), width: 2 }];
    await writeFile(join(into, 'smaller'), 'smaller');
    const facts = {
      extension: 'jpg',
      contentType: 'image/jpeg',
      width: 3,
      height: 2,
      placeholder: '',
    } as const;
    return { file, thumbnailFile, sources, ...facts };
  },
  async [Symbol.asyncDispose]() {},
});

/** How a video's first letter says it is to be treated. */
export type VideoName = 'p' | 'm' | 'c';

const facts: Omit<MeasuredVideo, 'playable'> = {
  container: 'mp4',
  playedBySome: false,
  kind: 'MP4',
  width: 3,
  height: 2,
  duration: 1,
};

/** `p…` is kept as it is, `m…` has to be moved into a new file, `c…` has to be converted. */
export const cheapVideo = (barrier: Barrier): Video => ({
  async inspect(source) {
    await barrier.step();
    return { ...facts, playable: (await firstLetterOf(await fileOf(source))) !== 'c' };
  },
  async prepare(source, _container, into) {
    const file = await fileOf(source);
    if ((await firstLetterOf(file)) !== 'm') return file;
    const moved = join(into.path, 'moved');
    await copyFile(file, moved);
    return moved;
  },
  canConvert: async () => true,
  async convert({ source, into }) {
    await barrier.step();
    await writeFile(into, `p${(await readFile(source, 'utf8')).slice(1)}`);
  },
  still: async () => false,
});

const fileOf = async (source: VideoSource) => (typeof source === 'string' ? source : source.file());

async function firstLetterOf(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).charAt(0);
}
