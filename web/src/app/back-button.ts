import { native } from '../native/platform.ts';
import { layers } from '../ui/back/layers.ts';

/** The phone's back button closes what lies over the page, else goes a page back, and out of the app at the first page. */
export function startBackButton(): void {
  // Capacitor's event, by the name that Cordova gave it.
  document.addEventListener('backbutton', () => {
    if (layers().closeTop()) return;
    const inside = Number((history.state as { idx?: number } | null)?.idx ?? 0) > 0;
    if (inside) history.back();
    else void native().leave();
  });
}
