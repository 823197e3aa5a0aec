import type { Portrait } from './art/portrait.ts';

interface DemoPerson {
  readonly username: string;
  /** Empty where they have chosen none. */
  readonly displayName: string;
  readonly role: 'admin' | 'user';
  readonly language: 'en' | 'ro';
  /** Days before the demo was made. */
  readonly joinedDaysAgo: number;
  readonly portrait: Portrait | null;
}

/** The two whose site it is. */
export const couple = ['ioana', 'matei'] as const;
export type Couple = (typeof couple)[number];

export const people: readonly DemoPerson[] = [
  {
    username: 'ioana',
    displayName: 'Ioana',
    role: 'admin',
    language: 'ro',
    joinedDaysAgo: 742,
    portrait: { seed: 3, mood: 'golden', skin: '#f0c6a4', hair: '#4a2c1c', wears: '#c2335a', style: 'long' },
  },
  {
    username: 'matei',
    displayName: 'Matei',
    role: 'admin',
    language: 'en',
    joinedDaysAgo: 742,
    portrait: { seed: 5, mood: 'noon', skin: '#e8b48e', hair: '#2b1d16', wears: '#2f5d7c', style: 'beard' },
  },
  {
    username: 'bunica_lia',
    displayName: 'Bunica Lia',
    role: 'user',
    language: 'ro',
    joinedDaysAgo: 735,
    portrait: { seed: 7, mood: 'spring', skin: '#eec3a3', hair: '#d9d5d2', wears: '#7a5a9a', style: 'bun' },
  },
  {
    username: 'sofia_m',
    displayName: 'Sofia',
    role: 'user',
    language: 'ro',
    joinedDaysAgo: 730,
    portrait: { seed: 9, mood: 'dawn', skin: '#c98f66', hair: '#1f1512', wears: '#d8a13a', style: 'curly' },
  },
  {
    username: 'tom_harris',
    displayName: 'Tom Harris',
    role: 'user',
    language: 'en',
    joinedDaysAgo: 701,
    portrait: {
      seed: 11,
      mood: 'autumn',
      skin: '#f3d2b6',
      hair: '#b06a35',
      wears: '#3f6b4c',
      style: 'short',
    },
  },
  {
    username: 'andrei_v',
    displayName: '',
    role: 'user',
    language: 'ro',
    joinedDaysAgo: 655,
    portrait: { seed: 13, mood: 'dusk', skin: '#dba77f', hair: '#241a17', wears: '#8a3b3b', style: 'beard' },
  },
  {
    username: 'elena_pop',
    displayName: 'Elena',
    role: 'user',
    language: 'ro',
    joinedDaysAgo: 410,
    portrait: { seed: 15, mood: 'winter', skin: '#f2cdb0', hair: '#8a5a2c', wears: '#3c6f86', style: 'long' },
  },
  {
    // As long as a name may be.
    username: 'constantin_alexandru',
    displayName: 'Constantin-Alexandru Dumitrescu-Popescu',
    role: 'user',
    language: 'ro',
    joinedDaysAgo: 738,
    portrait: { seed: 17, mood: 'noon', skin: '#e6b793', hair: '#6b6460', wears: '#345a6b', style: 'short' },
  },
  {
    username: 'priya_k',
    displayName: 'प्रिया',
    role: 'user',
    language: 'en',
    joinedDaysAgo: 96,
    portrait: null,
  },
  {
    username: 'new_neighbour',
    displayName: '',
    role: 'user',
    language: 'en',
    joinedDaysAgo: 2,
    portrait: null,
  },
];
