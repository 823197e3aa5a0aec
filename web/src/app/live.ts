import { queryClient } from '../api/queries.ts';
import { followPosts } from '../features/posts/index.ts';
import { withAllTexts } from '../i18n/language.ts';
import { checkForNewBuild } from '../offline/new-build.ts';
import { currentSession, followPerson, onSessionChange, refreshUser } from '../session/session.ts';

/**
 * Opens the stream of events as soon as somebody is signed in, and lets each feature show what it brings. Its code
 * comes by itself, after the first screen: everything works without it, only later.
 */
export function startLive(): void {
  let started = false;
  const start = async () => {
    if (started || !currentSession().user) return;
    started = true;
    const [{ followPage, live }, { followMessages }, { followActivity }, { followSettings }] =
      await withAllTexts(
        Promise.all([
          import('../api/live.ts'),
          import('../features/messages/follow.ts'),
          import('../features/activity/use-activity.ts'),
          import('../features/site/follow.ts'),
        ]),
      );
    followMessages(live);
    followActivity(live);
    followPosts(live);
    followSettings(live);
    live.on('person', () => {
      void refreshUser();
      // Names stand in nearly every answer.
      void queryClient.invalidateQueries();
    });
    // Among other things the server may be another one.
    live.on('resync', checkForNewBuild);
    followPerson((user) => live.follow(user?._id ?? null));
    followPage(live);
  };
  const tryToStart = () =>
    void start().catch(() => {
      // Its code could not be loaded; the next refresh of the session tries again.
      started = false;
    });
  onSessionChange(tryToStart);
  tryToStart();
}
