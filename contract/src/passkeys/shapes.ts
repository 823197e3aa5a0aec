import { z } from 'zod';
import { limits } from '../limits.ts';
import { isBlank, plainText } from '../plain-text.ts';
import { id, isoTime } from '../schemas.ts';

/** A passkey of somebody's, by which they sign in (Web Authentication Level 3). */
export const passkey = z.object({
  _id: id,
  /** What its owner calls it. */
  name: z.string(),
  created_at: isoTime,
  /** Null where it was never used. */
  last_used_at: isoTime.nullable(),
  /** Whether it is kept by a service that brings it to other devices, so that losing one loses nothing. */
  synced: z.boolean(),
  /** Since when it is not taken any more, because there is a copy of it. */
  cloned_at: isoTime.optional(),
});
export type Passkey = z.output<typeof passkey>;

const passkeyName = plainText(limits.passkey.nameChars).refine((text) => !isBlank(text), 'fieldRequired');

export const renamePasskeyBody = z.object({ name: passkeyName });

/** Bytes in Base64url (RFC 4648, 5) without padding. */
const bytes = (maxChars: number) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? 'fieldRequired' : 'fieldInvalid') })
    .min(1, 'fieldRequired')
    .max(maxChars, 'fieldTooLong')
    .regex(/^[\w-]+$/, 'fieldInvalid');

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** `PublicKeyCredentialCreationOptionsJSON`, which the browser's `navigator.credentials.create` takes. */
export const creationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type CreationOptions = z.output<typeof creationOptions>;

/** `PublicKeyCredentialRequestOptionsJSON`, which `navigator.credentials.get` takes. */
export const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(descriptor),
  userVerification: z.enum(['required', 'preferred']),
});
export type RequestOptions = z.output<typeof requestOptions>;

/** Of what a browser sends, extensions are not looked at. */
const credential = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key', 'fieldInvalid'),
});

/** `RegistrationResponseJSON`: a new credential. */
const newCredential = credential.extend({
  response: z.object({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(24_000),
    transports: z
      .array(z.string().max(40, 'fieldTooLong'), 'fieldInvalid')
      .max(10, 'fieldInvalid')
      .optional(),
  }),
});
export type NewCredential = z.output<typeof newCredential>;

/** `AuthenticationResponseJSON`: a credential's signature of a challenge. */
const assertion = credential.extend({
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(8000),
    userHandle: bytes(100).optional(),
  }),
});
export type Assertion = z.output<typeof assertion>;

export const registerPasskeyBody = z.object({
  /** What the passkey is called at first; the device where absent. */
  name: passkeyName.optional(),
  credential: newCredential,
});

/** The token of a sign-in that waits for its second step. */
const waiting = z.string('fieldInvalid').max(100, 'fieldTooLong').optional();

export const beginPasskeySignInBody = z.object({ token: waiting });

export const passkeySignInBody = z.object({ token: waiting, credential: assertion });

export const passkeyProofBody = z.object({ credential: assertion });
