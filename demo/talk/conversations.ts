/** One person's messages to another, in the order in which they were written. */
interface DemoMessage {
  readonly from: string;
  readonly text: string;
  /** Days before the demo was made. */
  readonly daysAgo: number;
}

interface DemoConversation {
  /** Two people. */
  readonly between: readonly [string, string];
  readonly letters: readonly DemoMessage[];
  /** Who has not read what came last. */
  readonly unreadBy?: string;
}

const at = (from: string, daysAgo: number, text: string): DemoMessage => ({ from, daysAgo, text });

export const conversations: readonly DemoConversation[] = [
  {
    between: ['ioana', 'sofia_m'],
    unreadBy: 'ioana',
    letters: [
      at('sofia_m', 9.2, 'Am văzut anunțul! Ce să aduc? 🎉'),
      at('ioana', 9.1, 'Salata ta de vinete. E pe listă cu litere mari.'),
      at('sofia_m', 9.05, 'Cu maioneză sau fără?'),
      at('ioana', 9.04, 'Dacă întrebi asta lângă bunica, petrecerea se termină înainte să înceapă 😅'),
      at('sofia_m', 9.03, '😂😂😂'),
      at('ioana', 6.4, 'Ai rămas cu prelungitorul meu cel lung?'),
      at('sofia_m', 6.3, 'Da. Și cu scara. Și cu aparatul de vafe. Sunt o persoană de încredere.'),
      at('ioana', 6.29, 'Vino cu toate 🙏'),
      at(
        'sofia_m',
        0.3,
        'Am găsit luminile alea: https://example.org/becuri/calde?lungime=20m&culoare=galben',
      ),
      at('sofia_m', 0.29, 'Le iau?'),
      at('sofia_m', 0.12, 'Le-am luat.'),
    ],
  },
  {
    between: ['matei', 'tom_harris'],
    letters: [
      at('tom_harris', 33.5, 'How is the boat?'),
      at('matei', 33.4, 'Floating. We are as surprised as you are.'),
      at('tom_harris', 33.3, 'Any room for a third person with no skills and a good hat?'),
      at('matei', 33.2, 'The hat decides. Send a picture.'),
      at('tom_harris', 12.1, 'Are you really booking the place by the river for the 14th?'),
      at('matei', 12.05, 'Yes, and if you tell Ioana I will tell everybody what happened with the canoe.'),
      at('tom_harris', 12.04, 'My lips are sealed. They were sealed by the canoe, in fact.'),
      at('matei', 2.2, 'Saturday: can you come at five and hold a ladder?'),
      at('tom_harris', 2.1, 'I was born to hold a ladder 🪜'),
    ],
  },
  {
    between: ['bunica_lia', 'matei'],
    unreadBy: 'matei',
    letters: [
      at('bunica_lia', 21.3, 'Matei dragă, cum se face inimioara la comentarii'),
      at('matei', 21.2, 'Apeși pe degetul ridicat, bunico. La postări e inima.'),
      at('bunica_lia', 21.19, 'Am apăsat de trei ori.'),
      at('matei', 21.18, 'Acum e perfect. ❤️'),
      at('bunica_lia', 1.1, 'Cine e domnul cu lămpile de la comentarii? Nu-mi place cum vorbește.'),
      at(
        'bunica_lia',
        0.5,
        'Sâmbătă vin cu autobuzul de 14:10. Să nu mă ia nimeni, știu drumul. Să mă ia totuși cineva.',
      ),
    ],
  },
  {
    between: ['ioana', 'priya_k'],
    letters: [
      at(
        'priya_k',
        8.5,
        'Hi Ioana! Thank you for the invitation. Is there anything your friends cannot eat?',
      ),
      at('ioana', 8.3, 'Tom is allergic to bees and lavender, but I hope neither is in the dal 🙂'),
      at('priya_k', 8.2, 'The bees are optional. See you on the 28th!'),
      at('ioana', 8.1, 'Bine ați venit deja. That is “welcome”, twice.'),
    ],
  },
  {
    between: ['andrei_v', 'elena_pop'],
    unreadBy: 'elena_pop',
    letters: [
      at(
        'andrei_v',
        4.4,
        'Mergem împreună sâmbătă? Am loc în mașină pentru tine și pentru o tavă de plăcintă.',
      ),
      at('elena_pop', 4.2, 'Depinde de mărimea locului: sunt două tăvi.'),
      at('andrei_v', 4.1, 'Atunci scaunul din spate e al tăvilor, iar tu stai în față 🚗'),
      at(
        'andrei_v',
        0.8,
        'La 17:00 sunt la tine. supercalifragilisticexpialidociousupercalifragilisticexpialidocious (am învățat să-l scriu)',
      ),
    ],
  },
  {
    between: ['matei', 'constantin_alexandru'],
    unreadBy: 'constantin_alexandru',
    letters: [
      at('constantin_alexandru', 2.6, 'Am fotografii vechi cu voi doi de la nunta verișoarei. Le vreți?'),
      at('matei', 2.5, 'Da, pe toate! Also the one with the cake?'),
      at('matei', 0.6, 'Especially the one with the cake.'),
    ],
  },
];
