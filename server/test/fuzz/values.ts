import type { z } from 'zod';
import type { Random } from '../random.ts';

export const pick = <T>(from: readonly T[], random: Random): T =>
  from[Math.floor(random() * from.length)] as T;

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
}

/** Texts for a field by its name: ids that there are or were, and otherwise something that the field may take. */
export type TextFor = (field: string) => string;

/** A value of a shape, from zod's own description of it. */
export function shapedValue(schema: z.ZodType, random: Random, textFor: TextFor, field = ''): unknown {
  const { type, shape, innerType, element, options, entries, values, ...rest } = schema._zod
    .def as unknown as Definition;
  const of = (inner: z.ZodType | undefined, name = field) =>
    inner ? shapedValue(inner, random, textFor, name) : textFor(name);
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape ?? {}).flatMap(([key, inner]) =>
          inner._zod.optin === 'optional' && random() < 0.5 ? [] : [[key, of(inner, key)]],
        ),
      );
    case 'optional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return of(innerType);
    case 'nullable':
      return random() < 0.2 ? null : of(innerType);
    case 'pipe':
      return of(rest.in);
    case 'number':
      return pick([0, 1, 2, 3, 7, 4096], random);
    case 'boolean':
      return random() < 0.5;
    case 'enum':
      return pick(Object.values(entries ?? {}), random);
    case 'literal':
      return pick(values ?? [], random);
    case 'array':
      return Array.from({ length: Math.floor(random() * 3) + 1 }, () => of(element));
    case 'union':
      return of(pick(options ?? [], random));
    case 'record':
      return {};
    default:
      return textFor(field);
  }
}
