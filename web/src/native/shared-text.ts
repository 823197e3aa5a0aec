import type { Shared } from './native.ts';

/** What is handed on as one text, for the clipboard. */
export const sharedAsText = ({ text, url }: Shared): string => (text ? `${text}\n${url}` : url);
