import { describe, expect, it } from 'vitest';
import { aMessage } from '../thread/test/sample.ts';
import { rowsOf } from './rows.ts';

const minute = 60_000;
const noon = new Date(2026, 0, 1, 12).getTime();
const said = (n: number, from: 'ana' | 'dan', afterMs: number) =>
  aMessage(n, from, { created_at: new Date(noon + afterMs).toISOString() });

/** `>` own, `<` theirs; `[` first and `]` last of those that stand together; `|` where a day begins. */
const drawn = (...words: Parameters<typeof rowsOf>) =>
  rowsOf(...words)
    .map(({ own, beginsDay, first, last }) =>
      [beginsDay && '|', first && '[', own ? '>' : '<', last && ']'].filter(Boolean).join(''),
    )
    .join(' ');

describe('the rows of a conversation', () => {
  it('stand together by person and time', () => {
    const messages = [
      said(1, 'dan', 0),
      said(2, 'dan', minute),
      said(3, 'ana', 2 * minute),
      said(4, 'ana', 3 * minute),
      said(5, 'ana', 9 * minute),
    ];
    expect(drawn(messages, 'ana')).toBe('|[< <] [> >] [>]');
  });

  it('know what stands before and after those that are asked for', () => {
    const around = (from: 'ana' | 'dan') => [
      said(1, from, 0),
      said(2, 'dan', minute),
      said(3, from, 2 * minute),
    ];
    expect(drawn(around('dan'), 'ana', 1, 2)).toBe('<');
    expect(drawn(around('ana'), 'ana', 1, 2)).toBe('[<]');
  });

  it('part where a day begins', () => {
    const midnight = 12 * 60 * minute;
    const messages = [said(1, 'dan', midnight - minute), said(2, 'dan', midnight + minute)];
    expect(drawn(messages, 'ana')).toBe('|[<] |[<]');
  });
});
