import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import fc from 'fast-check';
import { createElement } from 'react';
import { picture } from '../../../../e2e/harness/picture.ts';
import type { Run, TabName } from '../run.ts';
import type { Tab } from '../tab.ts';
import { type Deed, deed, type Feature, type FeatureKind } from './feature.ts';

type Languages = typeof import('../../../src/session/choose-language.ts');
type Photos = typeof import('../../../src/screens/account/profile-photo.ts');
type Sessions = typeof import('../../../src/session/session.ts');
type Language = 'en' | 'ro';

/** A person's language and photo, changed in two tabs. */
class Profile implements Feature {
  readonly #run: Run;
  /** The last language that a call was answered for, and those that nobody knows of. */
  #language: Language | null = null;
  readonly #unknown = new Set<Language>();
  #photos = 0;
  #asked = false;
  #tab: Promise<Tab> | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  async do({ name, words: [tab, language] }: Deed): Promise<void> {
    const on = await this.#run.tab(tab as TabName);
    if (name === 'language') await this.#choose(on, language as Language);
    else void this.#savePhoto(on);
    await this.#run.quiet();
  }

  async #choose(tab: Tab, language: Language): Promise<void> {
    const { chooseLanguage } = await tab.load<Languages>('/src/session/choose-language.ts');
    const { currentSession } = await tab.load<Sessions>('/src/session/session.ts');
    if (!currentSession().user) return;
    this.#unknown.add(language);
    void chooseLanguage(language).then(
      () => {
        this.#language = language;
      },
      () => undefined,
    );
  }

  async #savePhoto(tab: Tab): Promise<boolean> {
    const { useProfilePhoto } = await tab.load<Photos>('/src/screens/account/profile-photo.ts');
    this.#asked = true;
    this.#photos += 1;
    const form = tab.show(
      () => createElement('div', { photo: useProfilePhoto(async (file) => file) } as object),
      {},
    );
    await this.#run.quiet();
    const { photo } = form.part('div') as { photo: ReturnType<Photos['useProfilePhoto']> };
    const file = new File([picture(16, 16, this.#photos)], 'me.png', { type: 'image/png' });
    const isSaved = await photo.save(file, 'library');
    form.unmount();
    return isSaved;
  }

  async finish(): Promise<void> {
    if (this.#unknown.size === 0 && !this.#asked) return;
    this.#tab = this.#run.tab('vera1');
    const tab = await this.#tab;
    const { refreshUser } = await tab.load<Sessions>('/src/session/session.ts');
    await refreshUser();
    if (this.#unknown.size > 0) {
      await this.#choose(tab, 'ro');
      await this.#run.pass(5000);
      await this.#choose(tab, 'en');
      await this.#run.pass(5000);
    }
    if (!this.#asked) return;
    let isSaved: boolean | null = null;
    void this.#savePhoto(tab).then((answer) => {
      isSaved = answer;
    });
    await this.#run.pass(60_000);
    this.#isSaved = isSaved;
  }

  #isSaved: boolean | null = null;

  async differences(): Promise<string[]> {
    const tab = await this.#tab;
    if (!tab) return [];
    const found: string[] = [];
    const { currentSession } = await tab.load<Sessions>('/src/session/session.ts');
    const shown = currentSession().user;
    const { data } = await this.#run.people.vera.api.call(accountsEndpoints['accounts.currentUser']);
    if (this.#unknown.size > 0 && this.#language !== 'en') found.push('a language can never be chosen');
    if (shown?.language !== data.user.language) {
      found.push(`the app speaks ${shown?.language}, and the server has ${data.user.language}`);
    }
    if (!this.#asked) return found;
    const { profilePictureUrl } = data.user;
    if (this.#isSaved !== true) found.push('a photo can never be saved');
    if (shown?.profilePictureUrl !== profilePictureUrl) {
      found.push(
        `the app shows the photo ${shown?.profilePictureUrl}, and the server has ${profilePictureUrl}`,
      );
    }
    const { status } = await fetch(new URL(profilePictureUrl ?? '/none', this.#run.duet.url));
    if (status !== 200) found.push(`the photo answers ${status}`);
    return found;
  }
}

const tabs = fc.constantFrom<TabName>('vera1', 'vera1', 'vera2');

export const profile: FeatureKind = {
  deeds: [
    { weight: 2, arbitrary: deed('language', tabs, fc.constantFrom<Language>('en', 'ro')) },
    { weight: 1, arbitrary: deed('photo', tabs) },
  ],
  begin: (run) => new Profile(run),
};
