import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { pictureSources } from './sources.ts';

/** A stored picture. `url` opens for the caller at once: signed as long as nothing public refers to it. */
export const storedImage = z.object({
  url: z.string(),
  thumbnailUrl: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  placeholder: z.string(),
  sources: pictureSources.optional(),
  size: z.number().int(),
  type: z.string(),
  name: z.string(),
});
export type StoredImage = z.output<typeof storedImage>;

const imageErrors = [
  'NOT_AN_IMAGE',
  'IMAGE_TYPE_NOT_ACCEPTED',
  'IMAGE_DAMAGED',
  'IMAGE_TOO_COMPLEX',
  'STORAGE_FULL',
  'STORAGE_UNAVAILABLE',
  'POST_NOT_FOUND',
] as const;
const base64 = (maxBytes: number) =>
  z.string('fieldRequired').min(1, 'fieldRequired').max(maxBytes, 'TOO_LARGE');
const fileName = z.string().max(limits.fileName.maxChars, 'fieldTooLong').optional();
const fileType = z.string().max(100, 'fieldTooLong').optional();

export const mediaEndpoints = {
  'media.uploadImage': endpoint({
    method: 'POST',
    path: '/api/upload/image',
    access: 'admin',
    does: 'Stores a picture for the editor: multipart field `image`, and `draftId` where a draft holds it.',
    bodyKind: 'multipart',
    bodyLimit: limits.image.desktopBytes + limits.body.multipartEnvelope,
    data: z.object({ file: storedImage }),
    errors: [...imageErrors, 'IMAGE_TOO_LARGE'],
    rateLimit: 'imageUpload',
  }),
  'media.uploadImageBase64': endpoint({
    method: 'POST',
    path: '/api/upload/image/base64',
    access: 'admin',
    does: 'The fallback of the image upload, as base64 with or without a data-URL head.',
    body: z.object({
      imageData: base64(limits.body.imageBase64),
      fileName,
      fileType,
      draftId: z.string().optional(),
    }),
    bodyLimit: limits.body.imageBase64,
    data: z.object({ file: storedImage }),
    errors: [...imageErrors, 'IMAGE_TOO_LARGE'],
    rateLimit: 'imageUpload',
  }),
  'media.uploadGalleryImage': endpoint({
    method: 'POST',
    path: '/api/upload/gallery-image',
    access: 'admin',
    does: 'Stores a picture of a gallery: multipart fields `image` and `postId`.',
    bodyKind: 'multipart',
    bodyLimit: limits.image.galleryBytes + limits.body.multipartEnvelope,
    data: z.object({ file: storedImage }),
    errors: [...imageErrors, 'GALLERY_IMAGE_TOO_LARGE'],
    rateLimit: 'imageUpload',
  }),
  'media.profilePicture': endpoint({
    method: 'POST',
    path: '/api/profile-picture/base64',
    access: 'signedIn',
    does: "Sets the caller's profile photo.",
    body: z.object({
      imageData: base64(limits.body.profilePicture),
      fileName,
      fileType,
      /** Never decides whose photo it is: another person's id is refused. */
      userId: z.string().optional(),
    }),
    bodyLimit: limits.body.profilePicture,
    data: z.object({ url: z.string(), file: storedImage }),
    errors: [
      'PHOTO_NOT_AN_IMAGE',
      'IMAGE_TYPE_NOT_ACCEPTED',
      'PHOTO_TOO_LARGE',
      'IMAGE_DAMAGED',
      'IMAGE_TOO_COMPLEX',
      'STORAGE_FULL',
      'STORAGE_UNAVAILABLE',
      'FORBIDDEN',
    ],
    rateLimit: 'profilePhoto',
  }),
};
