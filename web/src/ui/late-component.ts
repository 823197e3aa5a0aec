import { type ComponentType, lazy, useState } from 'react';

/** A component whose code comes when it is asked for. */
export interface LateComponent<Props> {
  /** Loads its code; rendering it does so by itself. */
  readonly load: () => Promise<unknown>;
  /** The component where its code has come already. */
  readonly come: () => ComponentType<Props> | null;
  /** The component where its code is on its way. */
  readonly Later: ComponentType<Props>;
}

/** Makes one, whose code `ask` imports. It is shown by `useLateComponent`. */
export function lateComponent<Props>(
  ask: () => Promise<{ readonly default: ComponentType<Props> }>,
  /** It is part of the app itself. */
  known: ComponentType<Props> | null = null,
): LateComponent<Props> {
  let come = known;
  const load = async () => {
    const module = await ask();
    come = module.default;
    return module;
  };
  return { load, come: () => come, Later: lazy(load) as unknown as ComponentType<Props> };
}

/**
 * The component to show: the same one for as long as whoever shows it is there, since what becomes another component begins anew.
 * React's `lazy` alone would show what stands in its place first, also where the code is there, and keeps that for 300 ms.
 */
export function useLateComponent<Props>({ come, Later }: LateComponent<Props>): ComponentType<Props> {
  const [Shown] = useState(() => come() ?? Later);
  return Shown;
}
