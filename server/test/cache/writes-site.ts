import { limits } from '@duet/contract/limits';
import type { SiteChange } from '@duet/contract/site/shapes';
import type { Writes } from './act.ts';
import { picked } from './site-state.ts';
import { signIn } from './writes-people.ts';

/** One in four closes the site to guests; most that follow open it again. */
const changes: readonly ((choice: number) => SiteChange)[] = [
  (choice) => ({ name: `Site ${choice}` }),
  (choice) => ({ line: `Line ${choice}` }),
  (choice) => ({ language: choice % 2 ? 'ro' : null }),
  () => ({ reading: 'members' }),
  () => ({ reading: 'everybody' }),
  () => ({ reading: 'everybody' }),
  () => ({ reading: 'everybody' }),
  () => ({ joining: 'approval' }),
  () => ({ joining: 'open' }),
  () => ({ joining: 'open' }),
];

/** What is of the whole site. */
export const siteWrites = {
  site: (state, { server, what, choice }) =>
    state.admin(server).call('site.change', { body: picked(changes, what)?.(choice) ?? {} }),
  about: (state, { server, choice }) =>
    state.admin(server).call('about.change', { body: { story: `<p>Story ${choice}</p>` } }),
  feedKey: async (state, { server, who }) => {
    const answer = await state.as(who, server).call('feeds.renew');
    if (answer.status === 200 && answer.body.data.feeds.secret) {
      state.add('feedPaths', answer.body.data.feeds.atom);
    }
    return answer;
  },
  later: async (state, act) => {
    // So that the last use of a session is due to be written, while what is cached is not too old yet.
    state.servers.clock.forward(limits.session.touchEveryMs);
    return signIn(state, { ...act, who: 0 });
  },
  activityRead: (state, { server }) => state.admin(server).call('activity.markRead'),
  cleanUp: (state, { server }) =>
    state.admin(server).call('cleanup.mediaExecute', {
      body: { directories: ['photos', 'videos', 'profile'], confirm: 'DELETE_UNUSED_MEDIA' },
    }),
} as const satisfies Writes;
