/** Hands a file to the browser, which keeps it where it keeps downloads. The web view of the native app keeps none. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after this turn; a minute is long enough to begin.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
