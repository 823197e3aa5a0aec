import { native } from '../native/platform.ts';
import { layers } from '../ui/back/layers.ts';

interface BackButtonEvent extends Event {
  readonly detail: { register(priority: number, handler: () => void): void };
}

/** Above Ionic's own handlers, which know nothing of what lies over a page. */
const priority = 110;

/** The phone's back button closes what lies over the page, else goes a page back, and out of the app at the first page. */
export function startBackButton(): void {
  document.addEventListener('ionBackButton', (event) => {
    (event as BackButtonEvent).detail.register(priority, () => {
      if (layers().closeTop()) return;
      const inside = Number((history.state as { idx?: number } | null)?.idx ?? 0) > 0;
      if (inside) history.back();
      else void native().leave();
    });
  });
}
