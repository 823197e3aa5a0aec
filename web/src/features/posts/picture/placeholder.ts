/** A data URL as a CSS image; anything else is no placeholder. */
export const cssUrl = (placeholder: string): string =>
  placeholder.startsWith('data:image/') ? `url(${JSON.stringify(placeholder)})` : 'none';
