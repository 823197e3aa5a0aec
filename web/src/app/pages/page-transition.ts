const options: KeyframeAnimationOptions = { duration: 220, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/**
 * A page comes in from the side that it lies on, and lets the former one fade behind it. Calls `onEnd` when both rest; answers
 * how to stop both where they are.
 */
export function startTransition(
  entering: Element,
  leaving: Element,
  direction: 'forward' | 'back',
  onEnd: () => void,
): () => void {
  const isBack = direction === 'back';
  const from = { transform: `translateX(${isBack ? '-12%' : '32%'})`, opacity: isBack ? 0.6 : 0 };
  const to = { transform: `translateX(${isBack ? '32%' : '-12%'})`, opacity: isBack ? 0 : 0.6 };
  const rest = { transform: 'translateX(0)', opacity: 1 };
  const moves = [entering.animate([from, rest], options), leaving.animate([rest, to], options)];
  let isStopped = false;
  const end = () => {
    if (!isStopped) onEnd();
  };
  Promise.all(moves.map((move) => move.finished)).then(end, end);
  return () => {
    isStopped = true;
    for (const move of moves) move.cancel();
  };
}
