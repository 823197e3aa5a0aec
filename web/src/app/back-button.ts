import { native } from '../native/door.ts';

interface BackButtonEvent extends Event {
  readonly detail: { register(priority: number, handler: () => void): void };
}

/** The phone's back button where nothing on top takes it: a page back, and out of the app at the first page. */
export function startBackButton(): void {
  document.addEventListener('ionBackButton', (event) => {
    (event as BackButtonEvent).detail.register(10, () => {
      const inside = Number((history.state as { idx?: number } | null)?.idx ?? 0) > 0;
      if (inside) history.back();
      else void native().leave();
    });
  });
}
