import { type DemoPost, pic } from '../post.ts';

const walk =
  '<p>It began with a bet. Andrei said nobody walks from our authorization to the monastery on the hill any more, because there is a bus. Ioana said that the bus is exactly why somebody should.</p><p>So last Saturday we put bread, cheese and two oranges in a bag, told the cat that she was in charge, and left at six in the morning, when the street belongs to the bakers.</p><h2>The first ten kilometres</h2><p>They are the liar\'s kilometres. Your legs say that they could do this every day. The light is low, the dew is on everything, dogs greet you from behind fences as if you had been away for years. We talked about names for a boat that we do not have.</p><img src="0"><h2>The middle</h2><p>After the mill the path climbs through the forest, and talking stops by itself. There is a place where the trees stand so close that it is evening at noon. Ioana found a feather there. I found out that my left boot has a hole.</p><p>We ate the oranges on a stone that was warm like bread. An old man with a bicycle came by, pushed it past us uphill and said only: <em>“You are going the right way. Everybody is, from here.”</em> We have been quoting him since.</p><h2>The last hill</h2><p>Nobody tells you about the last hill. The bus passed us twice. A child waved from its back window, both times, with great pity.</p><p>And then the trees opened and there it was: the white wall, the bell, the whole valley we had come from lying there like a map that somebody had finally unfolded properly. We could see our street. We could almost see the cat.</p><img src="1"><p>We took the bus back. Twenty-two minutes. We looked out of the window the whole time and pointed at every single thing we had walked past.</p><blockquote>Distance is mostly a matter of how many dogs you greet.</blockquote><p>Andrei owes us a cake.</p>';

/** Lately. */
export const secondYear: readonly DemoPost[] = [
  {
    by: 'ioana',
    daysAgo: 344,
    title: 'Am învățat să fac pâine',
    content:
      '<p>Maiaua are șase luni, un nume (<strong>Costică</strong>) și mai multe mofturi decât pisica. Dar azi a ieșit prima pâine care nu poate fi folosită ca obiect de autoapărare.</p><p>Cheia, pentru cine întreabă: apă rece, răbdare caldă și nicio rețetă de pe internet citită după ora zece seara.</p>',
    likes: 6,
  },
  {
    by: 'matei',
    daysAgo: 322,
    caption: 'Ten minutes of this, every evening, from the same chair. We should charge ourselves admission.',
    pictures: [pic('hills', 'dusk', 'wide', 'Hills one behind the other under a violet sky')],
    likes: 5,
  },
  {
    by: 'ioana',
    daysAgo: 305,
    title: 'Cărțile verii',
    content:
      '<p>Am citit unsprezece. Patru le-aș lua pe o insulă, două le-aș lăsa acolo.</p><ol><li>Una despre un far și doi frați care nu-și vorbesc.</li><li>Una despre ciuperci. Da, despre ciuperci. E extraordinară.</li><li>Una pe care am citit-o amândoi deodată, cu două semne de carte și o mică ceartă la pagina 212.</li></ol><p>Dacă aveți recomandări pentru toamnă, lăsați-le mai jos. Raftul e plin, deci mai încape.</p>',
    likes: 4,
    extraViews: 61,
  },
  {
    by: 'matei',
    daysAgo: 288,
    title: 'The long way to the monastery',
    content: walk,
    pictures: [
      pic('hills', 'dawn', 'wide', 'Hills in the early light, with a house and a few trees'),
      pic('mountains', 'noon', 'landscape', 'The valley and the lake from the last hill'),
    ],
    likes: 7,
    extraLikes: 8,
    extraViews: 290,
  },
  {
    by: 'ioana',
    daysAgo: 270,
    caption: 'Toamna, la bunica. Am venit cu o sacoșă goală și am plecat cu portbagajul plin.',
    pictures: [
      pic('forest', 'autumn', 'portrait', 'Pădurea ruginie în ceață'),
      pic('hills', 'autumn', 'landscape', 'Dealurile din spatele casei, în culori de toamnă'),
      pic('table', 'autumn', 'square', 'Masa din bucătăria bunicii, văzută de sus'),
      pic('field', 'autumn', 'photo', 'Câmpul de lângă sat'),
      pic('windowOnHills', 'autumn', 'photo', 'Fereastra bucătăriei cu ghiveciul roșu'),
      pic('flowers', 'autumn', 'portrait', 'Crizantemele de la poartă'),
    ],
    likes: 7,
    extraLikes: 5,
    extraViews: 205,
  },
  {
    by: 'matei',
    daysAgo: 251,
    title: 'What we say when we mean it',
    content:
      '<p>A short dictionary of this household:</p><ul><li><strong>“Have you eaten?”</strong> I love you.</li><li><strong>“Text me when you get there.”</strong> I love you.</li><li><strong>“I saved you the corner piece.”</strong> I love you very much.</li><li><strong>“Whose socks are these?”</strong> I love you, <em>but</em>.</li></ul>',
    likes: 7,
    extraLikes: 44,
    extraViews: 640,
  },
  {
    by: 'ioana',
    daysAgo: 233,
    caption: 'Noaptea asta n-am dormit deloc și n-am regretat nicio clipă.',
    pictures: [
      pic('tentUnderStars', 'night', 'landscape', 'Un cort luminat sub Calea Lactee'),
      pic('tentUnderStars', 'dusk', 'square', 'Cortul în ultima lumină, între brazi'),
    ],
    likes: 6,
    extraViews: 77,
  },
  {
    by: 'matei',
    daysAgo: 214,
    title: 'Notes from the kitchen table',
    content:
      '<p>The radio said that it would rain until Friday, so we moved the table to the window and declared the week a holiday for reading.</p><pre>Mon  rain, chess (I lost)\nTue  rain, chess (I lost)\nWed  rain, pancakes\nThu  sun by mistake, then rain\nFri  rain, chess (a draw!)</pre><p>The draw has been framed.</p>',
    likes: 5,
  },
  {
    by: 'ioana',
    daysAgo: 196,
    caption:
      'Prima ninsoare, prima ciocolată caldă, prima bătaie cu bulgări. Scor final: nu vreau să vorbesc despre asta.',
    pictures: [
      pic('snow', 'winter', 'portrait', 'Brazi încărcați de zăpadă și o cabană'),
      pic('snow', 'night', 'landscape', 'Ninge noaptea peste dealuri, o fereastră luminată'),
      pic('mountains', 'dawn', 'wide', 'Munții în prima lumină a iernii'),
      pic('twoOnAHill', 'winter', 'photo', 'Noi doi pe dealul alb'),
      pic('windowOnHills', 'winter', 'square', 'Cana aburindă pe pervaz, afară iarnă'),
    ],
    likes: 7,
    extraLikes: 3,
    extraViews: 180,
  },
  {
    by: 'matei',
    daysAgo: 178,
    title: 'For anybody who visits this winter',
    content:
      '<p>A few practical things, because you asked:</p><ul><li>The key is where it always is. The cat is not a guard, whatever she tells you.</li><li>The train at 16:40 is the pretty one. Sit on the left. <a href="https://www.openstreetmap.org/">The map</a> does not show the view, but it shows the river.</li><li>Bring boots, a book, and an opinion about soup.</li></ul><p>If you write to us first, at <a href="mailto:hello@example.org">the usual address</a>, there will be cake.</p>',
    likes: 5,
    extraViews: 52,
  },
  {
    by: 'ioana',
    daysAgo: 160,
    title: 'Lucruri mici care mi-au plăcut luna asta',
    content:
      '<ol><li>Cum sună zăpada când n-o calcă nimeni.</li><li>Șoferul de tramvai care a așteptat-o pe doamna cu florile.</li><li>Matei, convins că a reparat robinetul. (Nu l-a reparat.)</li><li>Scrisoarea de la bunica, în care pe verso era lista ei de cumpărături.</li><li>Lumina de la ora patru.</li></ol>',
    likes: 7,
  },
  {
    by: 'matei',
    daysAgo: 141,
    caption:
      'Somebody in this house turned thirty and would like it to be known that the candles were symbolic.',
    pictures: [
      pic('cake', 'night', 'square', 'A birthday cake by candle light'),
      pic('lights', 'dusk', 'landscape', 'Friends and lamps, out of focus'),
      pic('table', 'dusk', 'portrait', 'The table after everybody had found a chair'),
      pic('city', 'night', 'wide', 'The city from the balcony at midnight'),
    ],
    likes: 7,
    extraLikes: 18,
    extraViews: 330,
  },
  {
    by: 'ioana',
    daysAgo: 118,
    caption: 'Primăvară oficială: am mâncat pe balcon. În paltoane, dar pe balcon.',
    pictures: [pic('flowers', 'spring', 'wide', 'Flori albe și roz în soare')],
    likes: 6,
  },
  {
    by: 'matei',
    daysAgo: 97,
    title: 'How to photograph a cat',
    content:
      '<p>You do not. You put the camera on the table, make tea, forget about the whole thing, and in the evening you find forty pictures of her left ear.</p><p>We have chosen the best ear. It is printed, it hangs in the hall, and guests have compared it to the early landscapes of somebody whose name I wrote down and lost.</p>',
    likes: 6,
    extraLikes: 7,
  },
  {
    by: 'ioana',
    daysAgo: 81,
    caption: 'Opt dimineți, opt ceruri. N-am umblat la culori, jur.',
    pictures: [
      pic('balloons', 'golden', 'landscape', 'Baloane colorate în lumina dimineții'),
      pic('hills', 'spring', 'photo', 'Dealuri verzi și câteva păsări'),
      pic('sea', 'spring', 'wide', 'Marea liniștită, cu o pânză albă'),
      pic('mountains', 'spring', 'portrait', 'Munții oglindiți într-un lac limpede'),
      pic('field', 'dawn', 'landscape', 'Câmpul în ceața roz a dimineții'),
      pic('hills', 'golden', 'tall', 'Dealuri aurii, una după alta'),
      pic('balloons', 'spring', 'square', 'Două baloane deasupra dealurilor'),
      pic('forest', 'spring', 'photo', 'Lumină printre copaci, primăvara'),
    ],
    likes: 7,
    extraLikes: 11,
    extraViews: 240,
  },
  {
    by: 'matei',
    daysAgo: 64,
    title: 'A very short review of our new bicycle',
    content:
      '<p>It has two seats, one bell and no sense of direction. The person in front steers. The person behind gives speeches.</p><p><u>Four stars.</u> We took one off for the hill behind the school.</p>',
    likes: 5,
  },
  {
    by: 'ioana',
    daysAgo: 47,
    title: 'Întrebări pe care ni le puneți des',
    content:
      '<h3>Cine gătește?</h3><p>El. Eu gust, critic și primesc porția mai mare.</p><h3>Cine alege filmele?</h3><p>Pisica, după cum se așază pe telecomandă.</p><h3>Vă certați vreodată?</h3><p>Doar despre geamuri: deschise sau închise. <s>Am dreptate eu.</s> Am ajuns la un compromis.</p><h3>De ce un site doar al vostru?</h3><p>Pentru că aici nu ne grăbește nimeni. Și pentru că ați venit.</p>',
    likes: 7,
    extraLikes: 6,
    extraViews: 190,
  },
  {
    by: 'matei',
    daysAgo: 33,
    caption: 'Back at the sea. The boat has not forgiven us yet, but it let us on board.',
    pictures: [
      pic('sea', 'noon', 'landscape', 'A sail close to the coast, at noon'),
      pic('beach', 'noon', 'portrait', 'Turquoise water, foam and a striped umbrella from above'),
      pic('sea', 'dusk', 'square', 'The sun going down behind the boat'),
      pic('table', 'noon', 'landscape', 'Lunch on deck: bread, fruit, coffee'),
    ],
    likes: 6,
    extraViews: 88,
  },
  {
    by: 'matei',
    daysAgo: 26,
    caption:
      'Three hours at sea in twelve seconds: morning, noon, and the part where we forgot to go home. With sound.',
    poster: pic('sea', 'golden', 'wide', 'The sea in the evening, with a low sun'),
    likes: 8,
    extraLikes: 9,
    extraViews: 260,
  },
  {
    by: 'ioana',
    daysAgo: 22,
    title: 'Lista lungă, cu vorbe lungi: nemaipomenitdefrumoaseleîntâmplări',
    content: {
      blocks: [
        { type: 'paragraph', data: { text: 'Ce am pus în rucsac pentru <b>o singură noapte</b> la cort:' } },
        {
          type: 'list',
          data: {
            style: 'ordered',
            items: [
              { content: 'două lanterne', items: [{ content: 'baterii pentru una', items: [] }] },
              { content: 'o carte de 900 de pagini', items: [] },
              { content: 'un singur tricou gros, pentru care s-a votat', items: [] },
            ],
          },
        },
        { type: 'header', data: { text: 'Ce am folosit', level: 3 } },
        { type: 'paragraph', data: { text: 'Tricoul. <i>Matei îl are și acum.</i>' } },
        { type: 'delimiter', data: {} },
        {
          type: 'quote',
          data: {
            text: 'Un cort e o casă care știe că va fi strânsă.',
            caption: 'bunica Lia, căutând un țăruș',
          },
        },
      ],
    },
    likes: 5,
  },
  {
    by: 'ioana',
    daysAgo: 19,
    title: 'Seara cu licurici',
    content:
      '<p>Ne-am dus să ne plimbăm zece minute și ne-am întors după trei ore. Erau atâția licurici, încât Matei a stins telefonul <em>din respect</em>.</p><img src="0"><p>N-avem nicio poză cu ei, pentru că nu se poate. Dar avem una cu cerul de deasupra, care încerca să țină pasul.</p>',
    pictures: [pic('tentUnderStars', 'night', 'wide', 'Cerul plin de stele deasupra dealurilor')],
    likes: 6,
    extraLikes: 2,
  },
  {
    by: 'matei',
    daysAgo: 9,
    title: 'Save the date',
    content:
      '<p>No, not <em>that</em> kind of date. (Bunica, please sit down.)</p><p>On the last Saturday of the month we fill the courtyard with lamps, long tables and everybody who is reading this. Bring one dish and one story. The dish may be bought. The story may not.</p><ul><li>from six in the evening until the neighbours join in</li><li>there will be soup, for scientific reasons</li><li>children and dogs are on the guest list</li></ul>',
    likes: 7,
    extraLikes: 5,
    extraViews: 160,
  },
  {
    by: 'ioana',
    daysAgo: 3,
    caption: 'Curtea e gata. Am numărat 214 becuri și o singură pană de curent.',
    pictures: [
      pic('lights', 'night', 'landscape', 'Curtea plină de becuri calde, seara'),
      pic('lights', 'dusk', 'portrait', 'Noi doi sub lumini'),
      pic('table', 'golden', 'wide', 'Masa lungă, pusă pentru toată lumea'),
    ],
    likes: 6,
    extraViews: 70,
  },
  {
    by: 'matei',
    daysAgo: 0.4,
    title: 'Good morning from the same window',
    content:
      '<p>Two years, one plant, one cat, several hundred soups. The chairs did come, by the way.</p><p>Thank you for reading along. The kettle is on.</p><img src="0">',
    pictures: [
      pic('windowOnHills', 'golden', 'landscape', 'The window on the hills, the plant, a steaming cup'),
    ],
    likes: 5,
    extraViews: 24,
  },
];

/** Not for everyone: one for the two alone, and what is not finished. */
export const notPublic: readonly DemoPost[] = [
  {
    by: 'matei',
    daysAgo: 28,
    title: 'Shh: plans for the anniversary',
    content:
      '<p>Only we two can see this one. The table is booked for the 14th under <strong>“Umbrella”</strong>.</p><img src="0"><p>She suspects nothing. If you are Ioana: you are not supposed to be reading this, and yes, you may be surprised anyway.</p>',
    pictures: [pic('city', 'dusk', 'landscape', 'The restaurant is behind the third lit window')],
    adminOnly: true,
  },
  {
    by: 'ioana',
    daysAgo: 14,
    caption: 'Doar pentru noi: prima probă de lumini, la două noaptea, în pijama.',
    pictures: [pic('lights', 'golden', 'photo', 'Becuri aprinse în curtea goală')],
    adminOnly: true,
  },
  {
    by: 'ioana',
    daysAgo: 12,
    title: 'Ciornă: lista pentru petrecere',
    content:
      '<p>becuri, prelungitoare, <strong>mai multe</strong> prelungitoare, gheață, pahare, bunica (transport)</p>',
    draft: true,
  },
  {
    by: 'matei',
    daysAgo: 8,
    caption: 'Pictures from the boat that still need a caption',
    pictures: [
      pic('sea', 'golden', 'photo', 'The boat in the evening light'),
      pic('sea', 'dawn', 'landscape', 'The harbour at dawn'),
    ],
    draft: true,
  },
  {
    by: 'ioana',
    daysAgo: 1,
    title: 'Despre Costică, partea a doua',
    content: '<p>Maiaua a împlinit un an și</p>',
    draft: true,
  },
];
