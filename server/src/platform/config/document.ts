import { variables } from './variables.ts';

/** Every setting as docs/configuration.md shows it. */
export const configurationTable = Object.entries(variables).map(([name, row]) => ({
  name,
  default: row.default,
  meaning: row.meaning,
  example: row.example,
}));

/** The table of docs/configuration.md, in Markdown. */
export function configurationMarkdown(): string {
  const rows = configurationTable.map(
    ({ name, default: fallback, meaning, example }) =>
      `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${meaning} | \`${example}\` |`,
  );
  return ['| variable | default | meaning | example |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
}
