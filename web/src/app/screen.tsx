import { type ComponentType, lazy, useState } from 'react';

type Load = () => Promise<{ readonly default: ComponentType }>;

/** A screen whose code comes when it is asked for. */
export interface LoadedScreen {
  /** Loads its code; rendering it does so by itself. */
  readonly load: Load;
  /** The screen where its code has come already. */
  readonly come: () => ComponentType | null;
  /** The screen where its code is on its way. */
  readonly Later: ComponentType;
}

/** `known` is a screen that is part of the app itself. */
export function loadedScreen(ask: Load, known: ComponentType | null = null): LoadedScreen {
  let come = known;
  const load = async () => {
    const module = await ask();
    come = module.default;
    return module;
  };
  return { load, come: () => come, Later: lazy(load) };
}

/**
 * Shows a screen, at once where its code has come: React's `lazy` alone would put the waiting page in its place
 * first, and keeps such a page for 300 ms.
 */
export function Screen({ screen }: { readonly screen: LoadedScreen }) {
  // Stays what it was at first: a screen that becomes another component begins anew.
  const [Shown] = useState<ComponentType>(() => screen.come() ?? screen.Later);
  return <Shown />;
}
