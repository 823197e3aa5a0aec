const made = new Map<string, unknown>();

/** Making a format takes as long as using it a hundred times, so each is made once. */
function once<Format>(kind: string, language: string, options: object, make: () => Format): Format {
  const key = `${kind} ${language} ${JSON.stringify(options)}`;
  const known = made.get(key) as Format | undefined;
  if (known) return known;
  const format = make();
  made.set(key, format);
  return format;
}

export const dateFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  once('date', language, options, () => new Intl.DateTimeFormat(language, options));

export const numberFormat = (language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  once('number', language, options, () => new Intl.NumberFormat(language, options));

/** 'yesterday' rather than '1 day ago'. */
export const relativeFormat = (language: string): Intl.RelativeTimeFormat =>
  once('relative', language, {}, () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));

/** 'Ana, Dan and Lia'. */
export const listFormat = (language: string): Intl.ListFormat =>
  once('list', language, {}, () => new Intl.ListFormat(language, { type: 'conjunction' }));
