import type { ReportReason } from '@duet/contract/comments/shapes';

export interface DemoComment {
  readonly by: string;
  readonly text: string;
  /** Hours after the post, or after the comment before it. */
  readonly later: number;
  readonly likedBy?: readonly string[];
  readonly dislikedBy?: readonly string[];
  /** What it said before it was changed. */
  readonly former?: readonly string[];
  readonly reported?: { readonly by: string; readonly reason: ReportReason };
}

/** What is said under a post, which is told by how its title or caption begins. */
interface DemoTalk {
  readonly under: string;
  readonly comments: readonly DemoComment[];
}

export const talks: readonly DemoTalk[] = [
  {
    under: 'Hello, this is us',
    comments: [
      {
        by: 'tom_harris',
        later: 3,
        text: 'First! (I have waited two years to write that on a site that nobody sells.)',
        likedBy: ['matei', 'ioana', 'sofia_m'],
      },
      {
        by: 'bunica_lia',
        later: 20,
        text: 'Am reușit să intru. Matei mi-a scris parola pe un bilețel. E foarte frumos, dragii mei. ❤️',
        likedBy: ['ioana', 'matei', 'sofia_m', 'tom_harris'],
      },
      { by: 'ioana', later: 1, text: 'Bunico, biletul ăla îl mănânci după ce îl înveți pe de rost.' },
    ],
  },
  {
    under: 'Cum ne-am cunoscut',
    comments: [
      {
        by: 'sofia_m',
        later: 5,
        text: 'Versiunea lungă e și mai bună. Cea cu troleibuzul.',
        likedBy: ['ioana'],
      },
      {
        by: 'matei',
        later: 4,
        text: 'For the record: it was a very large half of the umbrella.',
        likedBy: ['tom_harris', 'sofia_m'],
      },
      {
        by: 'constantin_alexandru',
        later: 30,
        text: 'Pe ploaia aceea eu am rămas fără umbrelă. Acum știu și de ce.',
        likedBy: ['ioana', 'matei'],
      },
    ],
  },
  {
    under: 'The flat, day one',
    comments: [
      { by: 'tom_harris', later: 8, text: 'Gheorghe needs a bigger pot. I say this as his friend.' },
      { by: 'andrei_v', later: 40, text: 'Am două scaune în plus, dacă mai e nevoie.', likedBy: ['matei'] },
    ],
  },
  {
    under: 'A small theory of soup',
    comments: [
      {
        by: 'bunica_lia',
        later: 6,
        text: 'La supă se pune leuștean la sfârșit, NU la început. Atât am avut de spus.',
        likedBy: ['ioana', 'matei', 'sofia_m', 'andrei_v', 'tom_harris'],
      },
      {
        by: 'andrei_v',
        later: 12,
        text: 'Leușteanul e supraapreciat.',
        dislikedBy: ['bunica_lia', 'ioana', 'sofia_m', 'matei'],
        likedBy: ['tom_harris'],
      },
      { by: 'tom_harris', later: 2, text: 'Sunday, then. I bring the spoons.' },
    ],
  },
  {
    under: 'Rețeta de plăcintă',
    comments: [
      {
        by: 'elena_pop',
        later: 9,
        text: 'Am făcut-o aseară. 200 g de unt, ziceți? Am pus 250 și nu regret nimic.',
        former: [
          'Am făcut-o aseară. 200 g de unt, ziceți?',
          'Am făcut-o aseară. 200 g de unt, ziceți? Am pus 250.',
        ],
        likedBy: ['bunica_lia', 'ioana'],
      },
      { by: 'bunica_lia', later: 5, text: 'Bravo, Elena!' },
    ],
  },
  {
    under: 'Despre tăcut împreună',
    comments: [{ by: 'sofia_m', later: 14, text: '…', likedBy: ['ioana', 'matei', 'elena_pop'] }],
  },
  {
    under: 'Am învățat să fac pâine',
    comments: [
      {
        by: 'constantin_alexandru',
        later: 3,
        text: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft: așa arată la mine un cuvânt după trei ore de frământat.',
        likedBy: ['ioana'],
      },
      { by: 'andrei_v', later: 6, text: 'Costică e cel mai bun nume de maia pe care l-am auzit.' },
      { by: 'ioana', later: 1, text: 'Îi transmit. E la frigider, dar se simte apreciat.' },
    ],
  },
  {
    under: 'The long way to the monastery',
    comments: [
      {
        by: 'elena_pop',
        later: 10,
        text: 'Drumul acela l-am făcut în papuci. Nu recomand.',
        likedBy: ['matei', 'ioana'],
      },
      { by: 'tom_harris', later: 22, text: 'Map, please? I have a free weekend and bad shoes.' },
      {
        by: 'matei',
        later: 3,
        text: 'https://www.openstreetmap.org/#map=13/45.5157/25.3672 and take the left at the third dog.',
        likedBy: ['tom_harris'],
      },
    ],
  },
  {
    under: 'What we say when we mean it',
    comments: [
      {
        by: 'bunica_lia',
        later: 4,
        text: 'Am citit cu ochelarii de două ori. Apoi l-am sunat pe taica-tu să-i citesc și lui.',
        likedBy: ['ioana', 'matei', 'sofia_m', 'andrei_v'],
      },
      {
        by: 'elena_pop',
        later: 30,
        text: 'I <3 this & I am not even sentimental.',
        likedBy: ['matei', 'sofia_m'],
      },
    ],
  },
  {
    under: 'Somebody in this house turned thirty',
    comments: [
      {
        by: 'andrei_v',
        later: 2,
        text: 'La mulți ani! 🎂 Lumânările erau simbolice, tortul a fost real.',
        likedBy: ['ioana', 'matei'],
      },
      { by: 'sofia_m', later: 5, text: 'LA MULȚI ANI!!! 🎈🎈🎈', likedBy: ['matei'] },
      {
        by: 'bunica_lia',
        later: 8,
        text: 'La mulți ani, puiule. Să mănânci și legume.',
        likedBy: ['ioana', 'matei', 'sofia_m'],
      },
    ],
  },
  {
    under: 'How to photograph a cat',
    comments: [
      {
        by: 'priya_k',
        later: 7,
        text: 'Our dog has been photographed as a blur since 2019. Solidarity.',
        likedBy: ['matei', 'tom_harris'],
      },
      { by: 'tom_harris', later: 3, text: 'The left ear is her good side.' },
    ],
  },
  {
    under: 'A very short review of our new bicycle',
    comments: [
      {
        by: 'andrei_v',
        later: 16,
        text: 'Cine ținea discursul la deal?',
        former: ['Cine tinea discursul la deal'],
        likedBy: ['ioana'],
      },
    ],
  },
  {
    under: 'Întrebări pe care ni le puneți',
    comments: [
      { by: 'elena_pop', later: 5, text: 'Întrebare nouă: geamul, până la urmă?' },
      {
        by: 'matei',
        later: 2,
        text: 'Half open. It is called a relationship.',
        likedBy: ['elena_pop', 'sofia_m', 'ioana'],
      },
    ],
  },
  {
    under: 'Three hours at sea',
    comments: [
      {
        by: 'priya_k',
        later: 4,
        text: 'I watched it with the sound on, three times. Work can wait.',
        likedBy: ['matei', 'ioana'],
      },
      { by: 'bunica_lia', later: 11, text: 'Și nimeni nu are pălărie pe cap!', likedBy: ['sofia_m'] },
    ],
  },
  {
    under: 'Save the date',
    comments: [
      {
        by: 'sofia_m',
        later: 2,
        text: 'Vin! Aduc salată de vinete și o poveste cu un taxi.',
        likedBy: ['ioana', 'matei', 'bunica_lia'],
      },
      {
        by: 'tom_harris',
        later: 4,
        text: 'Coming. My dish will be bought, my story will not.',
        likedBy: ['matei'],
      },
      {
        by: 'priya_k',
        later: 9,
        text: 'Is Saturday the 28th right? I would bring dal, and my sister.',
        former: ['Is Saturday the 27th right?'],
      },
      { by: 'ioana', later: 3, text: 'Da, 28! Sora e mai mult decât binevenită.', likedBy: ['priya_k'] },
      {
        by: 'new_neighbour',
        later: 150,
        text: 'CHEAP GARDEN LAMPS best price wholesale www.lamps-lamps-lamps.example call now!!!',
        dislikedBy: ['sofia_m', 'tom_harris'],
        reported: { by: 'sofia_m', reason: 'Spam' },
      },
    ],
  },
  {
    under: 'Curtea e gata',
    comments: [
      {
        by: 'andrei_v',
        later: 3,
        text: '214 becuri și tot Matei e cel mai strălucit. (Am promis că scriu asta.)',
        likedBy: ['matei', 'ioana'],
      },
      { by: 'constantin_alexandru', later: 20, text: 'Pana de curent a fost partea mea preferată.' },
    ],
  },
  {
    under: 'Good morning from the same window',
    comments: [
      { by: 'bunica_lia', later: 1, text: 'Bună dimineața! ☕', likedBy: ['ioana'] },
      { by: 'priya_k', later: 2, text: 'The chairs! I had been wondering.', likedBy: ['matei'] },
    ],
  },
];
