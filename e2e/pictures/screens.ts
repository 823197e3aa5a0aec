import { admins } from './admins.ts';
import { otherScripts } from './other-scripts.ts';
import { places } from './places.ts';
import { reading } from './reading.ts';
import type { Screen } from './screen.ts';
import { signingIn } from './signing-in.ts';

/** Every screen, modal and state worth looking at. */
export const screens: readonly Screen[] = [...reading, ...otherScripts, ...places, ...signingIn, ...admins];
