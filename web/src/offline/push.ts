import type { PushPayload } from '@duet/contract/push/shapes';
import { pathInside, type Shown, showing } from './notification.ts';

const windowsOf = (worker: ServiceWorkerGlobalScope) =>
  worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** How long a page may take to tell where it is, in ms; one of an older release, or without a person, never does. */
const answerMs = 1000;

/**
 * Where a page is now. What a browser knows as its address may be the one by which it was opened (Safari): the app goes from one
 * place to the next without being loaded anew.
 */
function placeOf(window: WindowClient): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, answerMs);
  });
  window.postMessage({ where: true }, [port2]);
  return answer.finally(() => port1.close());
}

/** Whether somebody looks at the very page that a notification would lead to. */
async function isSeen(worker: ServiceWorkerGlobalScope, path: string): Promise<boolean> {
  const windows = await windowsOf(worker);
  const places = await Promise.all(windows.filter(({ focused }) => focused).map(placeOf));
  return places.includes(path);
}

/**
 * Safari, and every browser on a phone of Apple's, ends the subscription of a site after its third push that shows nothing,
 * also where its page is looked at (maxSilentPushCount of WebKit's WebPushDaemonConstants.h).
 */
const mustShow = ({ userAgent }: WorkerNavigator): boolean =>
  userAgent.includes('AppleWebKit') && !/Chrome|Chromium/.test(userAgent);

async function show(worker: ServiceWorkerGlobalScope, data: PushMessageData | null): Promise<void> {
  const payload = data?.json() as PushPayload;
  const path = pathInside(payload.url, worker.location.origin);
  const seen = path !== null && (await isSeen(worker, path));
  if (seen && !mustShow(worker.navigator)) return;
  const [before] = await worker.registration.getNotifications({ tag: payload.tag });
  const { title, options } = showing(payload, before?.data as Partial<Shown> | undefined, seen);
  await worker.registration.showNotification(title, options);
}

/** Opens the place in a window that is there, without loading the app anew, or in a new one. */
async function open(worker: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const windows = await windowsOf(worker);
  const window = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (!window) return void (await worker.clients.openWindow(path));
  // A browser that does not want to bring it to the front still opens the place in it.
  await window.focus().catch(() => window);
  window.postMessage({ open: path });
}

/** Shows what the site tells this device of, and leads there. */
export function takePushes(worker: ServiceWorkerGlobalScope): void {
  // One after the other: two that came together would each count from what stood there before both.
  let shown: Promise<unknown> = Promise.resolve();
  worker.addEventListener('push', (event) => {
    const work = shown.then(() => show(worker, event.data));
    shown = work.catch(() => undefined);
    event.waitUntil(work);
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const path = pathInside((event.notification.data as Partial<Shown> | null)?.url, worker.location.origin);
    event.waitUntil(open(worker, path ?? '/home'));
  });
}
