import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import type { Comment } from '@duet/contract/comments/shapes';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Post } from '@duet/contract/posts/shapes';
import fc from 'fast-check';
import { publishText } from '../../../../e2e/harness/posts.ts';
import { agree } from '../agree.ts';
import type { Run, TabName } from '../run.ts';
import { type Deed, deed, type Feature, type FeatureKind } from './feature.ts';

type RemovePost = typeof import('../../../src/features/posts/card/remove-post.ts');
type RemoveComment = typeof import('../../../src/features/comments/list/remove-comment.ts');
type Texts = typeof import('../../../src/i18n/language.ts');

/** A post and a comment of their own, which an admin deletes, or two of them at a time. */
class Removing implements Feature {
  readonly #run: Run;
  #post: Promise<Post> | undefined;
  #comment: Promise<Comment> | undefined;
  /** Whether somebody pressed Delete, and whether they were told that it is done. */
  readonly #asked = { post: false, comment: false };
  readonly #told = { post: false, comment: false };

  constructor(run: Run) {
    this.#run = run;
  }

  async do({ name, words: [tab] }: Deed): Promise<void> {
    await this.#remove(name === 'removePost' ? 'post' : 'comment', tab as TabName);
  }

  async #remove(what: 'post' | 'comment', name: TabName): Promise<void> {
    const { ana, vera } = this.#run.people;
    const tab = await this.#run.tab(name);
    const { t } = await tab.load<Texts>('/src/i18n/language.ts');
    this.#asked[what] = true;
    const before = tab.told.length;
    if (what === 'post') {
      this.#post ??= this.#run.directly(() => publishText(ana, '<p>To be deleted</p>'));
      const { removePost } = await tab.load<RemovePost>('/src/features/posts/card/remove-post.ts');
      void removePost(await this.#post);
    } else {
      const body = { postId: this.#run.post._id, text: 'To be deleted' };
      this.#comment ??= this.#run.directly(async () => {
        const { data } = await vera.api.call(commentsEndpoints['comments.create'], { body });
        return data.comment;
      });
      const { removeComment } = await tab.load<RemoveComment>(
        '/src/features/comments/list/remove-comment.ts',
      );
      void removeComment(await this.#comment);
    }
    await agree(tab, this.#run);
    const done = t(what === 'post' ? 'posts.deleted' : 'comments.deleted');
    this.#look.push(() => {
      this.#told[what] ||= tab.told.slice(before).some(({ text }) => text === done);
    });
    await this.#run.quiet();
  }

  readonly #look: (() => void)[] = [];

  async finish(): Promise<void> {
    for (const what of ['post', 'comment'] as const) {
      for (const look of this.#look) look();
      for (let tries = 0; tries < 3 && this.#asked[what] && !this.#told[what]; tries += 1) {
        await this.#remove(what, 'ana1');
        await this.#run.pass(60_000);
        for (const look of this.#look) look();
      }
    }
  }

  async differences(): Promise<string[]> {
    const found: string[] = [];
    for (const what of ['post', 'comment'] as const) {
      if (!this.#asked[what]) continue;
      if (!this.#told[what]) found.push(`nobody is ever told that the ${what} is deleted`);
      if (await this.#isThere(what)) found.push(`the ${what} is there, and was told to be deleted`);
    }
    return found;
  }

  async #isThere(what: 'post' | 'comment'): Promise<boolean> {
    const { api } = this.#run.people.ana;
    if (what === 'post') {
      const id = (await this.#post)?._id ?? '';
      return (await api.attempt(postsEndpoints['posts.detail'], { params: { id } })).status !== 404;
    }
    const id = (await this.#comment)?._id ?? '';
    return (await api.attempt(commentsEndpoints['comments.history'], { params: { id } })).status !== 404;
  }
}

const tabs = fc.constantFrom<TabName>('ana1', 'ana2', 'ben1');

export const removing: FeatureKind = {
  deeds: [
    { weight: 2, arbitrary: deed('removePost', tabs) },
    { weight: 2, arbitrary: deed('removeComment', tabs) },
  ],
  begin: (run) => new Removing(run),
};
