/** Characters that a person does not see as text. */
const invisible = /[\s\u00a0\u200b-\u200d\u2060\ufeff]/g;

/** Whether HTML holds any text once its tags are gone (product.md §5, Rich text publish). */
export function hasText(html: string): boolean {
  const text = html.replace(/<[^>]*>/g, '').replace(/&nbsp;|&#160;|&#xa0;/gi, ' ');
  return text.replace(invisible, '') !== '';
}
