import { cleanupConfirmation, mediaDirectories } from '@duet/contract/cleanup/constants';
import type { MediaCleanup } from '@duet/contract/cleanup/shapes';
import { useCallback, useEffect, useReducer } from 'react';
import { call } from '../../../api/client.ts';
import { cleanupFailure } from '../failure.ts';
import { allOf, joinCleanups, joinUsages } from './in-parts.ts';
import { firstMediaState, type MediaView, nextMediaState } from './media-cleanup.ts';

/** Asks as often as it takes to look through all files. */
async function wholeView(): Promise<MediaView> {
  const directories = mediaDirectories.join(',');
  const [usages, previews] = await Promise.all([
    allOf(async (after) => (await call('cleanup.mediaStats', { query: { after } })).data),
    allOf(async (after) => (await call('cleanup.mediaPreview', { query: { directories, after } })).data),
  ]);
  return { ...joinCleanups(previews), directories: joinUsages(usages) };
}

async function wholeExecution(): Promise<MediaCleanup> {
  const body = { directories: [...mediaDirectories], confirm: cleanupConfirmation };
  return joinCleanups(
    await allOf(async (after) => (await call('cleanup.mediaExecute', { body: { ...body, after } })).data),
  );
}

/** Runs the media cleanup of an open modal; a new one begins anew. */
export function useMediaCleanup() {
  const [state, dispatch] = useReducer(nextMediaState, firstMediaState);

  const load = useCallback(async () => {
    dispatch({ type: 'load' });
    try {
      dispatch({ type: 'loaded', view: await wholeView() });
    } catch (error) {
      const fault = cleanupFailure(error, 'cleanup.mediaLoadFailed', 'cleanup.mediaLoadErrored');
      dispatch({ type: 'loadFailed', fault });
    }
  }, []);

  async function execute() {
    dispatch({ type: 'execute' });
    try {
      dispatch({ type: 'executed', result: await wholeExecution() });
    } catch (error) {
      const fault = cleanupFailure(error, 'cleanup.mediaExecuteFailed', 'cleanup.mediaExecuteErrored');
      dispatch({ type: 'executeFailed', fault });
    }
  }

  useEffect(() => void load(), [load]);
  return { state, load, execute };
}
