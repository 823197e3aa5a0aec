import { z } from 'zod';

/**
 * Fields that a body never sets unless its row names them: roles, counters, owners, states (security.md).
 * Sending one is an attack or a mistake worth hearing about; other unknown fields are ignored.
 */
const privileged = new Set([
  '_id',
  'id',
  'role',
  'isAdmin',
  'is_admin',
  'admin',
  'user_id',
  'userId',
  'sender_id',
  'senderId',
  'author_id',
  'authorId',
  'likes',
  'dislikes',
  'views',
  'views_extra',
  'realLikesCount',
  'realViewsCount',
  'totalLikes',
  'totalViews',
  'comment_count',
  'deleted',
  'deleted_at',
  'created_at',
  'updated_at',
  'password_hash',
  'passwordHash',
]);

/** The object shape inside `optional()`, `nullable()` and the like. */
function objectShape(shape: z.ZodType | undefined): z.ZodObject | undefined {
  if (shape instanceof z.ZodObject) return shape;
  const inner = (shape as { unwrap?: () => z.ZodType } | undefined)?.unwrap?.();
  return inner ? objectShape(inner) : undefined;
}

/** Dotted paths of the privileged fields in `body` that `shape` does not name, here and in its objects. */
export function foreignPrivileged(
  body: Readonly<Record<string, unknown>>,
  shape: z.ZodObject | undefined,
): string[] {
  return Object.entries(body).flatMap(([field, value]) => {
    const known = shape?.shape[field] as z.ZodType | undefined;
    if (!known) return privileged.has(field) ? [field] : [];
    const inner = objectShape(known);
    if (!inner || typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    return foreignPrivileged(value as Record<string, unknown>, inner).map((path) => `${field}.${path}`);
  });
}
