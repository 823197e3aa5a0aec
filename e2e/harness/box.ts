import type { Locator } from '@playwright/test';
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
 * @throws where it is not shown
 */
export async function boxOf(locator: Locator): Promise<Box> {
  await animationsEnd(locator.page());
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not shown.`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}
