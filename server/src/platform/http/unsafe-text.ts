/** Deeper JSON than any shape of the contract takes. */
const maxDepth = 100;

/** A value on the way down from the root; the path is put together only where it is asked for. */
interface Place {
  readonly value: object;
  readonly key: string;
  readonly above: Place | null;
  readonly depth: number;
}

function pathOf(place: Place | null, ...last: readonly string[]): string {
  const path = [...last];
  for (let at = place; at?.above; at = at.above) path.unshift(at.key);
  return path.join('.');
}

function fieldOf(place: Place): string {
  let at = place;
  while (at.above?.above) at = at.above;
  return at.key;
}

/**
 * The path of the first text with a NUL (which PostgreSQL cannot store), or of what is nested too deep; null where
 * all is well. Walks without recursion, because the depth is the sender's choice.
 */
export function unsafeTextPath(root: unknown): string | null {
  if (typeof root !== 'object' || root === null) return isUnsafe(root) ? '' : null;
  const waiting: Place[] = [{ value: root, key: '', above: null, depth: 0 }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    if (place.depth >= maxDepth) return fieldOf(place);
    const isArray = Array.isArray(place.value);
    for (const key of Object.keys(place.value)) {
      if (!isArray && key.includes('\0')) return pathOf(place);
      const value = (place.value as Readonly<Record<string, unknown>>)[key];
      if (isUnsafe(value)) return pathOf(place, key);
      if (typeof value !== 'object' || value === null) continue;
      waiting.push({ value, key, above: place, depth: place.depth + 1 });
    }
  }
  return null;
}

const isUnsafe = (value: unknown): boolean => typeof value === 'string' && value.includes('\0');
