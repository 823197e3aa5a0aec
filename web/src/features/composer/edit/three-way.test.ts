import { describe, expect, it } from 'vitest';
import { type FieldRules, mergeFields } from './three-way.ts';

interface Form {
  title: string;
  caption: string;
}
const rules: FieldRules<Form> = {
  title: { label: { key: 'composer.title' }, kind: 'text' },
  caption: {
    label: { key: 'composer.caption' },
    kind: 'text',
    together: (mine, theirs) => `${mine}+${theirs}`,
  },
};
const base = { title: 't', caption: 'c' };
const merge = (mine: Form, theirs: Form, from: Form | null = base) => mergeFields(rules, from, mine, theirs);
const none = new Map();

describe('a three-way merge of fields', () => {
  it('takes each change of one side, and says which were theirs', () => {
    const merged = merge({ title: 'mine', caption: 'c' }, { title: 't', caption: 'theirs' });
    expect(merged.conflicts).toEqual([]);
    expect(merged.taken).toEqual([{ key: 'composer.caption' }]);
    expect(merged.resolve(none)).toEqual({ title: 'mine', caption: 'theirs' });
  });

  it('does not ask where both changed it the same way', () => {
    const merged = merge({ title: 'x', caption: 'c' }, { title: 'x', caption: 'c' });
    expect([merged.conflicts, merged.taken]).toEqual([[], []]);
    expect(merged.resolve(none).title).toBe('x');
  });

  it('asks where both changed it, and leaves what is here until somebody has chosen', () => {
    const merged = merge({ title: 'a', caption: 'a' }, { title: 'b', caption: 'b' });
    expect(merged.conflicts.map(({ field, choices }) => [field, choices])).toEqual([
      ['title', ['mine', 'theirs']],
      ['caption', ['mine', 'theirs', 'together']],
    ]);
    expect(merged.resolve(none)).toEqual({ title: 'a', caption: 'a' });
    expect(
      merged.resolve(
        new Map([
          ['title', 'theirs'],
          ['caption', 'together'],
        ]),
      ),
    ).toEqual({ title: 'b', caption: 'a+b' });
  });

  it('asks about every difference where the version that the edit began from is not known', () => {
    const merged = merge({ title: 'a', caption: 'c' }, base, null);
    expect(merged.conflicts.map(({ field }) => field)).toEqual(['title']);
  });
});
