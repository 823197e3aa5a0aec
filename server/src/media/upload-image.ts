import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, MB } from '@duet/contract/limits';
import type { StoredImage } from '@duet/contract/media/endpoints';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { granteeOf } from '../platform/http/grantee.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { withStorageFaults } from '../platform/storage/room.ts';
import type { Scratch } from '../platform/storage/storage.ts';
import { uploadRef } from './attach.ts';
import { bytesOfBase64 } from './base64.ts';
import { displayName } from './file-name.ts';
import { type ArrivedImage, keepImage } from './keep.ts';
import { toStoredImage } from './present.ts';
import { receiveImage, type SizeRule } from './receive-multipart.ts';
import { postExists } from './store.ts';

/** The general upload; a file of exactly the limit is taken. */
const generalSize: SizeRule = {
  maxBytes: limits.image.desktopBytes,
  tooLarge: () => new Failure('IMAGE_TOO_LARGE', { values: { n: limits.image.desktopBytes / MB } }),
};

const gallerySize: SizeRule = {
  maxBytes: limits.image.galleryBytes,
  tooLarge: (name) => new Failure('GALLERY_IMAGE_TOO_LARGE', { values: { name } }),
};

async function keepForPost(
  context: Context,
  scratch: Scratch,
  image: ArrivedImage,
  viewer: Viewer,
  postId: string | undefined,
): Promise<StoredImage> {
  if (postId && !(await postExists(context.db.read, postId))) throw new Failure('POST_NOT_FOUND');
  const row = await keepImage(
    context,
    scratch,
    image,
    { kind: 'photo', ownerId: viewer.id },
    async (tx, mediaId) => {
      if (postId) await uploadRef(tx, postId, mediaId);
    },
  );
  return toStoredImage(context, row, { grantee: granteeOf(viewer) });
}

async function uploadForm(
  context: Context,
  request: FastifyRequest,
  viewer: Viewer,
  rule: SizeRule,
  postField: 'draftId' | 'postId',
): Promise<StoredImage> {
  const declared = Number(request.headers['content-length'] ?? rule.maxBytes);
  await context.storage.requireRoom(Math.min(declared, rule.maxBytes), 'image');
  await using scratch = await context.storage.scratch();
  const { image, fields } = await receiveImage(request, scratch, rule);
  return await keepForPost(context, scratch, image, viewer, fields[postField]);
}

/** A picture of the editor, as a form. */
export const uploadImage = (context: Context, request: FastifyRequest, viewer: Viewer) =>
  uploadForm(context, request, viewer, generalSize, 'draftId');

/** A picture of a gallery, as a form. */
export const uploadGalleryImage = (context: Context, request: FastifyRequest, viewer: Viewer) =>
  uploadForm(context, request, viewer, gallerySize, 'postId');

/** A picture of the editor, as base64. */
export async function uploadImageBase64(
  context: Context,
  viewer: Viewer,
  sent: {
    readonly imageData: string;
    readonly fileName?: string | undefined;
    readonly draftId?: string | undefined;
  },
): Promise<StoredImage> {
  const bytes = bytesOfBase64(sent.imageData, 'imageData');
  const fileName = displayName(sent.fileName);
  if (bytes.length > generalSize.maxBytes) throw generalSize.tooLarge(fileName);
  await using scratch = await context.storage.scratch();
  const image = await saveBytes(context, scratch, bytes, fileName);
  return await keepForPost(context, scratch, image, viewer, sent.draftId);
}

/** Puts bytes that came in one piece where `keepImage` takes them from. */
export async function saveBytes(
  context: Context,
  scratch: Scratch,
  bytes: Buffer,
  fileName: string,
): Promise<ArrivedImage> {
  await context.storage.requireRoom(bytes.length, 'image');
  const file = join(scratch.path, 'arrived');
  await withStorageFaults(() => writeFile(file, bytes, { flag: 'wx' }));
  return { file, fileName };
}
