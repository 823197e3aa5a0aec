import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { post } from '../posts/shapes.ts';
import { id, isoTime } from '../schemas.ts';
import {
  finalizeBody,
  finalizeWithPostBody,
  initBody,
  openUpload,
  sessionId,
  uploadState,
  videoTypes,
} from './shapes.ts';

const finishErrors = [
  'UPLOAD_NOT_FOUND',
  'CHUNKS_MISSING',
  'POST_NOT_FOUND',
  'WRONG_STATE',
  'NOT_A_VIDEO',
  'VIDEO_DAMAGED',
  'VIDEO_NOT_PLAYABLE',
  'NOT_AN_IMAGE',
  'IMAGE_TYPE_NOT_ACCEPTED',
  'IMAGE_DAMAGED',
  'IMAGE_TOO_COMPLEX',
  'MEDIA_GONE',
  'STORAGE_FULL',
  'STORAGE_UNAVAILABLE',
] as const;
const finished = { data: z.object({ post, sha256: z.string() }), top: z.object({ postId: id }) };

/** The transport of a video in chunks. */
export const uploadsEndpoints = {
  'uploads.init': endpoint({
    method: 'POST',
    path: '/api/upload/chunked?action=init',
    access: 'admin',
    does: 'Begins the upload of a video in chunks; the space for it is set aside.',
    body: initBody,
    data: z.object({ chunkSize: z.number().int(), totalChunks: z.number().int(), expiresAt: isoTime }),
    top: z.object({ sessionId: id }),
    errors: [
      'VIDEO_EMPTY',
      'VIDEO_TOO_LARGE',
      'VIDEO_TYPE_NOT_ACCEPTED',
      'VIDEO_NOT_PLAYABLE',
      'TOO_MANY_UPLOADS',
      'STORAGE_FULL',
      'STORAGE_UNAVAILABLE',
    ],
    rateLimit: 'uploadInit',
  }),
  'uploads.chunk': endpoint({
    method: 'POST',
    path: '/api/upload/chunked?action=upload',
    access: 'admin',
    does: 'Takes the bytes of one chunk: in any order, several at once, again and again; the newest counts.',
    query: z.object({
      sessionId,
      chunkIndex: z
        .string('fieldRequired')
        .regex(/^\d{1,9}$/, 'fieldInvalid')
        .transform(Number),
    }),
    bodyKind: 'octets',
    bodyLimit: limits.chunk.maxBytes,
    data: z.object({ chunkIndex: z.number().int(), size: z.number().int() }),
    errors: [
      'UPLOAD_NOT_FOUND',
      'UPLOAD_FINISHED',
      'CHUNK_INDEX_WRONG',
      'CHUNK_SIZE_WRONG',
      'CHUNK_SUPERSEDED',
      'STORAGE_FULL',
      'STORAGE_UNAVAILABLE',
    ],
    rateLimit: 'uploadChunk',
  }),
  'uploads.status': endpoint({
    method: 'GET',
    path: '/api/upload/chunked?action=status',
    access: 'admin',
    does: 'How far an upload has come, so that a client goes on after a reload, a crash or on another device.',
    query: z.object({ sessionId }),
    data: uploadState,
    errors: ['UPLOAD_NOT_FOUND'],
  }),
  'uploads.open': endpoint({
    method: 'GET',
    path: '/api/upload/chunked?action=open',
    access: 'admin',
    does: "The caller's uploads that are not finished, newest first, so that another device goes on with the same file; and the types that the site takes.",
    data: z.object({ uploads: z.array(openUpload), acceptedTypes: z.array(z.enum(videoTypes)) }),
  }),
  'uploads.cancel': endpoint({
    method: 'DELETE',
    path: '/api/upload/chunked',
    access: 'admin',
    does: 'Cancels an upload and frees its space; a finished one is UPLOAD_FINISHED.',
    query: z.object({ sessionId }),
    data: z.object({}),
    errors: ['UPLOAD_NOT_FOUND', 'UPLOAD_FINISHED'],
  }),
};

/** What makes an upload the video of a post. */
export const videoEndpoints = {
  'uploads.finalize': endpoint({
    method: 'POST',
    path: '/api/upload/chunked?action=finalize',
    access: 'admin',
    does: 'Puts the video on a post or draft; the same call again answers the same post.',
    body: finalizeBody,
    bodyLimit: limits.body.finalizeWithPost,
    ...finished,
    errors: [...finishErrors, 'POST_ID_REQUIRED', 'CHANGED_MEANWHILE'],
    entityTag: 'matched',
    conflict: z.object({ post }),
  }),
  'uploads.finalizeWithPost': endpoint({
    method: 'POST',
    path: '/api/upload/chunked?action=finalize-with-post',
    access: 'admin',
    does: 'Publishes the draft with the video; the same call again answers the same post.',
    body: finalizeWithPostBody,
    bodyLimit: limits.body.finalizeWithPost,
    ...finished,
    errors: finishErrors,
  }),
  'videos.retry': endpoint({
    method: 'POST',
    path: '/api/posts/{id}/video/retry',
    access: 'admin',
    does: 'Tries the conversion of a video again that has failed.',
    params: z.object({ id }),
    data: z.object({ post }),
    errors: ['POST_NOT_FOUND', 'WRONG_STATE'],
  }),
};
