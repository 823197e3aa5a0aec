import { expect, it } from 'vitest';
import { type Used, UseOrder } from './use-order.ts';

interface Named extends Used<Named> {
  readonly name: string;
}
const named = (name: string): Named => ({ name, before: null, after: null });

/** The names from the one that was not used for the longest; takes them out. */
function emptied(order: UseOrder<Named>): string {
  let names = '';
  for (let { first } = order; first; { first } = order) {
    names += first.name;
    order.remove(first);
  }
  return names;
}

it.each([
  ['', 'abcd'],
  ['d', 'abcd'],
  ['a', 'bcda'],
  ['b', 'acdb'],
  ['aba', 'cdba'],
  ['dcba', 'dcba'],
])('after the uses %o they stand as %s', (uses, order) => {
  const all = [...'abcd'].map(named);
  const used = new UseOrder<Named>();
  for (const each of all) used.add(each);
  for (const use of uses) for (const each of all) if (each.name === use) used.use(each);
  expect(emptied(used)).toBe(order);
  expect(used.first).toBeNull();
});

it.each(['a', 'b', 'c'])('without %s the others keep their order, and it comes in again last', (name) => {
  const all = [...'abc'].map(named);
  const used = new UseOrder<Named>();
  for (const each of all) used.add(each);
  for (const each of all.filter((one) => one.name === name)) {
    used.remove(each);
    expect([each.before, each.after]).toEqual([null, null]);
    used.add(each);
  }
  expect(emptied(used)).toBe('abc'.replace(name, '') + name);
});
