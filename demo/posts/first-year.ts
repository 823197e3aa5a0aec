import { type DemoPost, pic } from '../post.ts';

/** How it began. */
export const firstYear: readonly DemoPost[] = [
  {
    by: 'matei',
    daysAgo: 740,
    title: 'Hello, this is us',
    content:
      '<p>We kept sending the same pictures to six different group chats, and half of you still asked where they were. So here is one quiet place for all of it.</p><p>No algorithm, no ads, nothing to buy. Only <strong>two people</strong>, a camera that is older than our cat, and whoever we give the address to. Leave a comment, leave a heart, or just look around.</p><p>Ioana writes in Romanian when she is happy and in English when she is making a point. You have been warned.</p>',
    likes: 6,
    extraViews: 120,
  },
  {
    by: 'ioana',
    daysAgo: 736,
    title: 'Cum ne-am cunoscut, pe scurt',
    content:
      '<p>Ploua. El avea umbrelă, eu aveam două cafele, pentru că barista îmi înțelesese greșit numele și comanda. I-am dat una, mi-a dat jumătate de umbrelă.</p><p>De atunci împărțim <em>cam tot</em>, mai puțin ultima bucată de plăcintă.</p>',
    likes: 7,
    extraLikes: 12,
    extraViews: 310,
  },
  {
    by: 'ioana',
    daysAgo: 728,
    caption: 'Prima noastră ieșire la munte împreună. El a cărat rucsacul, eu am cărat moralul.',
    pictures: [
      pic('mountains', 'golden', 'landscape', 'Creste înzăpezite deasupra unui lac, seara'),
      pic('forest', 'autumn', 'tall', 'Poteca prin pădure, cu lumină printre trunchiuri'),
      pic('twoOnAHill', 'golden', 'square', 'Noi doi pe un deal, la apus'),
    ],
    likes: 6,
  },
  {
    by: 'matei',
    daysAgo: 715,
    title: 'The flat, day one',
    content:
      '<p>Four walls, one lamp, zero chairs. We ate dumplings on the floor out of the pot lid and agreed that it was the best restaurant in town.</p><h3>Things we own so far</h3><ul><li>one mattress (the delivery men were very kind about the stairs)</li><li>nine books, of which four are the same cookbook</li><li>a plant called Gheorghe</li><li>the view</li></ul><img src="0"><p>The chairs come on Thursday. We are not in a hurry.</p>',
    pictures: [
      pic(
        'windowOnHills',
        'spring',
        'photo',
        'The window of the new flat, with the plant Gheorghe on its sill',
      ),
    ],
    likes: 5,
    extraViews: 86,
  },
  {
    by: 'ioana',
    daysAgo: 698,
    caption: 'Gheorghe, după o lună. A crescut mai mult decât factura la curent.',
    pictures: [pic('windowOnSea', 'dawn', 'portrait', 'O plantă și o cană aburindă pe pervaz')],
    likes: 4,
  },
  {
    by: 'matei',
    daysAgo: 671,
    title: 'A small theory of soup',
    content:
      '<p>My grandfather had a rule: a soup is done when somebody in the house asks what smells so good. Not before, and not by the clock.</p><p>I have been testing this for three weeks. Results so far:</p><ol><li>Lentil: 40 minutes until Ioana looked up from her book.</li><li>Chicken: 25 minutes, but the neighbour asked first, which we counted.</li><li>Beetroot: nobody asked. We had toast.</li></ol><blockquote>The secret ingredient is an open kitchen authorization.</blockquote><p>Further research is needed. Volunteers welcome on Sundays.</p>',
    likes: 5,
  },
  {
    by: 'ioana',
    daysAgo: 640,
    caption: 'Duminică pe terasă, fără niciun plan. Exact planul care ne iese cel mai bine.',
    pictures: [
      pic('table', 'golden', 'square', 'Masă de lemn cu farfurii, cafea și fructe, văzută de sus'),
      pic('flowers', 'spring', 'portrait', 'Flori roz în fața unei grădini neclare'),
    ],
    likes: 5,
  },
  {
    by: 'matei',
    daysAgo: 612,
    title: 'We learned to sail (almost)',
    content:
      '<p>The instructor said there are two kinds of sailors: those who have run aground and those who lie about it. After one afternoon we are honest people.</p><p>But for about eleven minutes, with the wind from the left and nobody shouting, we were <strong>actually sailing</strong>.</p><img src="0"><p>Ioana has bought a striped shirt. There is no way back now.</p>',
    pictures: [pic('sea', 'noon', 'wide', 'A small boat with a red sail on a bright blue sea')],
    likes: 6,
    extraLikes: 4,
    extraViews: 150,
  },
  {
    by: 'ioana',
    daysAgo: 604,
    caption:
      'O săptămână la mare, în douăsprezece poze. Am ales din patru sute. A fost greu, a durat mai mult decât vacanța.',
    pictures: [
      pic('sea', 'golden', 'landscape', 'Apus peste mare, cu drumul de lumină pe apă'),
      pic('beach', 'noon', 'square', 'Plaja de sus: umbrelă cu dungi și două prosoape'),
      pic('sea', 'dawn', 'photo', 'Marea la răsărit, aproape nemișcată'),
      pic('table', 'noon', 'photo', 'Prânz lung, cu plăcintă și cafea'),
      pic('balloons', 'dawn', 'portrait', 'Baloane peste dealuri, la prima oră'),
      pic('sea', 'dusk', 'wide', 'Ultima lumină deasupra apei'),
      pic('lights', 'dusk', 'photo', 'Luminițe pe faleză, seara'),
      pic('beach', 'golden', 'landscape', 'Nisip auriu și spumă, văzute de sus'),
      pic('flowers', 'golden', 'square', 'Flori la poarta pensiunii'),
      pic('windowOnSea', 'golden', 'photo', 'Fereastra camerei, cu marea dincolo de ea'),
      pic('tentUnderStars', 'night', 'portrait', 'Cortul sub Calea Lactee'),
      pic('twoOnAHill', 'dusk', 'landscape', 'Noi doi pe deal, în fața soarelui uriaș'),
    ],
    likes: 7,
    extraLikes: 9,
    extraViews: 420,
  },
  {
    by: 'matei',
    daysAgo: 575,
    title: 'Things the cat has approved of',
    content:
      '<p>We now live with a cat. Nobody remembers deciding it. She came with the rain, inspected the flat and stayed.</p><p>Her name is <strong>Duminică</strong>, because that is the day it was and also the speed at which she does everything.</p><ul><li>Approved: the radiator, the laundry (clean), Ioana.</li><li>Tolerated: me, after six in the evening.</li><li>Rejected: the cat bed, in three sizes.</li></ul>',
    likes: 7,
    extraLikes: 21,
    extraViews: 260,
  },
  {
    by: 'ioana',
    daysAgo: 548,
    title: 'Rețeta de plăcintă a bunicii Lia',
    content:
      '<p>Mi-a dictat-o la telefon, cu pauze lungi în care verifica dacă scriu. O pun aici ca să nu se mai piardă niciodată.</p><h2>Ce îți trebuie</h2><ul><li>un kilogram de mere, „din alea strâmbe, că-s mai bune”</li><li>făină „cât cuprinde”</li><li>două linguri de scorțișoară și una de răbdare</li></ul><h2>Cum se face</h2><ol><li>Freci untul cu făina până seamănă a nisip ud.</li><li>Dai merele pe răzătoare. Nu le scurgi. <em>Niciodată.</em></li><li>La cuptor, până miroase pe scară și vine vecina de la doi.</li></ol><blockquote>„Și să nu te uiți la ea. Plăcinta simte.”</blockquote><img src="0"><p>Am făcut-o de trei ori. A treia oară a venit și vecina.</p>',
    pictures: [pic('table', 'autumn', 'landscape', 'Plăcinta cu mere, pe masă, lângă două cești de cafea')],
    likes: 7,
    extraLikes: 15,
    extraViews: 380,
  },
  {
    by: 'matei',
    daysAgo: 520,
    caption: 'First snow. We walked for three hours and said maybe forty words. Perfect day.',
    pictures: [
      pic('snow', 'winter', 'landscape', 'A cabin with a lit window between snowy pines'),
      pic('forest', 'winter', 'portrait', 'Pale trunks in the winter mist'),
      pic('snow', 'dusk', 'wide', 'Snow falling over the hills at dusk'),
      pic('mountains', 'winter', 'photo', 'White peaks over a grey lake'),
    ],
    likes: 6,
  },
  {
    by: 'ioana',
    daysAgo: 500,
    caption: 'Ajunul. Miroase a cozonac și a hârtie de împachetat.',
    pictures: [pic('lights', 'night', 'square', 'Șiraguri de luminițe calde, neclare')],
    likes: 6,
  },
  {
    by: 'matei',
    daysAgo: 493,
    title: 'A letter to next year',
    content:
      '<p>Dear next year,</p><p>we would like, in this order: fewer meetings, more trains, one properly sharp kitchen knife, and a summer that does not end on a Tuesday.</p><p>In return we promise to call our parents before they call us, to finish the books that we start, and to stop buying cookbooks. (Ioana has read this and crossed out the last one.)</p><p>Please be gentle with everybody on this page. They are our favourite people.</p><p><em>Yours, M. and I.</em></p>',
    likes: 7,
    extraViews: 140,
  },
  {
    by: 'ioana',
    daysAgo: 470,
    title: 'Despre tăcut împreună',
    content:
      '<p>Credeam că o casă e plină când e plină de vorbă. Acum știu că e plină și când el citește într-un colț, eu scriu în celălalt, iar pisica doarme exact pe pagina de care am nevoie.</p><p>Nu ne spunem nimic o oră. Apoi unul dintre noi întreabă „ceai?” și celălalt știe deja că da.</p>',
    likes: 6,
  },
  {
    by: 'matei',
    daysAgo: 441,
    caption: 'Two days in the capital. We came for the museum and stayed for the bridges.',
    pictures: [
      pic('city', 'dusk', 'wide', 'The skyline and its lights on the river, at dusk'),
      pic('city', 'night', 'portrait', 'Lit windows by night under a full moon'),
      pic('lights', 'night', 'landscape', 'An evening street out of focus'),
      pic('windowOnHills', 'dusk', 'square', 'The hotel window, a plant, a cup of tea'),
      pic('table', 'winter', 'photo', 'A late breakfast from above'),
    ],
    likes: 5,
    extraViews: 98,
  },
  {
    by: 'ioana',
    daysAgo: 415,
    title: 'Grădina de pe balcon, raport de primăvară',
    content:
      '<p>Inventar la zi:</p><ul><li>roșii: 14 răsaduri, toate cu nume</li><li>busuioc: suficient cât pentru un restaurant</li><li>lavandă: una, cu personalitate</li><li>mentă: <strong>a evadat</strong>, o căutăm la vecini</li></ul><img src="0"><p>Cine vrea răsaduri să aducă un borcan gol și o poveste bună.</p>',
    pictures: [pic('flowers', 'golden', 'wide', 'Flori galbene în lumina de seară')],
    likes: 6,
  },
  {
    by: 'matei',
    daysAgo: 392,
    caption: 'Lavender, bees, and one person who is allergic to both and came anyway. Thank you, Tom.',
    pictures: [
      pic('field', 'noon', 'wide', 'Rows of a field running to the horizon'),
      pic('field', 'golden', 'landscape', 'The field in the last sun of the day'),
    ],
    likes: 5,
  },
  {
    by: 'ioana',
    daysAgo: 371,
    caption:
      'Doi ani de când împărțim o umbrelă. Tortul l-a făcut el. E puțin strâmb, ca Turnul din Pisa, și la fel de vizitat.',
    pictures: [
      pic('cake', 'dusk', 'portrait', 'Un tort cu două etaje și cinci lumânări aprinse'),
      pic('lights', 'dusk', 'wide', 'Noi doi sub șirurile de luminițe'),
      pic('flowers', 'dawn', 'square', 'Buchetul de pe masă'),
    ],
    likes: 7,
    extraLikes: 30,
    extraViews: 510,
  },
];
