import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTypes } from '../storage/content-types.ts';
import { storageFaultOf } from '../storage/room.ts';
import { openApng } from './apng.ts';
import { isApng } from './apng-frames.ts';
import { lockDecoders, openPicture, type Picture } from './decode.ts';
import { encode } from './encode.ts';
import { openHeic } from './heic.ts';
import { ImageError } from './image-error.ts';
import type { ProcessedImage, SourceFile } from './images.ts';
import { type ImageType, sniffImage, unshownKind } from './sniff.ts';
import { type Job, memoryExitStatus, type Result } from './worker-protocol.ts';

/** The image process: all that touches untrusted picture bytes runs here, and it may die at any moment. */

function open(source: Buffer, type: ImageType): Promise<Picture> {
  if (type === 'heic') return openHeic(source);
  return type === 'png' && isApng(source) ? openApng(source) : openPicture(source, type);
}

/** A picture that browsers do not show says what it is; all else is none. */
function refusalOf(source: Buffer): ImageError {
  const kind = unshownKind(source);
  return kind === null
    ? new ImageError('NOT_AN_IMAGE', 'no known signature')
    : new ImageError('IMAGE_TYPE_NOT_ACCEPTED', kind, kind);
}

async function makeSafe(job: Job): Promise<ProcessedImage> {
  const source = await readFile(job.source);
  const type = sniffImage(source);
  if (type === null) throw refusalOf(source);
  const picture = await open(source, type);
  const { bytes, thumbnail, sources, ...rest } = await encode(picture, job.recipe);
  const file = join(job.into, `image.${rest.extension}`);
  const thumbnailFile = join(job.into, `image_thumb.${rest.extension}`);
  await writeFile(file, bytes);
  await writeFile(thumbnailFile, thumbnail);
  const sourceFiles: SourceFile[] = [];
  for (const source of sources) {
    const sourceFile = join(job.into, `image_thumb_${source.width}.webp`);
    await writeFile(sourceFile, source.bytes);
    sourceFiles.push({ file: sourceFile, width: source.width });
  }
  return { file, thumbnailFile, sources: sourceFiles, contentType: contentTypes[rest.extension], ...rest };
}

/** What libvips throws is the picture's fault; what the system throws is not. */
function resultOf(error: unknown): Result {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (error instanceof ImageError) {
    const { code, kind } = error;
    return { refusal: { code, log: message, ...(kind && { kind }) } };
  }
  const storageFault = storageFaultOf(code);
  if (storageFault) return { refusal: { code: storageFault, log: message } };
  if (syscall !== undefined) return { fault: message };
  return { refusal: { code: 'IMAGE_DAMAGED', log: message } };
}

const memoryLimitBytes = Number(process.argv[2]);

lockDecoders();
process.on('disconnect', () => process.exit(0));
process.on('message', async (job: Job) => {
  process.send?.(await makeSafe(job).then((image): Result => ({ image }), resultOf));
});
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimitBytes) process.exit(memoryExitStatus);
}, 50).unref();
