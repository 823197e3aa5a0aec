import { schemaNames } from '@duet/contract/schema-names';
import { z } from 'zod';

export type Json = Readonly<Record<string, unknown>>;

/** JSON Schema (2020-12) of an object, by its properties. */
interface ObjectSchema {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
}

const place = '#/components/schemas/';

/** The schemas of one document; those that have a name stand in it once, and are referred to by it. */
export class Schemas {
  readonly #named = new Map<string, Json>();

  /** By their names, in the order of the alphabet. */
  get named(): Json {
    return Object.fromEntries([...this.#named].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** What a caller sends (`input`) or gets (`output`). */
  of(shape: z.ZodType, io: 'input' | 'output'): Json {
    // Zod names nothing that is the root.
    return this.#converted(z.object({ root: shape }), io).properties.root ?? {};
  }

  ofObject(shape: z.ZodObject | undefined, io: 'input' | 'output'): ObjectSchema {
    return shape ? this.#converted(shape, io) : { properties: {}, required: [] };
  }

  #converted(shape: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
    const schema = z.toJSONSchema(shape, {
      io,
      unrepresentable: 'any',
      metadata: schemaNames,
      override: ({ zodSchema, jsonSchema }) => {
        nameKeys(jsonSchema as Record<string, unknown>);
        sendAs(jsonSchema as Record<string, unknown>, z.globalRegistry.get(zodSchema)?.sentAs);
      },
    });
    const text = JSON.stringify(schema).replaceAll('"#/$defs/', `"${place}`);
    const { properties, required, $defs } = JSON.parse(text) as Partial<ObjectSchema> & {
      readonly $defs?: Readonly<Record<string, Json>>;
    };
    for (const [name, { id, ...named }] of Object.entries($defs ?? {})) {
      const before = this.#named.get(name);
      if (before && JSON.stringify(before) !== JSON.stringify(named)) {
        throw new Error(`${name} is sent in one form and answered in another: two shapes need two names`);
      }
      this.#named.set(name, named);
    }
    return { properties: properties ?? {}, required: required ?? [] };
  }
}

/** A record of known keys as an object with these properties, which every generator understands. */
function nameKeys(schema: Record<string, unknown>): void {
  const keys = (schema.propertyNames as { readonly enum?: readonly string[] } | undefined)?.enum;
  if (!keys) return;
  schema.properties = Object.fromEntries(keys.map((key) => [key, schema.additionalProperties]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}

/** What travels as text and means something else, such as a number in a query, as what it means. */
function sendAs(schema: Record<string, unknown>, sentAs: unknown): void {
  if (!sentAs) return;
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, sentAs);
}
