import type { PostType } from '@duet/contract/posts/shapes';
import fc, { type AsyncCommand } from 'fast-check';
import { pathOf } from '../../src/media/storage-path.ts';
import type { VideoName } from './border.ts';
import type { ExpectedState, KnownPost } from './expected-state.ts';
import { hourMs, type Site } from './site.ts';

type Run = (known: ExpectedState, site: Site) => void | Promise<void>;

/** How many commands of each kind were run, of all runs together. */
export const tally = new Map<string, number>();

class Command implements AsyncCommand<ExpectedState, Site> {
  readonly #name: string;
  readonly #words: readonly unknown[];
  readonly #run: Run;

  constructor(name: string, words: readonly unknown[], run: Run) {
    this.#name = name;
    this.#words = words;
    this.#run = run;
  }

  check(): boolean {
    return true;
  }

  async run(known: ExpectedState, site: Site): Promise<void> {
    tally.set(this.#name, (tally.get(this.#name) ?? 0) + 1);
    await this.#run(known, site);
  }

  toString(): string {
    return `${this.#name}(${JSON.stringify(this.#words).slice(1, -1)})`;
  }
}

const command =
  <Words extends readonly unknown[]>(name: string, run: (...words: Words) => Run) =>
  (words: Words) =>
    new Command(name, words, run(...words));

const pick = fc.nat({ max: 11 });
const picks = fc.array(pick, { maxLength: 4 });
const who = fc.nat({ max: 1 });

let pictureNumber = 0;
const freshBytes = (): string => {
  pictureNumber += 1;
  return Buffer.from(`picture ${pictureNumber}`).toString('base64');
};

const upload =
  (by: number, forPost: number | null): Run =>
  (known, site) => {
    const post = forPost === null ? undefined : known.picked(known.posts, forPost);
    const body = { imageData: freshBytes(), fileName: 'us.jpg', ...(post && { draftId: post.id }) };
    const since = site.now();
    site.call('media.uploadImageBase64', by, { body }, ({ answer }) => {
      const url = answer?.data.file.url;
      if (url) known.addPicture(pathOf(url, null) ?? '', url, since, post === undefined);
    });
  };

const draft =
  (by: number, postType: PostType): Run =>
  (known, site) => {
    const made = known.beginPost(postType);
    site.call('posts.draft', by, { body: { postType } }, ({ answer }) => {
      if (answer) made(answer.data.postId);
    });
  };

/** What a form of the post would send, and what the post must refer to when it was taken. */
function formOf(known: ExpectedState, { type }: KnownPost, wanted: readonly number[]) {
  const chosen = wanted.flatMap((number) => known.picked(known.pictures, number) ?? []);
  for (const picture of chosen) picture.free = false;
  const urls = chosen.map(({ url }) => url);
  const images = urls.map((url) => `<img src="${url.replaceAll('&', '&amp;')}">`);
  const body = type === 'richText' ? { content: `<p>Us</p>${images.join('')}` } : { mediaUrls: urls };
  return { body, files: chosen.map(({ path }) => path) };
}

const write =
  (name: 'posts.publish' | 'posts.update') =>
  (by: number, postPick: number, wanted: readonly number[]): Run =>
  (known, site) => {
    const post = known.picked(known.posts, postPick);
    if (!post) return;
    const { body, files } = formOf(known, post, wanted);
    const video = post.type === 'video';
    const change = known.begin(post);
    const request = { params: { id: post.id }, body: video ? { caption: 'Us' } : body };
    site.call(name, by, request, ({ how }) => {
      known.end(change, how, () => {
        post.there = true;
        if (name === 'posts.publish') post.published = true;
        if (!video) post.files = files;
      });
    });
  };

const remove =
  (by: number, postPick: number): Run =>
  (known, site) => {
    const post = known.picked(known.posts, postPick);
    if (!post) return;
    const change = known.begin(post);
    site.call('posts.delete', by, { params: { id: post.id } }, ({ how }) => {
      known.end(change, how, () => {
        post.there = false;
      });
    });
  };

const removeDrafts =
  (by: number, which: 'old' | 'all'): Run =>
  (known, site) => {
    const change = known.begin();
    const sure = known.posts.filter(({ there, published }) => there === true && published === false);
    const name = which === 'old' ? 'posts.deleteOldDrafts' : 'posts.deleteAllDrafts';
    site.call(name, by, {}, ({ how }) => {
      known.end(change, how, () => {
        for (const post of known.posts) {
          if (post.published === true || post.there === false) continue;
          post.there = which === 'all' && sure.includes(post) ? false : null;
        }
      });
    });
  };

const clean =
  (by: number): Run =>
  (_, site) => {
    const body = { directories: ['photos', 'videos', 'profile'], confirm: 'DELETE_UNUSED_MEDIA' } as const;
    site.call(
      'cleanup.mediaExecute',
      by,
      { body: { ...body, directories: [...body.directories] } },
      () => {},
    );
  };

const portrait =
  (by: number): Run =>
  (_, site) => {
    site.call(
      'media.profilePicture',
      by,
      { body: { imageData: freshBytes(), fileName: 'me.jpg' } },
      () => {},
    );
  };

const sendVideo =
  (by: number, letter: VideoName): Run =>
  (known, site) => {
    const bytes = Buffer.from(`${letter} a video`);
    const body = { fileName: 'us.mp4', fileSize: bytes.length, fileType: 'video/mp4', chunkSize: 5 };
    site.call('uploads.init', by, { body }, ({ answer }) => {
      if (!answer) return;
      const { sessionId } = answer;
      known.uploads.push({ sessionId, there: true });
      for (const chunkIndex of ['0', '1']) {
        const chunk = bytes.subarray(Number(chunkIndex) * 5, Number(chunkIndex) * 5 + 5);
        site.call('uploads.chunk', by, { query: { sessionId, chunkIndex } }, () => {}, chunk);
      }
    });
  };

const publishVideo =
  (by: number, uploadPick: number, draftPick: number | null): Run =>
  (known, site) => {
    const upload = known.picked(known.uploads, uploadPick);
    if (!upload) return;
    const videos = known.posts.filter(({ type }) => type === 'video');
    const post = draftPick === null ? undefined : known.picked(videos, draftPick);
    const { sessionId } = upload;
    // The same call may have published another post before, and answers that again.
    const change = post && known.begin(post);
    const body = { sessionId, caption: 'Us', ...(post && { draftId: post.id }) };
    site.call('uploads.finalizeWithPost', by, { body }, ({ how, answer }) => {
      if (answer) upload.there = false;
      if (change) {
        known.end(change, how, () => {
          Object.assign(post, { there: true, published: true, files: 'a video' });
        });
      } else if (answer && !known.posts.some(({ id }) => id === answer.postId)) {
        Object.assign(known.beginPost('video')(answer.postId), { there: null, published: null });
      }
    });
  };

const replaceVideo =
  (by: number, uploadPick: number, postPick: number): Run =>
  (known, site) => {
    const upload = known.picked(known.uploads, uploadPick);
    const post = known.picked(
      known.posts.filter(({ type }) => type === 'video'),
      postPick,
    );
    if (!upload || !post) return;
    const change = known.begin(post);
    const body = { sessionId: upload.sessionId, postId: post.id };
    site.call('uploads.finalize', by, { body }, ({ how, answer }) => {
      if (answer) upload.there = false;
      known.end(change, how, () => {
        Object.assign(post, { there: true, files: 'a video' });
      });
    });
  };

const cancel =
  (by: number, uploadPick: number): Run =>
  (known, site) => {
    const upload = known.picked(known.uploads, uploadPick);
    if (!upload) return;
    upload.there = false;
    site.call('uploads.cancel', by, { query: { sessionId: upload.sessionId } }, () => {});
  };

const types = fc.constantFrom<PostType>('gallery', 'gallery', 'richText', 'video');
const maybe = fc.option(pick, { nil: null });
const letters = fc.constantFrom<VideoName>('p', 'm', 'c');
const orders = fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 12 });
const words = fc.tuple;

/** Everything that people, the site itself and bad luck do; what is begun goes on only by `steps`. */
export const commands: fc.Arbitrary<AsyncCommand<ExpectedState, Site>>[] = [
  words(who, maybe).map(command('upload', upload)),
  words(who, types).map(command('draft', draft)),
  words(who, pick, picks).map(command('publish', write('posts.publish'))),
  words(who, pick, picks).map(command('edit', write('posts.update'))),
  words(who, pick).map(command('delete', remove)),
  words(who, fc.constantFrom('old' as const, 'all' as const)).map(command('delete drafts', removeDrafts)),
  words(who).map(command('clean up', clean)),
  words(who).map(command('profile picture', portrait)),
  words(who, letters).map(command('send a video', sendVideo)),
  words(who, pick, maybe).map(command('publish a video', publishVideo)),
  words(who, pick, pick).map(command('replace a video', replaceVideo)),
  words(who, pick).map(command('cancel a video', cancel)),
  words().map(command('tidy', () => (_, site) => site.tidy())),
  words().map(command('convert', () => (_, site) => site.convert())),
  words(orders).map(command('steps', (order) => (_, site) => site.steps(order))),
  words(orders).map(command('steps', (order) => (_, site) => site.steps(order))),
  words(orders).map(command('steps', (order) => (_, site) => site.steps(order))),
  words().map(command('settle', () => (_, site) => site.drain())),
  words().map(command('crash', () => (_, site) => site.crash())),
  words(fc.constantFrom(1, 12, 25, 200)).map(command('hours', (n) => (_, site) => site.pass(n * hourMs))),
];
