const units = ['B', 'KB', 'MB', 'GB'] as const;

/** Bytes as people read them: whole bytes, and one decimal from KB up (1 KB is 1024 B). */
export function sizeText(bytes: number, language: string): string {
  let amount = Math.max(0, bytes);
  let unit = 0;
  // What would round to 1024.0 is 1.0 of the next.
  while (unit < units.length - 1 && Math.round(amount * 10) / 10 >= 1024) {
    amount /= 1024;
    unit += 1;
  }
  const digits = unit === 0 ? 0 : 1;
  const number = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${number.format(amount)} ${units[unit]}`;
}
