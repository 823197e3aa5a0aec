/** Scrolls the feed, where it stands in the document, to its top. */
export function scrollHomeToTop(): void {
  const content = document.querySelector<HTMLIonContentElement>('[data-route="/home"] ion-content');
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  void content?.scrollToTop?.(still ? 0 : 260);
}
