/** How long what is further down waits for pictures at most, in ms. */
const patienceMs = 1000;

/** A decoded picture is seen with the next frame; the one after it is asked for when that one has been made. */
const seen = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/**
 * Calls `then` once every picture in `place` that is asked for at once is seen, or has failed to come: what is further down
 * would share the line and the processor with them. Answers how to call it off.
 */
export function whenPicturesLoad(place: ParentNode, then: () => void): () => void {
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
  void Promise.allSettled([...pictures].map((picture) => picture.decode()))
    .then(seen)
    .then(once);
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
