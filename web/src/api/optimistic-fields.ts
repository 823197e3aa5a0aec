import { useMemo, useSyncExternalStore } from 'react';

/**
 * What a person did and the server does not know yet, laid over every cached copy of an entity instead of edited
 * into it: fields by id. Laying again adds fields; lifting shows the copies as the server sent them.
 */
export class OptimisticFields<Entity extends { readonly _id: string }, Extra extends object = object> {
  readonly #fields = new Map<string, Partial<Entity & Extra>>();
  readonly #listeners = new Set<() => void>();

  set(id: string, fields: Partial<Entity & Extra>): void {
    this.#fields.set(id, { ...this.#fields.get(id), ...fields });
    this.#emit();
  }

  clear(id: string): void {
    if (this.#fields.delete(id)) this.#emit();
  }

  /** What lies over an entity; the same object until it changes. */
  get(id: string): Partial<Entity & Extra> | undefined {
    return this.#fields.get(id);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #emit(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** An entity with what lies over it; renders again when that changes. */
export function useOptimisticFields<Entity extends { readonly _id: string }, Extra extends object>(
  optimistic: OptimisticFields<Entity, Extra>,
  entity: Entity,
): Entity & Partial<Extra> {
  const fields = useSyncExternalStore(optimistic.subscribe, () => optimistic.get(entity._id));
  return useMemo((): Entity & Partial<Extra> => Object.assign({}, entity, fields), [entity, fields]);
}
