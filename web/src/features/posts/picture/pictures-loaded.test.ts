import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenPicturesLoad } from './pictures-loaded.ts';

describe('what waits for the first pictures', () => {
  const then = vi.fn();
  const placeOf = (...decoded: readonly Promise<void>[]) => {
    const pictures = decoded.map((promise) => ({ decode: () => promise }));
    return { querySelectorAll: () => pictures } as unknown as ParentNode;
  };
  const settled = () => vi.advanceTimersByTimeAsync(0);
  const frameMs = 16;
  const frame = () => vi.advanceTimersByTimeAsync(frameMs);

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work, frameMs));
    then.mockClear();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('comes once all are seen or failed', async () => {
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    whenPicturesLoad(placeOf(one.promise, other.promise), then);
    one.resolve();
    await settled();
    expect(then).not.toHaveBeenCalled();
    other.reject(new Error('broken'));
    await settled();
    await frame();
    expect(then).not.toHaveBeenCalled();
    await frame();
    expect(then).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(5000);
    expect(then).toHaveBeenCalledOnce();
  });

  it('comes with the page where there are none', async () => {
    whenPicturesLoad(placeOf(), then);
    await settled();
    await frame();
    await frame();
    expect(then).toHaveBeenCalledOnce();
  });

  it('waits a second at most, and is not called again by pictures that come late', async () => {
    const late = Promise.withResolvers<void>();
    whenPicturesLoad(placeOf(late.promise), then);
    await vi.advanceTimersByTimeAsync(999);
    expect(then).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(then).toHaveBeenCalledOnce();
    late.resolve();
    await settled();
    expect(then).toHaveBeenCalledOnce();
  });

  it('does not come where it was called off', async () => {
    const late = Promise.withResolvers<void>();
    whenPicturesLoad(placeOf(late.promise), then)();
    late.resolve();
    await vi.advanceTimersByTimeAsync(2000);
    expect(then).not.toHaveBeenCalled();
  });
});
