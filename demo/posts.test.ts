import { passwordFault, usernameFault } from '@duet/contract/accounts/rules';
import { limits } from '@duet/contract/limits';
import { describe, expect, it } from 'vitest';
import { cleanContent, hasText } from '../server/src/posts/text/content.ts';
import { Canvas } from './art/canvas.ts';
import { moods } from './art/moods.ts';
import { scenes } from './art/paint.ts';
import { Random } from './art/random.ts';
import { chancePassword } from './passwords.ts';
import { people } from './people.ts';
import type { DemoPost } from './post.ts';
import { firstYear } from './posts/first-year.ts';
import { notPublic, secondYear } from './posts/second-year.ts';
import { postNamed } from './seed-talk.ts';
import { friends } from './site.ts';
import { talks } from './talk/comments.ts';
import { conversations } from './talk/conversations.ts';

const posts: readonly DemoPost[] = [...firstYear, ...secondYear, ...notPublic];
const pictures = posts.flatMap((post) => [...(post.pictures ?? []), ...(post.poster ? [post.poster] : [])]);

describe('the posts of the demo', () => {
  it('are many, of all three kinds and in both languages of the couple', () => {
    expect(posts.length).toBeGreaterThanOrEqual(47);
    expect(new Set(posts.map(({ by }) => by)).size).toBe(2);
    expect(posts.filter(({ draft }) => draft)).toHaveLength(3);
    expect(posts.filter(({ adminOnly }) => adminOnly)).toHaveLength(2);
    expect(posts.filter(({ poster }) => poster)).toHaveLength(1);
    const galleries = posts.filter(({ content, draft, poster }) => !content && !draft && !poster);
    expect(Math.max(...galleries.map((post) => post.pictures?.length ?? 0))).toBe(12);
    expect(galleries.every((post) => (post.pictures?.length ?? 0) > 0)).toBe(true);
  });

  it.each(posts.filter(({ content }) => typeof content === 'string'))(
    'say nothing that cleaning would take away ($title)',
    (post) => {
      const content = typeof post.content === 'string' ? post.content : '';
      const count = post.pictures?.length ?? 0;
      const used = [...content.matchAll(/<img src="(\d+)">/g)].map(([, number]) => Number(number));
      expect(used).toEqual(Array.from({ length: count }, (_, number) => number));
      const typed = content.replace(/<img[^>]*>/g, '').replace(/<a href="([^"]*)">/g, '<a>');
      const clean = cleanContent(content, () => null).content.replace(/<a [^>]*>/g, '<a>');
      expect(clean).toBe(typed);
      expect(hasText(content)).toBe(true);
    },
  );

  it('have blocks that are stored as they are written', () => {
    const blocks = posts.flatMap(({ content }) => (typeof content === 'object' ? [content] : []));
    expect(blocks).toHaveLength(1);
    for (const content of blocks) {
      const stored = JSON.parse(cleanContent(content, () => null).content);
      expect(stored).toEqual(content);
    }
  });

  it('have pictures that differ, each with words for who cannot see it', () => {
    expect(pictures.every(({ alt }) => alt.length > 10)).toBe(true);
    expect(new Set(pictures.map(({ alt }) => alt)).size).toBe(pictures.length);
    expect(
      new Set(pictures.map(({ scene, mood, shape, seed }) => `${scene} ${mood} ${shape} ${seed}`)).size,
    ).toBe(pictures.length);
    expect(new Set(pictures.map(({ scene }) => scene))).toEqual(new Set(Object.keys(scenes)));
    expect(Math.max(...posts.map((post) => post.pictures?.length ?? 0))).toBeLessThanOrEqual(
      limits.gallery.maxImages,
    );
  });

  it('are liked by no more friends than there are', () => {
    expect(Math.max(...posts.map(({ likes = 0 }) => likes))).toBe(friends.length);
  });
});

describe('the talk of the demo', () => {
  const names = new Set(people.map(({ username }) => username));
  const open = posts.filter(({ draft, adminOnly }) => !draft && !adminOnly);

  it('is about posts that everybody sees, by people who are there', () => {
    for (const { under, comments } of talks) {
      expect(
        postNamed(
          open.map((post) => ({ post })),
          under,
        ).post,
      ).toBeDefined();
      for (const { by, likedBy = [], dislikedBy = [], reported } of comments) {
        const who = [by, ...likedBy, ...dislikedBy, ...(reported ? [reported.by] : [])];
        expect(who.filter((name) => !names.has(name))).toEqual([]);
        expect([...likedBy, ...dislikedBy]).not.toContain(by);
      }
    }
    const all = talks.flatMap(({ comments }) => comments);
    expect(all.length).toBeGreaterThanOrEqual(35);
    expect(all.filter(({ former }) => former).length).toBeGreaterThan(2);
    expect(all.filter(({ reported }) => reported)).toHaveLength(1);
    expect(Math.max(...all.map(({ text }) => text.length))).toBeLessThanOrEqual(limits.comment.maxChars);
  });

  it('is private between pairs of them, on several days, some of it unread', () => {
    for (const { between, letters, unreadBy } of conversations) {
      expect(between.every((name) => names.has(name))).toBe(true);
      for (const { from, text } of letters) {
        expect(between).toContain(from);
        expect(text.length).toBeLessThanOrEqual(limits.message.maxChars);
      }
      const days = letters.map(({ daysAgo }) => daysAgo);
      expect(days).toEqual(days.toSorted((a, b) => b - a));
      if (unreadBy) expect(letters.at(-1)?.from).not.toBe(unreadBy);
    }
    expect(conversations.filter(({ unreadBy }) => unreadBy).length).toBeGreaterThan(2);
  });
});

describe('the pictures of the demo', () => {
  it.each(Object.entries(scenes))('draw %s in every mood without a hole', (_, draw) => {
    for (const mood of Object.values(moods)) {
      const canvas = new Canvas(300, 200, new Random(7), mood);
      draw(canvas);
      const svg = canvas.toSvg();
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      const defined = new Set([...svg.matchAll(/ id="(d\d+)"/g)].map(([, id]) => id));
      for (const [, id] of svg.matchAll(/url\(#(d\d+)\)/g)) expect(defined.has(id)).toBe(true);
    }
  });

  it('come out the same again', () => {
    const svg = () => {
      const canvas = new Canvas(300, 200, new Random(3), moods.dusk);
      scenes.city(canvas);
      return canvas.toSvg();
    };
    expect(svg()).toBe(svg());
  });
});

describe('the people of the demo', () => {
  it('have names that the rules accept, and passwords by chance', () => {
    for (const { username } of people) expect(usernameFault(username)).toBeNull();
    const passwords = Array.from({ length: 50 }, chancePassword);
    for (const password of passwords) expect(passwordFault(password)).toBeNull();
    expect(new Set(passwords).size).toBe(50);
  });
});
