/** More than these are words of their own kind, and stay at the size of words. */
const atMost = 8;

/** What a single emoji begins with: one that is drawn in colour by itself or on demand, a flag, or a keycap. */
const emoji =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{Regional_Indicator}{2}|[\d#*]\uFE0F\u20E3)/u;

/** Whether a message is nothing but a few emoji, which are then shown large. */
export function isEmojiOnly(text: string): boolean {
  if (text.length > atMost * 16 || !('Segmenter' in Intl)) return false;
  const marks = [...new Intl.Segmenter().segment(text)]
    .map(({ segment }) => segment)
    .filter((segment) => segment.trim() !== '');
  return marks.length > 0 && marks.length <= atMost && marks.every((mark) => emoji.test(mark));
}
