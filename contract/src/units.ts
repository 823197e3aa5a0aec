/** Units of numbers: bytes, and times in ms. */

export const KB = 1024;
export const MB = 1024 * 1024;
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
