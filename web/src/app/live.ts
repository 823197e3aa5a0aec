import { askForNewBuild } from '../offline/new-build.ts';
import { currentSession, onSessionChange } from '../session/session.ts';

/**
 * Opens the stream of events as soon as somebody is signed in, and lets each feature show what it brings. Its code
 * comes by itself, after the first screen: everything works without it, only later.
 */
export function startLive(): void {
  let started = false;
  const start = async () => {
    if (started || !currentSession().user) return;
    started = true;
    const [{ followPage, live }, { followMessages }, { followActivity }, { followPosts }] = await Promise.all(
      [
        import('../api/live.ts'),
        import('../features/messages/index.ts'),
        import('../features/activity/index.ts'),
        import('../features/posts/index.ts'),
      ],
    );
    followMessages(live);
    followActivity(live);
    followPosts(live);
    // Among other things the server may be another one.
    live.on('resync', askForNewBuild);
    const follow = () => live.follow(currentSession().user?._id ?? null);
    onSessionChange(follow);
    follow();
    followPage(live);
  };
  const tryToStart = () =>
    void start().catch(() => {
      started = false;
    });
  onSessionChange(tryToStart);
  tryToStart();
}
