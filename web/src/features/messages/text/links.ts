interface TextPart {
  readonly text: string;
  /** Where it leads, for a part that is a link. */
  readonly href?: string;
}

const address = /(?:https?:\/\/|www\.)[^\s<>"“”„]+/giu;

/** What closes a sentence around an address and does not belong to it; a bracket does where it was opened inside. */
function trimmed(found: string): string {
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? '';
    if (/[.,;:!?…'’*_~]/.test(last)) continue;
    const opening = { ')': '(', ']': '[', '}': '{' }[last];
    if (opening === undefined) break;
    const inside = found.slice(0, end);
    if (inside.split(opening).length >= inside.split(last).length) break;
  }
  return found.slice(0, end);
}

/** Only web addresses lead anywhere. */
function hrefOf(text: string): string | null {
  try {
    const url = new URL(/^www\./i.test(text) ? `https://${text}` : text);
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
    return isWeb && url.hostname.includes('.') && !url.username ? url.href : null;
  } catch {
    // What is no URL leads nowhere.
    return null;
  }
}

/** A plain text, split where web addresses stand in it. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const found = trimmed(match[0]);
    const before = text[match.index - 1] ?? ' ';
    const href = /[\p{L}\p{N}@/]/u.test(before) ? null : hrefOf(found);
    if (href === null) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: found, href });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
