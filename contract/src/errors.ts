/**
 * The closed catalogue of failures. A code that is not here does not compile; each has a sentence for a person
 * under the same name in texts/en.ts and texts/ro.ts. Statuses are those of decisions.md §2 and §6.
 */
interface CatalogueEntry {
  readonly status: number;
  /** Whether the same request may succeed later without a change. */
  readonly retry: boolean;
}

const final = (status: number): CatalogueEntry => ({ status, retry: false });
const again = (status: number): CatalogueEntry => ({ status, retry: true });

export const errorCatalogue = {
  // What arrived is not what the call takes.
  INVALID: final(400),
  MALFORMED_JSON: final(400),
  POST_ID_REQUIRED: final(400),
  CONTENT_REQUIRED: final(400),
  NEGATIVE_NUMBER: final(400),
  MESSAGE_TO_SELF: final(400),
  BLOCK_SELF: final(400),
  PUSH_ENDPOINT_REFUSED: final(400),
  NOT_AN_IMAGE: final(415),
  IMAGE_TYPE_NOT_ACCEPTED: final(415),
  IMAGE_DAMAGED: final(400),
  IMAGE_TOO_COMPLEX: final(413),
  TOO_LARGE: final(413),
  IMAGE_TOO_LARGE: final(413),
  GALLERY_IMAGE_TOO_LARGE: final(413),
  PHOTO_TOO_LARGE: final(413),
  PHOTO_NOT_AN_IMAGE: final(415),
  UNSUPPORTED_MEDIA_TYPE: final(415),
  VIDEO_EMPTY: final(400),
  VIDEO_TOO_LARGE: final(413),
  VIDEO_TYPE_NOT_ACCEPTED: final(415),
  NOT_A_VIDEO: final(415),
  VIDEO_DAMAGED: final(400),
  VIDEO_NOT_PLAYABLE: final(415),
  CHUNK_INDEX_WRONG: final(400),
  CHUNK_SIZE_WRONG: final(400),

  // Who asks, and whether they may.
  SIGN_IN_REQUIRED: final(401),
  SESSION_ENDED: final(401),
  LOGIN_FAILED: final(401),
  SECOND_STEP_FAILED: final(401),
  SIGN_IN_OVER: final(401),
  ADMIN_REQUIRED: final(403),
  FORBIDDEN: final(403),
  OWN_ACCOUNT: final(403),
  OWN_ACCOUNT_EDIT: final(403),
  OWN_COMMENT: final(403),
  BLOCKED: final(403),
  BLOCKED_BY_YOU: final(403),
  REGISTRATION_CLOSED: final(403),
  ACCOUNT_WAITING: final(403),
  SETUP_CODE_INVALID: final(403),
  PASSWORD_LINK_INVALID: final(403),
  EMAIL_LINK_INVALID: final(403),
  UNSUBSCRIBE_LINK_INVALID: final(403),
  WRONG_PASSWORD: final(403),
  WRONG_CODE: final(403),
  PROOF_NEEDED: final(403),
  SECOND_STEP_REQUIRED: final(403),
  PASSKEY_REFUSED: final(403),
  TOKEN_SCOPE: final(403),

  // What it is about.
  NOT_FOUND: final(404),
  POST_NOT_FOUND: final(404),
  USER_NOT_FOUND: final(404),
  COMMENT_NOT_FOUND: final(404),
  MESSAGE_NOT_FOUND: final(404),
  UPLOAD_NOT_FOUND: final(404),
  METHOD_NOT_ALLOWED: final(405),
  USERNAME_TAKEN: final(409),
  EMAIL_TAKEN: final(409),
  USERNAME_CHANGED_OFTEN: final(409),
  LAST_ADMIN: final(409),
  LAST_SECOND_STEP: final(409),
  INVITATION_OVER: final(409),
  WRONG_STATE: final(409),
  MEDIA_GONE: final(409),
  CHUNKS_MISSING: final(409),
  CHUNK_SUPERSEDED: final(409),
  UPLOAD_FINISHED: final(409),
  TOO_MANY_UPLOADS: final(409),
  TOO_MANY_TOKENS: final(409),
  TOO_MANY_PASSKEYS: final(409),
  PASSKEY_KNOWN: final(409),
  CHANGED_MEANWHILE: final(412),

  // The machine.
  TOO_OFTEN: again(429),
  UNEXPECTED: again(500),
  OVERLOADED: again(503),
  STOPPING: again(503),
  STORAGE_FULL: again(507),
  STORAGE_UNAVAILABLE: again(503),
  READ_ONLY: again(503),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** What any call may answer beside its own errors. */
export const commonErrors = [
  'INVALID',
  'MALFORMED_JSON',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'SESSION_ENDED',
  'TOKEN_SCOPE',
  'TOO_OFTEN',
  'UNEXPECTED',
  'OVERLOADED',
  'STOPPING',
  'READ_ONLY',
] as const satisfies readonly ErrorCode[];
