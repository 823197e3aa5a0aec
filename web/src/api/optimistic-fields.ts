import { useMemo } from 'react';
import { createStore, type ReadableStore, useStore } from '../ui/store.ts';

/**
 * What a person did and the server does not know yet, laid over every cached copy of an entity instead of edited
 * into it: fields by id. Laying again adds fields; lifting shows the copies as the server sent them.
 */
export class OptimisticFields<Entity extends { readonly _id: string }, Extra extends object = object> {
  readonly #fields = createStore<ReadonlyMap<string, Partial<Entity & Extra>>>(new Map());
  /** All of them, by id. */
  readonly all: ReadableStore<ReadonlyMap<string, Partial<Entity & Extra>>> = this.#fields;

  set(id: string, fields: Partial<Entity & Extra>): void {
    this.#fields.set(new Map(this.#fields.get()).set(id, { ...this.get(id), ...fields }));
  }

  clear(id: string): void {
    const others = new Map(this.#fields.get());
    if (others.delete(id)) this.#fields.set(others);
  }

  /** What lies over an entity; the same object until it changes. */
  get(id: string): Partial<Entity & Extra> | undefined {
    return this.#fields.get().get(id);
  }
}

/** An entity with what lies over it; renders again when that changes. */
export function useOptimisticFields<Entity extends { readonly _id: string }, Extra extends object>(
  optimistic: OptimisticFields<Entity, Extra>,
  entity: Entity,
): Entity & Partial<Extra> {
  const fields = useStore(optimistic.all, (all) => all.get(entity._id));
  return useMemo((): Entity & Partial<Extra> => Object.assign({}, entity, fields), [entity, fields]);
}
