import { followPerson } from '../../session/session.ts';

/**
 * Lets the device's notifications follow who is signed in. Called once; nobody waits for it. The code comes with the first
 * person, so that it is there when they sign out; a guest's first page does without.
 */
export function followSession(): void {
  let person: string | null = null;
  followPerson(
    (user, before) => {
      person = user?._id ?? null;
      if (!user && !before) return;
      follow(({ renewSubscription, pause }) =>
        user ? renewSubscription(user._id, before === null) : pause(),
      );
    },
    { confirmed: true },
  );
  // A browser may end a subscription by itself, and an app on the home screen is seldom loaded anew.
  document.addEventListener('visibilitychange', () => {
    const seenBy = document.visibilityState === 'visible' && person;
    if (seenBy) follow(({ renewSubscription }) => renewSubscription(seenBy, false));
  });
}

function follow(act: (device: typeof import('./device/this-device.ts')) => Promise<void>): void {
  import('./device/this-device.ts')
    .then(act)
    .catch((error) => console.info('Notifications could not follow the session.', error));
}
