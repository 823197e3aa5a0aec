/** How long what is further down waits for pictures at most, in ms. */
const patienceMs = 1000;

/**
 * Calls `then` once every picture in `place` that is asked for at once has come, or has failed to: what is further down
 * would share the line with them. Answers how to call it off.
 */
export function afterPictures(place: ParentNode, then: () => void): () => void {
  let over = false;
  // Pictures that come late would else call again for what did not wait for them.
  const once = () => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    then();
  };
  const timer = setTimeout(once, patienceMs);
  const pictures = place.querySelectorAll<HTMLImageElement>('article img[loading="eager"]');
  void Promise.allSettled([...pictures].map((picture) => picture.decode())).then(once);
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
