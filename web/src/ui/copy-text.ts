/**
 * Copies a text to the clipboard. Browsers may refuse (no https, no permission): then it is shown or selected to be copied by
 * hand.
 */
export async function copyText(text: string, onCopied: () => void, onRefused: () => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return onRefused();
  }
  onCopied();
}
