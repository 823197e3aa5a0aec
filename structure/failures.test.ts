import { errorCatalogue } from '@duet/contract/errors';
import { en as general } from '@duet/contract/texts/en';
import { en as first } from '@duet/contract/texts/first/en';
import { ro as firstRo } from '@duet/contract/texts/first/ro';
import { ro as generalRo } from '@duet/contract/texts/ro';
import { describe, expect, it } from 'vitest';
import { filesBelow, isCode, isTest, textOf } from './files.ts';

const en = { ...general, ...first };
const ro = { ...generalRo, ...firstRo };
const codes = Object.keys(errorCatalogue);
const textBelow = (folder: string, isWanted: (path: string) => boolean) =>
  filesBelow(folder)
    .filter((path) => isCode(path) && !isTest(path) && isWanted(path))
    .map(textOf)
    .join('\n');
const server = textBelow('server/src', () => true);
/** A shape that refuses a value with a code is a thrower as well. */
const shapes = textBelow('contract/src', (path) => /\/(shapes|checked)\.ts$/.test(path));

describe('the catalogue of failures', () => {
  it('has a sentence for each code in both languages', () => {
    expect(codes.filter((code) => !(code in en && code in ro))).toEqual([]);
  });

  it('names no code that the server never answers', () => {
    expect(codes.filter((code) => !new RegExp(`['"\`]${code}['"\`]`).test(server + shapes))).toEqual([]);
  });

  it('knows every code that the server throws', () => {
    const thrown = [...server.matchAll(/new Failure\(\s*'([A-Z_]+)'/g)].map((match) => match[1] ?? '');
    expect(thrown.length).toBeGreaterThan(0);
    expect(thrown.filter((code) => !(code in errorCatalogue))).toEqual([]);
  });
});
