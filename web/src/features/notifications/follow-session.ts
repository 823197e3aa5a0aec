import { followPerson } from '../../session/session.ts';
import { keepUp, pause } from './this-device.ts';

/** Lets the device's notifications follow who is signed in. Called once; nobody waits for it. */
export function followSession(): void {
  followPerson(
    (user, before) => {
      const done = user ? keepUp(user._id, before === null) : before ? pause() : Promise.resolve();
      done.catch((error) => console.info('Notifications could not follow the session.', error));
    },
    { confirmed: true },
  );
}
