import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import { eventShapes } from './events/shapes.ts';

type Schema = {
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly anyOf?: Schema[];
  readonly allOf?: Schema[];
  readonly additionalProperties?: Schema | boolean;
};

/** The places below a shape where an object has `usernameKey` and lacks `displayNameKey`, as paths. */
function lacking(schema: Schema, path: string): string[] {
  const properties = schema.properties ?? {};
  const pairs = [
    ['username', 'displayName'],
    ['partnerUsername', 'partnerDisplayName'],
  ] as const;
  const { additionalProperties: more } = schema;
  return [
    ...pairs.filter(([name, shown]) => name in properties && !(shown in properties)).map(() => path),
    ...Object.entries(properties).flatMap(([key, each]) => lacking(each, `${path}.${key}`)),
    ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((each) => lacking(each, path)),
    ...(schema.items ? lacking(schema.items, `${path}[]`) : []),
    ...(typeof more === 'object' ? lacking(more, `${path}{}`) : []),
  ];
}

const shapes = [
  ...Object.entries(endpoints).flatMap(([name, row]) =>
    (['data', 'top', 'conflict'] as const).flatMap((part) => {
      const shape = (row as { readonly [each in typeof part]?: z.ZodType })[part];
      return shape ? [[`${name} ${part}`, shape] as const] : [];
    }),
  ),
  ...Object.entries(eventShapes).map(([name, shape]) => [`event ${name}`, shape] as const),
];

describe('every shape that is answered', () => {
  it('carries a display name beside each username (decisions §8)', () => {
    const found = shapes.flatMap(([name, shape]) =>
      lacking(z.toJSONSchema(shape, { io: 'output', unrepresentable: 'any' }) as Schema, name),
    );
    expect(found).toEqual([]);
  });

  it('is walked to its depths', () => {
    const hidden = z.object({ a: z.array(z.object({ b: z.object({ username: z.string() }).nullable() })) });
    expect(lacking(z.toJSONSchema(hidden) as Schema, 'x')).toEqual(['x.a[].b']);
  });
});
