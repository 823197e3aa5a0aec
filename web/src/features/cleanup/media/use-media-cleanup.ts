import { cleanupConfirmation, mediaDirectories } from '@duet/contract/cleanup/constants';
import type { MediaCleanup } from '@duet/contract/cleanup/shapes';
import { useCallback, useEffect, useReducer } from 'react';
import { call } from '../../../api/client.ts';
import { onReconnect } from '../../../api/connection.ts';
import { failureTextOf } from '../../../api/failure.ts';
import { t } from '../../../i18n/language.ts';
import { firstMediaState, type MediaView, nextMediaState } from './media-cleanup.ts';
import { callAllPages, callPagesUntilFailure, joinCleanups, joinUsages } from './paged-calls.ts';

/** Asks as often as it takes to look through all files. */
async function wholeView(): Promise<MediaView> {
  const directories = mediaDirectories.join(',');
  const [usages, previews] = await Promise.all([
    callAllPages(async (after) => (await call('cleanup.mediaStats', { query: { after } })).data),
    callAllPages(
      async (after) => (await call('cleanup.mediaPreview', { query: { directories, after } })).data,
    ),
  ]);
  return { ...joinCleanups(previews), directories: joinUsages(usages) };
}

const executeFault = (error: unknown) =>
  failureTextOf(error, { failed: 'cleanup.mediaExecuteFailed', errored: 'cleanup.mediaExecuteErrored' });

/** What was deleted, and where not all could be, why. Throws where no call answered. */
async function wholeExecution(): Promise<{ result: MediaCleanup; fault: string | null }> {
  const body = { directories: [...mediaDirectories], confirm: cleanupConfirmation };
  const { parts, error } = await callPagesUntilFailure(
    async (after) => (await call('cleanup.mediaExecute', { body: { ...body, after } })).data,
  );
  const result = joinCleanups(parts);
  if (error !== null) return { result, fault: executeFault(error) };
  return { result, fault: result.interrupted ? t('cleanup.interrupted') : null };
}

/** Runs the media cleanup of an open modal; a new one begins anew. */
export function useMediaCleanup() {
  const [state, dispatch] = useReducer(nextMediaState, firstMediaState);

  const load = useCallback(async () => {
    dispatch({ type: 'load' });
    try {
      dispatch({ type: 'loaded', view: await wholeView() });
    } catch (error) {
      const fault = failureTextOf(error, {
        failed: 'cleanup.mediaLoadFailed',
        errored: 'cleanup.mediaLoadErrored',
      });
      dispatch({ type: 'loadFailed', fault });
    }
  }, []);

  async function execute() {
    dispatch({ type: 'execute' });
    try {
      dispatch({ type: 'executed', ...(await wholeExecution()) });
    } catch (error) {
      dispatch({ type: 'executeFailed', fault: executeFault(error) });
    }
  }

  useEffect(() => void load(), [load]);
  const unknown = state.step === 'preview' && !state.view;
  useEffect(() => (unknown ? onReconnect(load) : undefined), [unknown, load]);
  return { state, load, execute };
}
