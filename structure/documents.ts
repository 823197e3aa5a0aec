import { endpoints } from '@duet/contract/endpoints';
import { configurationMarkdown } from '../server/src/platform/config/document.ts';
import { apiMarkdown } from '../server/src/platform/http/openapi/api-markdown.ts';
import { textOf } from './files.ts';
import { thirdPartyMarkdown } from './third-party.ts';

/** The pages of docs/ that are made from the code, by their path; `npm run docs` writes them, a test compares. */
export const documents: Readonly<Record<string, string>> = {
  'docs/api.md': apiMarkdown(endpoints),
  'docs/configuration.md': [
    '# Configuration',
    '',
    'Settings are environment variables, read once at the start. A wrong one stops the start with one line that names the',
    'variable, the fault and an example. An empty value counts as none.',
    '',
    configurationMarkdown(),
  ].join('\n'),
  'docs/third-party.md': thirdPartyMarkdown(JSON.parse(textOf('package-lock.json'))),
};
