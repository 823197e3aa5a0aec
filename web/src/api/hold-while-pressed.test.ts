import { defaultScheduler, notifyManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdAnswersWhilePressed } from './hold-while-pressed.ts';

let page: EventTarget;
let shown: string[];

/** What of the cache changed, which those are told of who show it. */
const change = (what: string) => notifyManager.schedule(() => shown.push(what));
const happens = (type: string) => page.dispatchEvent(new Event(type));

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  shown = [];
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  holdAnswersWhilePressed();
});
afterEach(() => {
  notifyManager.setScheduler(defaultScheduler);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('what an answer changes', () => {
  it('shows at once while nothing is pressed', async () => {
    change('one');
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toEqual(['one']);
  });

  it('waits while something is pressed, and shows after the click, in its order', async () => {
    happens('pointerdown');
    change('one');
    change('two');
    await vi.advanceTimersByTimeAsync(699);
    expect(shown).toEqual([]);
    page.addEventListener('click', () => change('of the click'));
    happens('click');
    expect(shown).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toEqual(['one', 'two', 'of the click']);
  });

  it('shows where the press becomes a scroll', async () => {
    happens('pointerdown');
    change('one');
    happens('pointercancel');
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toEqual(['one']);
  });

  it('shows soon after a finger that pulled the page is lifted, whereupon there is no click', async () => {
    happens('pointerdown');
    change('one');
    happens('pointerup');
    await vi.advanceTimersByTimeAsync(49);
    expect(shown).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(shown).toEqual(['one']);
  });

  it('waits for no press that takes longer than 700 ms', async () => {
    happens('pointerdown');
    change('one');
    await vi.advanceTimersByTimeAsync(701);
    expect(shown).toEqual(['one']);
    change('two');
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toEqual(['one', 'two']);
  });
});
