import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import type { Comment } from '@duet/contract/comments/shapes';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import fc from 'fast-check';
import { personOf, type Run, type TabName } from '../run.ts';
import type { Tab } from '../tab.ts';
import { type Deed, deed, type Feature, type FeatureKind } from './feature.ts';

type Posts = typeof import('../../../src/features/posts/like/like.ts');
type Reactions = typeof import('../../../src/features/comments/reaction/react.ts');
type Optimistic = typeof import('../../../src/features/comments/cache.ts');
type Texts = typeof import('../../../src/i18n/language.ts');

/** Longer than taps that count as one. */
const tapMs = 600;

/** Likes of the run's post and of a comment under it. */
class Likes implements Feature {
  readonly #run: Run;
  /** How often each tab's person has tapped on the post. */
  readonly #taps = new Map<TabName, number>();
  #comment: Promise<Comment> | undefined;
  /** What the person who reacts sees. */
  #seen: Comment | undefined;
  #seenIn: Tab | undefined;
  /** What the last tap on the comment showed at once. */
  #wanted: Comment['userAction'] = null;
  #unwanted: string | null = null;
  readonly #reacting: TabName = 'vera1';

  constructor(run: Run) {
    this.#run = run;
  }

  async do({ name, words: [tab] }: Deed): Promise<void> {
    if (name === 'like') return this.#like(tab as TabName);
    await this.#react(name === 'likeComment' ? 'like' : 'dislike');
  }

  async #like(name: TabName): Promise<void> {
    const tab = await this.#run.tab(name);
    const { like } = await tab.load<Posts>('/src/features/posts/like/like.ts');
    this.#taps.set(name, 1 + (this.#taps.get(name) ?? 0));
    like(this.#run.post, this.#run.people[personOf(name)].user);
    await this.#run.pass(tapMs);
  }

  /** A comment of somebody else's, which nobody has reacted to. */
  #theComment(): Promise<Comment> {
    const body = { postId: this.#run.post._id, text: 'What do you say?' };
    this.#comment ??= this.#run.directly(async () => {
      const { data } = await this.#run.people.ana.api.call(commentsEndpoints['comments.create'], { body });
      return data.comment;
    });
    return this.#comment;
  }

  /** What the tab shows of the comment. */
  async #shown(): Promise<Comment> {
    const comment = this.#seen ?? (await this.#theComment());
    const tab = await this.#run.tab(this.#reacting);
    const { optimisticComments } = await tab.load<Optimistic>('/src/features/comments/cache.ts');
    return { ...comment, ...optimisticComments.get(comment._id) };
  }

  async #react(action: 'like' | 'dislike'): Promise<void> {
    const comment = await this.#theComment();
    const tab = await this.#run.tab(this.#reacting);
    const { react } = await tab.load<Reactions>('/src/features/comments/reaction/react.ts');
    await this.#remember();
    this.#seenIn ??= tab;
    react(this.#seen ?? comment, action);
    this.#wanted = (await this.#shown()).userAction;
    await this.#run.quiet();
  }

  /** The list of comments is loaded again, as after a failure, or because somebody looks again. */
  async #lookAgain(): Promise<void> {
    const comment = await this.#theComment();
    const tab = await this.#run.tab(this.#reacting);
    const { call } = await tab.load<typeof import('../../../src/api/client.ts')>('/src/api/client.ts');
    const { changeComment } = await tab.load<typeof import('../../../src/features/comments/cache.ts')>(
      '/src/features/comments/cache.ts',
    );
    const query = { page: 1, limit: 50, sort: 'newest' } as const;
    const { data } = await call('comments.list', { params: { id: comment.post_id }, query });
    const there = data.comments.find(({ _id }) => _id === comment._id);
    if (there) changeComment(comment._id, there);
  }

  /** Puts the comment where the tab keeps its lists, so that what is settled can be seen there. */
  async #remember(): Promise<void> {
    const comment = await this.#theComment();
    const tab = await this.#run.tab(this.#reacting);
    const { queryClient } =
      await tab.load<typeof import('../../../src/api/queries.ts')>('/src/api/queries.ts');
    const key = ['comments', 'list', 'me', comment.post_id, 'newest'];
    type Pages = { pages: { comments: Comment[] }[] };
    const kept = queryClient
      .getQueryData<Pages>(key)
      ?.pages[0]?.comments.find(({ _id }) => _id === comment._id);
    if (kept) this.#seen = kept;
    const pages = [{ comments: [kept ?? comment], pagination: { page: 1, totalCount: 1, hasMore: false } }];
    if (!kept) queryClient.setQueryData(key, { pages, pageParams: [1] });
  }

  async finish(): Promise<void> {
    if (this.#comment) {
      const tab = await this.#run.tab(this.#reacting);
      await this.#remember();
      const mayDiffer =
        this.#run.network.arrivedLate > 0 || tab.told.some(({ colour }) => colour === 'danger');
      if (mayDiffer || tab !== this.#seenIn) await this.#lookAgain();
      else {
        const { userAction } = await this.#shown();
        if (userAction !== this.#wanted)
          this.#unwanted = `nobody was told of a failure: ${this.#wanted} was wanted, and the comment shows ${userAction}`;
      }
      this.#seenIn = tab;
      // Somebody who was told that it failed tries again, until it shows and nothing says otherwise.
      for (let tries = 0; tries < 4; tries += 1) {
        await this.#remember();
        if ((await this.#shown()).userAction === 'like') break;
        await this.#react('like');
        await this.#run.pass(5000);
      }
      await this.#remember();
    }
    for (const name of this.#taps.keys()) {
      const tab = await this.#run.tab(name);
      const { t } = await tab.load<Texts>('/src/i18n/language.ts');
      const failed = tab.told.some(({ text }) => text === t('posts.likeFailed'));
      if (failed) await this.#like(name);
    }
    await this.#run.pass(5000);
  }

  async differences(): Promise<string[]> {
    const found: string[] = [];
    const { post, people } = this.#run;
    const { data } = await people.vera.api.call(postsEndpoints['posts.detail'], { params: { id: post._id } });
    const waiting = this.#run.device('vera').waiting('like');
    if (waiting > 0) found.push(`vera: ${waiting} likes still wait to be sent`);
    const taps = [...this.#taps];
    const isVera = ([name]: [TabName, number]) => personOf(name) === 'vera';
    if (taps.some(isVera) && !data.post.hasUserLiked) found.push('the like of the post is gone');
    const most =
      taps.filter((one) => !isVera(one)).reduce((sum, [, count]) => sum + count, 0) +
      Number(taps.some(isVera));
    if (data.post.totalLikes > most)
      found.push(`${most} likes were given, and the post has ${data.post.totalLikes}`);
    if (this.#unwanted) found.push(this.#unwanted);
    if (this.#comment) found.push(...(await this.#reaction()));
    return found;
  }

  async #reaction(): Promise<string[]> {
    const shown = await this.#shown();
    const { data } = await this.#run.people.vera.api.call(commentsEndpoints['comments.list'], {
      params: { id: this.#run.post._id },
      query: { limit: '100' },
    });
    const there = data.comments.find(({ _id }) => _id === shown._id);
    return there?.userAction === shown.userAction
      ? []
      : [`the comment shows ${shown.userAction}, and the server has ${there?.userAction}`];
  }
}

const tabs = fc.constantFrom<TabName>('vera1', 'vera1', 'vera2', 'ana1', 'ben1');

export const likes: FeatureKind = {
  deeds: [
    { weight: 4, arbitrary: deed('like', tabs) },
    { weight: 4, arbitrary: deed('likeComment') },
    { weight: 1, arbitrary: deed('dislikeComment') },
  ],
  begin: (run) => new Likes(run),
};
