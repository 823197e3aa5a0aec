import { cleanupConfirmation, mediaDirectories } from '@duet/contract/cleanup/constants';
import { useCallback, useEffect, useReducer } from 'react';
import { call } from '../../../api/client.ts';
import { cleanupFailure } from '../failure.ts';
import { firstMediaState, type MediaView, nextMediaState } from './media-cleanup.ts';

async function loadView(): Promise<MediaView> {
  const [stats, preview] = await Promise.all([
    call('cleanup.mediaStats'),
    call('cleanup.mediaPreview', { query: { directories: mediaDirectories.join(',') } }),
  ]);
  return { ...preview.data, directories: stats.data.directories };
}

/** Runs the media cleanup of an open modal; a new one begins anew. */
export function useMediaCleanup() {
  const [state, dispatch] = useReducer(nextMediaState, firstMediaState);

  const load = useCallback(async () => {
    dispatch({ type: 'load' });
    try {
      dispatch({ type: 'loaded', view: await loadView() });
    } catch (error) {
      const fault = cleanupFailure(error, 'cleanup.mediaLoadFailed', 'cleanup.mediaLoadErrored');
      dispatch({ type: 'loadFailed', fault });
    }
  }, []);

  async function execute() {
    dispatch({ type: 'execute' });
    try {
      const body = { directories: [...mediaDirectories], confirm: cleanupConfirmation };
      dispatch({ type: 'executed', result: (await call('cleanup.mediaExecute', { body })).data });
    } catch (error) {
      const fault = cleanupFailure(error, 'cleanup.mediaExecuteFailed', 'cleanup.mediaExecuteErrored');
      dispatch({ type: 'executeFailed', fault });
    }
  }

  useEffect(() => void load(), [load]);
  return { state, load, execute };
}
