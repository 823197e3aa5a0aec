/** Deeper JSON than any shape of the contract takes. */
const maxDepth = 100;

/**
 * The path of the first text with a NUL (which PostgreSQL cannot store), or of what is nested too deep; null where
 * all is well. Walks without recursion, because the depth is the sender's choice.
 */
export function unsafeTextPath(root: unknown): string | null {
  const waiting: { value: unknown; path: readonly string[] }[] = [{ value: root, path: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && value.includes('\0')) return path.join('.');
    if (typeof value !== 'object' || value === null) continue;
    if (path.length >= maxDepth) return path[0] ?? '';
    for (const [key, inner] of Object.entries(value)) {
      if (key.includes('\0')) return path.join('.');
      waiting.push({ value: inner, path: [...path, key] });
    }
  }
  return null;
}
