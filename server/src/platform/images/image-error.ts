import type { ErrorCode } from '@duet/contract/errors';

export type ImageErrorCode = Extract<
  ErrorCode,
  | 'NOT_AN_IMAGE'
  | 'IMAGE_TYPE_NOT_ACCEPTED'
  | 'IMAGE_DAMAGED'
  | 'IMAGE_TOO_COMPLEX'
  | 'STORAGE_FULL'
  | 'STORAGE_UNAVAILABLE'
>;

/** Why a picture was not taken; it travels from the image process as its code and what is for the log. */
export class ImageError extends Error {
  readonly code: ImageErrorCode;
  /** Of IMAGE_TYPE_NOT_ACCEPTED: what it is, for a person. */
  readonly kind: string | undefined;

  constructor(code: ImageErrorCode, log: string, kind?: string) {
    super(log);
    this.name = 'ImageError';
    this.code = code;
    this.kind = kind;
  }
}
