import { errorCatalogue } from '@duet/contract/errors';
import { en } from '@duet/contract/texts/en';
import { ro } from '@duet/contract/texts/ro';
import { describe, expect, it } from 'vitest';
import { filesBelow, isCode, isTest, textOf } from './files.ts';

const codes = Object.keys(errorCatalogue);
const server = filesBelow('server/src')
  .filter((path) => isCode(path) && !isTest(path))
  .map(textOf)
  .join('\n');

describe('the catalogue of failures', () => {
  it('has a sentence for each code in both languages', () => {
    expect(codes.filter((code) => !(code in en && code in ro))).toEqual([]);
  });

  it('names no code that the server never answers', () => {
    expect(codes.filter((code) => !new RegExp(`['"\`]${code}['"\`]`).test(server))).toEqual([]);
  });

  it('knows every code that the server throws', () => {
    const thrown = [...server.matchAll(/new Failure\(\s*'([A-Z_]+)'/g)].map((match) => match[1] ?? '');
    expect(thrown.length).toBeGreaterThan(0);
    expect(thrown.filter((code) => !(code in errorCatalogue))).toEqual([]);
  });
});
