const syllables = ['ma', 'ri', 'an', 'del', 'ion', 'cris', 'ti', 'na', 'vlad', 'ele', 'ra', 'du', 'so', 'fi'];
const endings = ['', 'a', 'e', 'ul', 'ă', 'esc', 'ea', 'i', 'ing', 'th', 'er', 'ș', 'ț', 'ou'];

/** The n-th of 2,744 words; made up, so that a text packs as one of people does and not as one that repeats itself. */
const wordOf = (n: number): string =>
  [syllables[n % 14], syllables[Math.floor(n / 14) % 14], endings[Math.floor(n / 196) % 14]].join('');

/** A text of about as many characters, the same for the same number. */
function textOf(characters: number, n: number): string {
  let text = '';
  for (let state = n + 1; text.length < characters; ) {
    state = (state * 48_271) % 2_147_483_647;
    // Half of what people write are a few dozen short words.
    text += ` ${state % 2 === 0 ? endings[state % endings.length] || 'and' : wordOf(state >> 4)}`;
  }
  return text.slice(1);
}

/** Rich texts of the lengths that people write; some are longer than what a guest may read. */
export const htmlTexts: readonly string[] = Array.from({ length: 16 }, (_, n) => {
  const characters = [120, 240, 400, 600, 300, 900, 180, 1500][n % 8] ?? 300;
  const paragraphs = Math.ceil(characters / 400);
  const html = Array.from({ length: paragraphs }, (_, at) => {
    const text = textOf(characters / paragraphs, 100 * n + at);
    return at === 0 ? `<p>${text}, <strong>${textOf(20, 7 * n)}</strong>.</p>` : `<p>${text}.</p>`;
  });
  return html.join('');
});

export const captions: readonly string[] = Array.from({ length: 16 }, (_, n) =>
  textOf(30 + 20 * (n % 7), 3 * n),
);

export const usernameOf = (n: number): string => {
  const word = [n, n >> 3, n >> 6].map((part) => syllables[part % syllables.length]).join('');
  return `${word}_${n}`.slice(-20);
};
