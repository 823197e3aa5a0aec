import { type ComponentType, useState } from 'react';
import { type LateComponent, lateComponent } from '../ui/late-component.ts';

/** A screen whose code comes when it is asked for. */
export type LoadedScreen = LateComponent<object>;

export const loadedScreen = lateComponent<object>;

/** Shows a screen, at once where its code has come. */
export function Screen({ screen }: { readonly screen: LoadedScreen }) {
  const [Shown] = useState<ComponentType>(() => screen.come() ?? screen.Later);
  return <Shown />;
}
