import { z } from 'zod';
import { limits } from '../limits.ts';
import { isBlank, plainText } from '../plain-text.ts';
import { id, isoTime } from '../schemas.ts';
import { tokenScopes } from '../token-scope.ts';

const { personalToken: limit } = limits;

const scope = z.enum(tokenScopes, 'fieldInvalid');

export const createTokenBody = z.object({
  /** What the token is for, so that its owner knows it again. */
  name: plainText(limit.nameChars).refine((text) => !isBlank(text), 'fieldRequired'),
  scopes: z
    .array(scope, 'fieldInvalid')
    .min(1, 'fieldRequired')
    .max(limit.maxScopes, 'fieldInvalid')
    .transform((scopes) => tokenScopes.filter((each) => scopes.includes(each))),
  expiresInDays: z
    .number('fieldInvalid')
    .int('fieldInvalid')
    .min(1, 'fieldInvalid')
    .max(limit.maxDays, 'fieldInvalid')
    .default(limit.defaultDays),
});

/** A personal token (decisions §8). The token itself stands in the answer that made it, and nowhere else. */
export const personalToken = z.object({
  _id: id,
  name: z.string(),
  scopes: z.array(scope),
  created_at: isoTime,
  expires_at: isoTime,
  /** Within the hour; null where it was never used. */
  last_used_at: isoTime.nullable(),
  expired: z.boolean(),
});
export type PersonalToken = z.output<typeof personalToken>;
