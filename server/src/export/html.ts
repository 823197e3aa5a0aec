/** Text as HTML shows it. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** Stored content, which is clean, with its pictures taken from the archive in place of the site. */
export const fromArchive = (html: string): string =>
  html.replace(/(<img\b[^>]*?\ssrc=")\/(media\/[^"?]*)[^"]*/g, '$1$2');
