import { useMemo } from 'react';
import { createStore, type ReadableStore, useStore } from '../ui/store.ts';

/**
 * What a person did and the server does not know yet: fields by id, shown in place of those of every cached copy of an entity,
 * which stays as the server sent it. `set` adds fields to those that are set; `clear` shows the copies again.
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

  /** The optimistic fields of an entity; the same object until they change. */
  get(id: string): Partial<Entity & Extra> | undefined {
    return this.#fields.get().get(id);
  }
}

/** An entity with its optimistic fields; renders again when they change. */
export function useOptimisticFields<Entity extends { readonly _id: string }, Extra extends object>(
  optimistic: OptimisticFields<Entity, Extra>,
  entity: Entity,
): Entity & Partial<Extra> {
  const fields = useStore(optimistic.all, (all) => all.get(entity._id));
  return useMemo((): Entity & Partial<Extra> => Object.assign({}, entity, fields), [entity, fields]);
}
