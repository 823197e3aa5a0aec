import { currentSession, onSessionChange } from '../../session/session.ts';
import { keepUp, pause } from './this-device.ts';

/** Lets the device's notifications follow who is signed in. Called once; nobody waits for it. */
export function followSession(): void {
  let person: string | null | undefined;
  const look = () => {
    const { status, user } = currentSession();
    if (status !== 'ready' || user?._id === person) return;
    const before = person;
    person = user?._id ?? null;
    const done = person ? keepUp(person, before === null) : before ? pause() : Promise.resolve();
    done.catch((error) => console.info('Notifications could not follow the session.', error));
  };
  onSessionChange(look);
  look();
}
