/**
 * HTML with its headings in the two levels that the editor has. Where others occur, the highest becomes h2 and all that
 * are below it h3.
 *
 * @param html Clean or serialised HTML, so that every `<h` begins a heading.
 */
export function withEditorHeadings(html: string): string {
  const levels = [...html.matchAll(/<h([1-6])(?=[\s>])/gi)].map(([, level]) => Number(level));
  if (levels.every((level) => level === 2 || level === 3)) return html;
  const top = Math.min(...levels);
  return html.replace(
    /<(\/?)h([1-6])(?=[\s>])/gi,
    (_, slash, level) => `<${slash}h${Number(level) === top ? 2 : 3}`,
  );
}
