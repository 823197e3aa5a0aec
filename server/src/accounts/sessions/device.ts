const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bDuet\//, 'Duet'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstMatch = (table: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** `Firefox · Linux` from a User-Agent, by which a person knows a session again; '' where nothing is known. */
export function deviceOf(userAgent: string): string {
  const browser = firstMatch(browsers, userAgent) ?? userAgent.split(/[\s/]/)[0]?.slice(0, 40);
  return [browser, firstMatch(systems, userAgent)].filter(Boolean).join(' · ');
}
