/** In place of `URL.parse` (ponyfills.ts), for what the first page does without: null where the text is no address. */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
