import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../platform/failure.ts';
import { refuseUnsafeText } from '../platform/http/parse.ts';
import { withStorageFaults } from '../platform/storage/room.ts';
import type { Scratch } from '../platform/storage/storage.ts';
import { displayName } from './file-name.ts';
import type { ArrivedImage } from './keep.ts';

interface Form {
  readonly image: ArrivedImage;
  /** The text fields, wherever in the form they stood. */
  readonly fields: Readonly<Record<string, string>>;
}

/** How large the picture may be (inclusive), and what is thrown where it is larger. */
export interface SizeRule {
  readonly maxBytes: number;
  tooLarge(fileName: string): Failure;
}

/** Lets `maxBytes` through and no more; answers by `exceeded` whether there was more. */
function upTo(maxBytes: number) {
  const state = { exceeded: false };
  let size = 0;
  const gate = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      state.exceeded = size > maxBytes;
      // What is too much is read and dropped: a client that is still sending would not hear the answer.
      done(null, state.exceeded ? undefined : chunk);
    },
  });
  return { gate, state };
}

async function saveImage(part: MultipartFile, scratch: Scratch, rule: SizeRule): Promise<ArrivedImage> {
  const fileName = displayName(part.filename);
  const file = join(scratch.path, 'arrived');
  const { gate, state } = upTo(rule.maxBytes);
  await withStorageFaults(() => pipeline(part.file, gate, createWriteStream(file, { flags: 'wx' })));
  if (state.exceeded) throw rule.tooLarge(fileName);
  return { file, fileName };
}

const noImage = (): Failure => new Failure('INVALID', { fields: { image: 'fieldRequired' } });

/** A fault of the form itself; a fault of this machine's disk stays what it is. */
function asFormFault(error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (error instanceof Failure || syscall !== undefined) return error;
  return new Failure('INVALID', { log: message, cause: error });
}

/**
 * Streams a form with one picture in its field `image` into the scratch folder. Throws INVALID where the form is
 * broken or has no such picture, and what the size rule says where it is too large.
 */
export async function receiveImage(request: FastifyRequest, scratch: Scratch, rule: SizeRule): Promise<Form> {
  if (!request.isMultipart()) throw noImage();
  const fields: Record<string, string> = {};
  let image: ArrivedImage | undefined;
  try {
    for await (const part of request.parts({ limits: { fileSize: Number.POSITIVE_INFINITY } })) {
      if (part.type === 'file' && part.fieldname === 'image') image = await saveImage(part, scratch, rule);
      else if (part.type === 'file') part.file.resume();
      else if (typeof part.value === 'string') fields[part.fieldname] = part.value;
    }
  } catch (error) {
    throw asFormFault(error);
  }
  if (!image) throw noImage();
  refuseUnsafeText(fields);
  return { image, fields };
}
