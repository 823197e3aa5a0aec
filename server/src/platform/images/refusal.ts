import type { ErrorCode } from '@duet/contract/errors';

export type RefusalCode = Extract<
  ErrorCode,
  'NOT_AN_IMAGE' | 'IMAGE_DAMAGED' | 'IMAGE_TOO_COMPLEX' | 'STORAGE_FULL'
>;

/** Why a picture was not taken; it travels from the image process as its code and what is for the log. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, log: string) {
    super(log);
    this.name = 'Refusal';
    this.code = code;
  }
}
