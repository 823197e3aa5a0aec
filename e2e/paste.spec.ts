import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Page } from '@playwright/test';
import {
  dataUri,
  drop,
  googleDocs,
  googlePicture,
  paste,
  word,
  wordPicture,
  wordRtf,
} from './harness/clipboard.ts';
import type { Duet } from './harness/duet.ts';
import { toastOf } from './harness/feed.ts';
import { newest } from './harness/gallery.ts';
import { picture } from './harness/picture.ts';
import { publishText } from './harness/posts.ts';
import { expect, test } from './harness/test.ts';

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Other work may slow the server's picture process down. */
const uploaded = { timeout: 30_000 };
const stored = (page: Page) => editorOf(page).locator('img[src*="/media/photos/"]');
const places = (page: Page) => editorOf(page).getByRole('group', { name: /^Missing picture/ });
const png = (hue = 20, width = 320, height = 240) => ({
  name: 'image.png',
  type: 'image/png',
  bytes: picture(width, height, hue),
});
/** Pictures that a person sees: nothing but what shows pixels counts. */
const shown = (page: Page) =>
  editorOf(page)
    .locator('img')
    .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length);

async function open(page: Page, text = ''): Promise<void> {
  await page.goto('/new/richtext');
  await editorOf(page).click();
  if (text) await page.keyboard.type(text);
}

async function published(page: Page, duet: Duet): Promise<string> {
  await button(page, 'Publish').click();
  await page.waitForURL(/\/home\?refresh=/);
  const post = await newest(duet);
  const admin = await duet.admin();
  const { data } = await admin.api.call(postsEndpoints['posts.detail'], { params: { id: post?._id ?? '' } });
  return data.post.content;
}

/** The published HTML without what the server writes into addresses and links. */
const plain = (html: string) => html.replace(/ src="[^"]*"| (?:width|height)="\d+"/g, '');

test('pictures that came as data: with the text of Google Docs are uploaded and published', async ({
  adminPage: page,
  duet,
}) => {
  await open(page);
  await paste(editorOf(page), {
    html: googleDocs(dataUri(picture(320, 240, 5)), dataUri(picture(320, 240, 200))),
    text: 'Our summer',
  });
  await expect(stored(page)).toHaveCount(2, uploaded);
  await expect(editorOf(page).getByRole('img', { name: 'Lake 2' })).toHaveJSProperty('naturalWidth', 320);
  expect(plain(await published(page, duet))).toBe(
    '<h2>Our summer</h2><h3>At the lake</h3><p>We swam <strong>every</strong> day.</p><img alt="Lake 1"><img alt="Lake 2">' +
      '<ul><li><p>Boats</p><ul><li><p>The red one</p></li></ul></li><li><p>Ice cream</p></li></ul><p>Monday | Rain</p>',
  );
});

test('pictures of another site leave places that ask for them, are counted, and none shows that would not be published', async ({
  adminPage: page,
  duet,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('googleusercontent')) asked.push(request.url());
  });
  await page.route('https://lh7-rt.googleusercontent.com/**', (route) =>
    route.fulfill({ body: Buffer.from(picture()), contentType: 'image/png' }),
  );
  await open(page);
  await paste(editorOf(page), { html: googleDocs(googlePicture, googlePicture, googlePicture) });
  await expect(places(page)).toHaveCount(3);
  await expect(toastOf(page, '3 pictures could not be taken along.')).toBeVisible();
  await expect(page.getByText('3 pictures are missing.')).toBeVisible();
  expect(await shown(page)).toBe(0);
  await expect(places(page).nth(1)).toContainText('Lake 2');

  const chooser = page.waitForEvent('filechooser');
  await places(page).nth(1).getByRole('button', { name: 'Add picture' }).click();
  await (await chooser).setFiles({
    name: 'x.png',
    mimeType: 'image/png',
    buffer: Buffer.from(picture(320, 240)),
  });
  await expect(stored(page)).toHaveCount(1, uploaded);
  await expect(places(page)).toHaveCount(2);
  // The places outlive a reload as the words do.
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.reload();
  await expect(places(page)).toHaveCount(2);
  await expect(page.getByText('2 pictures are missing.')).toBeVisible();

  await button(page, 'Publish').click();
  const question = page.getByRole('dialog', { name: 'Leave out the missing pictures?' });
  await expect(question).toContainText('2 pictures are missing.');
  await question.getByRole('button', { name: 'Leave out' }).click();
  await page.waitForURL(/\/home\?refresh=/);
  const post = await newest(duet);
  expect(post?.content.match(/<img /g)).toHaveLength(1);
  expect(asked).toEqual([]);
});

test('missing pictures are not published without a word, and their places can be removed and brought back', async ({
  adminPage: page,
}) => {
  let publishes = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/publish')) publishes += 1;
  });
  await open(page);
  await paste(editorOf(page), { html: `<p>Before</p><img src="${googlePicture}"><p>After</p>` });
  await button(page, 'Publish').click();
  await page.getByRole('dialog', { name: 'Leave out' }).getByRole('button', { name: 'Cancel' }).click();
  expect(publishes).toBe(0);
  await button(page, 'Remove missing pictures').click();
  await expect(places(page)).toHaveCount(0);
  await button(page, 'Undo').click();
  await expect(places(page)).toHaveCount(1);
  await expect(editorOf(page)).toContainText('Before');
});

test('a picture copied from a page comes as the file beside the HTML, with its alt text', async ({
  adminPage: page,
}) => {
  await open(page, 'Look: ');
  await paste(editorOf(page), { html: `<img src="${googlePicture}" alt="A heron">`, files: [png()] });
  await expect(stored(page)).toHaveCount(1, uploaded);
  await expect(editorOf(page).getByRole('img', { name: 'A heron' })).toHaveJSProperty('naturalWidth', 320);
  await expect(places(page)).toHaveCount(0);
  await expect(editorOf(page)).toContainText('Look:');
});

test('files beside text with as many pictures are those pictures, and the text stays', async ({
  adminPage: page,
}) => {
  await open(page);
  await paste(editorOf(page), {
    html: `<p>One</p><img src="${googlePicture}" alt="first"><p>Two</p><img src="${googlePicture}" alt="second">`,
    files: [png(10), png(200, 400, 300)],
  });
  await expect(stored(page)).toHaveCount(2, uploaded);
  await expect(editorOf(page).getByRole('img', { name: 'second' })).toHaveJSProperty('naturalWidth', 400);
  await expect(editorOf(page)).toContainText('OneTwo');
});

test('a spreadsheet pastes its words, not the picture of them that it puts beside', async ({
  adminPage: page,
}) => {
  await open(page);
  await paste(editorOf(page), {
    html: '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><td>Rent</td><td>700</td></tr><tr><td>Food</td><td>300</td></tr></table></body></html>',
    text: 'Rent\t700\nFood\t300',
    files: [png()],
  });
  await expect(editorOf(page).locator('p')).toHaveText(['Rent | 700', 'Food | 300']);
  await expect(editorOf(page).locator('img')).toHaveCount(0);
});

test('the lists of Word become lists, numbered and nested, and its headings headings', async ({
  adminPage: page,
  duet,
}) => {
  await open(page);
  await paste(editorOf(page), {
    html: word([
      { text: 'Clothes', marker: '·' },
      { text: 'Socks', marker: 'o', level: 2 },
      { text: 'Tent', marker: '·' },
      { text: 'Drive', marker: '1.', list: 1 },
      { text: 'North', marker: 'a)', list: 1, level: 2 },
      { text: 'Swim', marker: '2.', list: 1 },
    ]),
    text: 'To pack',
  });
  expect(plain(await published(page, duet))).toBe(
    '<h2>To pack</h2><ul><li><p>Clothes</p><ul><li><p>Socks</p></li></ul></li><li><p>Tent</p></li></ul>' +
      '<ol><li><p>Drive</p><ol><li><p>North</p></li></ol></li><li><p>Swim</p></li></ol><p>That is all.</p>',
  );
});

test('a bullet of Word without its marks of where the bullet ends is a list all the same', async ({
  adminPage: page,
}) => {
  await open(page);
  await paste(editorOf(page), {
    html: "<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'>·&nbsp;&nbsp; Apples</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>·&nbsp;&nbsp; Pears</p>",
  });
  await expect(editorOf(page).locator('ul > li')).toHaveText(['Apples', 'Pears']);
});

test('the pictures of Word are taken from the rich text beside its HTML, or asked for', async ({
  adminPage: page,
}) => {
  await open(page);
  const bytes = picture(320, 240, 90);
  await paste(editorOf(page), {
    html: word([], wordPicture('The tent')),
    rtf: wordRtf(bytes),
    // Word for Mac puts a picture of the whole selection there.
    files: [png(200, 900, 900)],
  });
  await expect(stored(page)).toHaveCount(1, uploaded);
  await expect(editorOf(page).getByRole('img', { name: 'The tent' })).toHaveJSProperty('naturalWidth', 320);
  await paste(editorOf(page), { html: word([], wordPicture('The fire')) });
  await expect(places(page)).toContainText('The fire');
  await expect(places(page)).toHaveCount(1);
});

test('what a post cannot hold leaves its text, and the editor shows what will be published', async ({
  adminPage: page,
  duet,
}) => {
  await open(page);
  await paste(editorOf(page), {
    html: `<h4>Small</h4><h6>Smaller</h6>
      <p style="text-align:right;color:red;background:yellow"><font color="red">Red</font> <mark>marked</mark> H<sub>2</sub>O</p>
      <ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked disabled> Done</li><li class="task-list-item"><input type="checkbox" disabled> Open</li></ul>
      <ol start="5"><li>Five</li></ol>
      <iframe src="https://www.youtube.com/embed/abc" title="A film"></iframe>
      <dl><dt>Term</dt><dd>Meaning</dd></dl><details open><summary>More</summary>Hidden words</details>
      <figure><img src="${googlePicture}" width="400" height="300"><figcaption>Below it</figcaption></figure>
      <p>Well done <img class="emoji" alt="🎉" src="https://example.org/1f389.svg" width="16"></p>
      <img src="https://example.org/open.gif" width="1" height="1">
      <svg width="300" height="200"><text>chart</text></svg>`,
  });
  await expect(places(page)).toHaveCount(2);
  // It may come over the button while that is being pressed.
  await toastOf(page, '2 pictures could not be taken along').getByRole('button', { name: 'Close' }).click();
  await button(page, 'Remove missing pictures').click();
  const before = await editorOf(page).evaluate((element) => {
    const copy = element.cloneNode(true) as Element;
    for (const filler of copy.querySelectorAll('.ProseMirror-trailingBreak')) filler.remove();
    for (const one of copy.querySelectorAll('*'))
      for (const name of one.getAttributeNames()) if (name !== 'href') one.removeAttribute(name);
    return copy.innerHTML;
  });
  const after = (await published(page, duet)).replace(/ (?:rel|target)="[^"]*"/g, '');
  expect(after).toBe(before);
  expect(after).toContain('<h2>Small</h2><h3>Smaller</h3>');
  for (const words of [
    'Red marked H2O',
    '☑ Done',
    '☐ Open',
    'Five',
    'Term',
    'Meaning',
    'More',
    'Hidden words',
    'Below it',
    '🎉',
  ])
    expect(after).toContain(words);
  expect(after).toContain('<a href="https://www.youtube.com/embed/abc">');
});

test('a picture of 30 MB in the HTML itself is taken in, and the words beside it stay', async ({
  adminPage: page,
}) => {
  await open(page);
  await editorOf(page).evaluate((element) => {
    const data = new DataTransfer();
    const base64 = 'iVBORw0KGgo'.padEnd(40_000_000, 'A');
    data.setData('text/html', `<p>Big</p><img alt="big" src="data:image/png;base64,${base64}">`);
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data });
    element.dispatchEvent(event);
  });
  await expect(editorOf(page).getByRole('group', { name: 'big' })).toBeVisible();
  await expect(editorOf(page)).toContainText('Big');
  await expect(page.getByText('Saved on this device')).toBeVisible();
});

test('a picture that is typed as Markdown from elsewhere does not show either', async ({
  adminPage: page,
}) => {
  await open(page, '![x](https://example.org/a.png) ');
  await expect(editorOf(page).locator('img')).toHaveCount(0);
  await expect(editorOf(page)).toContainText('example.org');
});

test('a dropped picture goes where it was dropped', async ({ adminPage: page }) => {
  await open(page, 'First');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Second');
  await drop(editorOf(page).getByText('First'), { files: [png()] });
  await expect(stored(page)).toHaveCount(1, uploaded);
  const order = await editorOf(page)
    .locator('> *')
    .evaluateAll((blocks) => blocks.map((block) => block.textContent || block.tagName));
  expect(order.slice(0, 3)).toEqual(['First', 'IMG', 'Second']);
});

test('a post that is edited takes pasted pictures as a new one does', async ({ adminPage: page, duet }) => {
  const post = await publishText(await duet.admin(), '<h1>Old</h1><h4>Older</h4><p>Before.</p>');
  await page.goto(`/edit/${post._id}`);
  await editorOf(page).getByText('Before.').click();
  await paste(editorOf(page), { html: `<img alt="New" src="${dataUri(picture(320, 240, 300))}">` });
  await expect(stored(page)).toHaveCount(1, uploaded);
  await button(page, 'Save').click();
  await page.waitForURL(`**/post/${post._id}`);
  const shownOne = page.getByRole('article').getByRole('img', { name: 'New' });
  await expect(shownOne).toBeVisible();
  await expect(page.getByRole('article').getByRole('heading', { name: 'Older' })).toBeVisible();
});
