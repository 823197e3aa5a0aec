export interface Shared {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/**
 * Opens the system's share sheet, or copies to the clipboard where there is none. Answers which of them happened;
 * `dismissed` when the person closed the sheet.
 * @throws when neither is possible.
 */
export async function share(shared: Shared): Promise<'shared' | 'copied' | 'dismissed'> {
  if (navigator.share && (navigator.canShare?.(shared) ?? true)) {
    try {
      await navigator.share(shared);
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed';
    }
  }
  await navigator.clipboard.writeText([shared.text, shared.url].filter(Boolean).join('\n'));
  return 'copied';
}
