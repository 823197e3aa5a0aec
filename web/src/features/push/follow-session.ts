import { followPerson } from '../../session/session.ts';

/**
 * Lets the device's notifications follow who is signed in. Called once; nobody waits for it. The code comes with the first
 * person, so that it is there when they sign out; a guest's first page does without.
 */
export function followSession(): void {
  followPerson(
    (user, before) => {
      if (!user && !before) return;
      const follow = async () => {
        const { renewSubscription, pause } = await import('./device/this-device.ts');
        await (user ? renewSubscription(user._id, before === null) : pause());
      };
      follow().catch((error) => console.info('Notifications could not follow the session.', error));
    },
    { confirmed: true },
  );
}
