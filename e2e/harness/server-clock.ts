/**
 * Settings of a server whose clock shows `start` (ms since 1970) when it starts, and runs `pace` times as fast as the real
 * one. Three servers keep the real time.
 */
export function serverClock(start: number, pace = 1): { readonly NODE_OPTIONS: string } {
  return {
    NODE_OPTIONS: `--import ${new URL(`./slow-clock.mjs?start=${start}&pace=${pace}`, import.meta.url)}`,
  };
}
