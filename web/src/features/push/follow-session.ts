import { currentSession, followPerson } from '../../session/session.ts';

/**
 * Lets the device's notifications follow who is signed in, until the returned function is called. Called once; nobody waits
 * for it. The code comes with the first person, so that it is there when they sign out; a guest's first page does without.
 */
export function followSession(): () => void {
  // A browser may end a subscription by itself, and an app on the home screen is seldom loaded anew.
  document.addEventListener('visibilitychange', () => {
    const { status, user } = currentSession();
    // Another tab may have signed in somebody else: whom the server confirms is followed below.
    if (document.visibilityState === 'visible' && status === 'ready' && user)
      follow(({ renewSubscription }) => renewSubscription(user._id, false));
  });
  return followPerson(
    (user, before) => {
      if (!user && !before) return;
      follow(async ({ renewSubscription, pauseForOthers, pause }) => {
        if (!user) return pause();
        await pauseForOthers(user._id);
        await renewSubscription(user._id, before === null);
      });
    },
    { confirmed: true },
  );
}

function follow(act: (device: typeof import('./device/this-device.ts')) => Promise<void>): void {
  import('./device/this-device.ts')
    .then(act)
    .catch((error) => console.info('Notifications could not follow the session.', error));
}
