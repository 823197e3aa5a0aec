/** What screens and other features may use of people. */

export { People } from './People.tsx';
export { usePeople } from './use-people.ts';
