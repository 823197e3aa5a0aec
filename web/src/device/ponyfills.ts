/** In the place of what the oldest browsers lack that the app runs in (web/README.md); structure/browsers.test.ts names that. */

interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
}

/** `Promise.withResolvers`. */
export function deferred<Value>(): Deferred<Value> {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** `AbortSignal.any`, of those that there are. */
export function anySignal(signals: readonly (AbortSignal | null | undefined)[]): AbortSignal {
  const any = new AbortController();
  for (const signal of signals) {
    const end = () => any.abort(signal?.reason);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true, signal: any.signal });
  }
  return any.signal;
}
