import { describe, expect, it } from 'vitest';
import type { AppRoute } from '../routes.tsx';
import {
  type Destination,
  firstStack,
  type Navigation,
  navigated,
  type PageStack,
  settled,
} from './page-stack.ts';

/** `/post/1` is shown by a page of its own, every other address by the one page of its route. */
function to(address: string): Destination {
  const [, first = '', id] = address.split('/');
  const path = id === undefined ? `/${first}` : `/${first}/:id`;
  return { route: { path } as AppRoute, key: address, parameters: { id } };
}

/** A browser tab: pages as the session history makes them. */
class Tab {
  stack: PageStack = firstStack(to('/home'), 0);
  #go(address: string, action: Navigation['action'], entry: number, animated = false): void {
    this.stack = navigated(this.stack, { to: to(address), action, entry, animated });
  }
  push(address: string, animated = false) {
    this.#go(address, 'PUSH', this.stack.entry + 1, animated);
  }
  replace(address: string) {
    this.#go(address, 'REPLACE', this.stack.entry);
  }
  pop(address: string, entry: number) {
    this.#go(address, 'POP', entry);
  }
  get keys() {
    return this.stack.pages.map(({ key }) => key);
  }
  get shown() {
    return this.stack.pages.find(({ id }) => id === this.stack.shown);
  }
}

describe('pages', () => {
  it('stay while one is on another, which is removed on the way back where it is of one post', () => {
    const tab = new Tab();
    tab.push('/post/1');
    expect(tab.keys).toEqual(['/home', '/post/1']);
    tab.pop('/home', 0);
    expect(tab.keys).toEqual(['/home']);
    expect(tab.stack.direction).toBe('back');
    expect(tab.shown?.arrivals).toBe(2);
  });

  it('ahead of one are found again as they were left, until something else is opened', () => {
    const tab = new Tab();
    tab.push('/new');
    const form = tab.shown?.id;
    tab.pop('/home', 0);
    tab.pop('/new', 1);
    expect([tab.shown?.id, tab.shown?.arrivals, tab.stack.direction]).toEqual([form, 2, 'forward']);
    tab.pop('/home', 0);
    tab.push('/messages');
    expect(tab.keys).toEqual(['/home', '/messages']);
  });

  it('that were replaced are removed, unless an earlier entry leads to them', () => {
    const tab = new Tab();
    tab.push('/login');
    tab.replace('/messages');
    expect(tab.keys).toEqual(['/home', '/messages']);
    tab.push('/home');
    tab.replace('/login');
    expect(tab.keys).toEqual(['/home', '/messages', '/login']);
    tab.pop('/messages', 1);
    tab.pop('/home', 0);
    expect(tab.shown?.key).toBe('/home');
  });

  it('are used again for the same address, each post having its own', () => {
    const tab = new Tab();
    const home = tab.shown?.id;
    tab.push('/post/1');
    tab.push('/post/2');
    tab.push('/home');
    expect(tab.shown?.id).toBe(home);
    expect(tab.keys).toEqual(['/home', '/post/1', '/post/2']);
    tab.pop('/post/2', 2);
    expect(tab.shown?.parameters).toEqual({ id: '2' });
    tab.pop('/home', 0);
    expect(tab.keys).toEqual(['/home']);
  });

  it('do not count a change of the query as an arrival', () => {
    const tab = new Tab();
    tab.push('/home');
    expect([tab.shown?.arrivals, tab.stack.leaving]).toEqual([1, null]);
    tab.pop('/home', 0);
    expect([tab.shown?.arrivals, tab.keys]).toEqual([1, ['/home']]);
  });

  it('that move out stay until they have', () => {
    const tab = new Tab();
    tab.push('/post/1');
    const post = tab.stack.shown;
    tab.stack = navigated(tab.stack, { to: to('/home'), action: 'POP', entry: 0, animated: true });
    expect([tab.stack.leaving, tab.keys]).toEqual([post, ['/home', '/post/1']]);
    tab.stack = settled(tab.stack);
    expect([tab.stack.leaving, tab.keys]).toEqual([null, ['/home']]);
  });

  it('begin at the entry that the document was loaded at, with nothing behind', () => {
    const loaded = firstStack(to('/post/1'), 3);
    const back = navigated(loaded, { to: to('/home'), action: 'POP', entry: 2, animated: true });
    expect([back.direction, back.pages.length, back.leaving]).toEqual(['back', 2, loaded.shown]);
  });

  it('wait at an address that shows none', () => {
    const none = firstStack(null, 0);
    expect([none.shown, none.pages]).toEqual([null, []]);
    const home = navigated(none, { to: to('/home'), action: 'REPLACE', entry: 0, animated: true });
    expect([home.leaving, home.pages.length]).toEqual([null, 1]);
  });
});
