/** What screens and other features may use of people. */

export { AddPerson } from './AddPerson.tsx';
export { Invitations } from './Invitations.tsx';
export { LinkToShare } from './LinkToShare.tsx';
export { People } from './People.tsx';
export { usePeople } from './use-people.ts';
export { WaitingPeople } from './WaitingPeople.tsx';
