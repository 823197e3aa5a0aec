import type { PostType } from '@duet/contract/posts/shapes';
import type { Recount } from './recount.ts';
import { hourMs } from './site.ts';

/** What a post must refer to: these pictures in this order, or any one video; null where nobody can say. */
type Files = readonly string[] | 'a video' | null;

export interface KnownPost {
  readonly id: string;
  readonly type: PostType;
  /** Null where nobody can say. */
  there: boolean | null;
  published: boolean | null;
  files: Files;
}

interface KnownPicture {
  readonly path: string;
  readonly url: string;
  readonly since: number;
  /** Once something refers to it, or it was meant for a post, that decides how long it stays. */
  free: boolean;
}

/** A call that changes posts, from when it is sent until its answer. */
interface Change {
  readonly posts: readonly KnownPost[];
  overlapped: boolean;
}

const roleOf = { gallery: 'gallery', richText: 'inline', video: 'video' } as const;

/** The model: what the people who use the site were told, and what must be there because of it. */
export class ExpectedState {
  readonly pictures: KnownPicture[] = [];
  readonly posts: KnownPost[] = [];
  readonly uploads: { readonly sessionId: string; there: boolean }[] = [];
  readonly #changes = new Set<Change>();
  readonly #makings = new Set<{ unsure: boolean }>();

  picked<T>(from: readonly T[], pick: number): T | undefined {
    return from[pick % Math.max(1, from.length)];
  }

  addPicture(path: string, url: string, now: number, free: boolean): void {
    this.pictures.push({ path, url, since: now, free });
  }

  /** Somebody makes a post; call the answer once it is there. Who deletes all drafts meanwhile may delete it. */
  beginPost(type: PostType): (id: string) => KnownPost {
    const making = { unsure: [...this.#changes].some(({ posts }) => posts.length === 0) };
    this.#makings.add(making);
    return (id) => {
      const post: KnownPost = {
        id,
        type,
        there: making.unsure ? null : true,
        published: false,
        files: type === 'video' ? null : [],
      };
      this.#makings.delete(making);
      this.posts.push(post);
      return post;
    };
  }

  /** Somebody sends a change of these posts; of all there are where none is named. */
  begin(...posts: readonly KnownPost[]): Change {
    const change: Change = { posts, overlapped: false };
    for (const other of this.#changes) {
      const apart =
        posts.length > 0 && other.posts.length > 0 && !other.posts.some((post) => posts.includes(post));
      if (!apart) {
        other.overlapped = true;
        change.overlapped = true;
      }
    }
    this.#changes.add(change);
    if (posts.length === 0) for (const making of this.#makings) making.unsure = true;
    return change;
  }

  /** It was answered (`apply` says with what effect), refused (then nothing changed), or nobody knows. */
  end(change: Change, how: 'answered' | 'refused' | 'killed', apply: () => void): void {
    this.#changes.delete(change);
    if (how === 'refused' && !change.overlapped) return;
    if (how === 'answered' && !change.overlapped) {
      apply();
      return;
    }
    for (const post of change.posts.length > 0 ? change.posts : this.posts) {
      post.there = post.there === false ? false : null;
      post.published = null;
      post.files = null;
    }
  }

  /** Whether everything that was promised is there, now that no call is under way. */
  faults({ posts, refs, media, files, parts, sessions }: Recount, now: number): string[] {
    const faults: string[] = [];
    for (const { id, type, there, published, files: wanted } of this.posts) {
      const stored = posts.get(id);
      if (there !== null && there !== (stored !== undefined)) {
        faults.push(`${id} is ${there ? 'lost' : 'still there'}`);
      }
      if (!stored) {
        if (refs.has(id)) faults.push(`${id} is gone and its files are not let go`);
        continue;
      }
      if (published !== null && stored.published !== published)
        faults.push(`${id}: published ${stored.published}`);
      const held = refs.get(id)?.get(roleOf[type]) ?? [];
      if (wanted === 'a video' && held.length !== 1) faults.push(`${id} has ${held.length} videos`);
      if (Array.isArray(wanted) && wanted.join() !== held.join()) {
        faults.push(`${id} refers to ${held.join()} in place of ${wanted.join()}`);
      }
      if (stored.published && type !== 'richText' && held.length === 0)
        faults.push(`${id} is published empty`);
    }
    for (const { path, since, free } of this.pictures) {
      if (!free || now - since >= 24 * hourMs) continue;
      if (media.get(path)?.state !== 'ready' || !files.has(path))
        faults.push(`${path}, young and free, is lost`);
    }
    for (const { sessionId, there } of this.uploads) {
      const state = sessions.get(sessionId);
      if (there && state !== undefined && state !== 'done' && !parts.has(sessionId)) {
        faults.push(`the bytes of ${sessionId} are lost`);
      }
    }
    return faults;
  }
}
