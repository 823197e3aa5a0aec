/** Scrolls the feed, where it stands in the document, to its top. */
export function scrollHomeToTop(): void {
  const content = document.querySelector('[data-route="/home"] main');
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  content?.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' });
}
