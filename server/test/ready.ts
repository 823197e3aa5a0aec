import { expect } from 'vitest';

/** Until a server that has just started takes calls of guests: not before its event loop is prompt, which a busy machine delays. */
export const ready = (url: string) =>
  expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
