import { z } from 'zod';
import { limits } from '../limits.ts';
import { plainText } from '../plain-text.ts';
import { id, isoTime } from '../schemas.ts';

/** What a file may be said to be; what it is, its content decides (product.md §5, Video). */
export const videoTypes = [
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/quicktime',
  'video/x-msvideo',
  'video/x-ms-wmv',
] as const;
export type VideoType = (typeof videoTypes)[number];

/** First and last chunk of each unbroken run, both included. */
const chunkRanges = z.array(z.tuple([z.number().int(), z.number().int()]));
export type ChunkRanges = z.output<typeof chunkRanges>;

const { chunk, body } = limits;

const hint = (maxChars: number) => z.string('fieldInvalid').max(maxChars, 'fieldTooLong').nullish();

export const initBody = z
  .object({
    fileName: z.string('fieldRequired').min(1, 'fieldRequired').max(limits.fileName.maxChars, 'fieldTooLong'),
    fileSize: z
      .number('fieldRequired')
      .int('fieldInvalid')
      .min(1, 'VIDEO_EMPTY')
      .max(limits.video.maxBytes, 'VIDEO_TOO_LARGE'),
    /** A media type; parameters such as codecs are passed over. */
    fileType: z
      .string('fieldRequired')
      .max(200, 'VIDEO_TYPE_NOT_ACCEPTED')
      .transform((type) => type.split(';', 1)[0]?.trim().toLowerCase() ?? '')
      .pipe(z.enum(videoTypes, 'VIDEO_TYPE_NOT_ACCEPTED')),
    chunkSize: z
      .number('chunkSizeInvalid')
      .int('chunkSizeInvalid')
      .min(1, 'chunkSizeInvalid')
      .max(chunk.maxBytes, 'chunkSizeInvalid')
      .default(chunk.defaultBytes),
    /** What the client knows the file by again, on whatever device: a hash of its first bytes, say. */
    fingerprint: hint(limits.upload.fingerprintMaxChars),
    /** The draft, or the post that is being edited, that the video is meant for; kept for `action=open` alone. */
    draftId: hint(100),
    postId: hint(100),
  })
  .refine(({ fileSize, chunkSize }) => Math.ceil(fileSize / chunkSize) <= chunk.maxPerUpload, {
    path: ['chunkSize'],
    message: 'chunkSizeTooSmall',
  });

export const sessionId = z.string('fieldRequired').min(1, 'fieldRequired').max(100, 'UPLOAD_NOT_FOUND');

/** An upload as far as it has come. Only what a power cut could not take away counts as received. */
export const uploadState = z.object({
  fileName: z.string(),
  fileSize: z.number().int(),
  fileType: z.enum(videoTypes),
  chunkSize: z.number().int(),
  totalChunks: z.number().int(),
  receivedChunks: chunkRanges,
  expiresAt: isoTime,
  /** Whether it was finished: its file is the post's. */
  complete: z.boolean(),
  postId: id.nullable(),
  /** Of the bytes as they were sent, in hex; once it is finished. */
  sha256: z.string().nullable(),
});
export type UploadState = z.output<typeof uploadState>;

/** An upload that another device can continue: it is the same file where name, size and fingerprint are the same. */
export const openUpload = z.object({
  sessionId: id,
  ...uploadState.pick({
    fileName: true,
    fileSize: true,
    fileType: true,
    chunkSize: true,
    totalChunks: true,
    receivedChunks: true,
    expiresAt: true,
  }).shape,
  receivedBytes: z.number().int(),
  /** As `init` was told; null where it was not. */
  fingerprint: z.string().nullable(),
  draftId: id.nullable(),
  postId: id.nullable(),
  createdAt: isoTime,
});
export type OpenUpload = z.output<typeof openUpload>;

const thumbnailBlob = z.string('fieldInvalid').max(body.finalizeWithPost, 'TOO_LARGE').nullish();

export const finalizeBody = z.object({
  sessionId,
  postId: z.string('POST_ID_REQUIRED').min(1, 'POST_ID_REQUIRED'),
  /** The poster as base64, with or without a data-URL head. */
  thumbnailBlob,
});

export const finalizeWithPostBody = z.object({
  sessionId,
  caption: plainText(limits.caption.maxChars).optional(),
  adminOnlyVisibility: z.boolean('fieldInvalid').optional(),
  thumbnailBlob,
  /** The draft to publish; without it a post is made. */
  draftId: z.string('fieldInvalid').min(1, 'fieldInvalid').nullish(),
});
