import { expect, type Locator } from '@playwright/test';
import { animationsEnd } from './animations.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Where an element stands in the window once nothing in its page moves any more, in CSS px. What slides in passes over other
 * places before: measured then, it stands anywhere.
 *
 * @throws where it is not shown, and does not come to be
 */
export async function boxOf(locator: Locator): Promise<Box> {
  const measured: Omit<Box, 'right' | 'bottom'>[] = [];
  await animationsEnd(locator.page());
  // What is being rendered anew has no box for a moment.
  await expect(async () => {
    const box = await locator.boundingBox();
    if (!box) throw new Error(`${locator} is not shown.`);
    measured.push(box);
  }).toPass({ timeout: 10_000 });
  const [{ x, y, width, height }] = measured as [Box];
  return { x, y, width, height, right: x + width, bottom: y + height };
}
