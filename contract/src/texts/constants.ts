/** Placeholders that always carry the same value, in every language. */
export const constants: Readonly<Record<string, string>> = {
  specials: '!@#$%^&*()_+-=[]{};\':"\\|,.<>/?`~',
};
