import { useCallback, useEffect, useReducer } from 'react';
import { call } from '../../../api/client.ts';
import { onReconnect } from '../../../api/connection.ts';
import { failureTextOf } from '../../../api/failure.ts';
import { wordsOf } from '../../posts/index.ts';
import { type Deletion, type DraftView, firstDraftState, nextDraftState } from './draft-cleanup.ts';
import { previewOf } from './preview.ts';

/** How long the completion is shown before the list is loaded again. */
const reloadAfterMs = 2000;

async function loadView(): Promise<DraftView | null> {
  const { data } = await call('posts.drafts');
  if (!data) return null;
  const drafts = (data.drafts ?? []).map(async (draft) => {
    const { caption, content } = draft;
    const words = caption?.trim() || (await wordsOf({ content, caption: '', title: '' }));
    return { ...draft, preview: previewOf(words) };
  });
  return { ...data, drafts: await Promise.all(drafts) };
}

const calls = { old: 'posts.deleteOldDrafts', all: 'posts.deleteAllDrafts' } as const;
const failures = { old: 'cleanup.draftClean', all: 'cleanup.draftCleanAll' } as const;

/** Runs the draft cleanup of an open modal; a new one begins anew. */
export function useDraftCleanup() {
  const [state, dispatch] = useReducer(nextDraftState, firstDraftState);

  const load = useCallback(async () => {
    dispatch({ type: 'load' });
    try {
      dispatch({ type: 'loaded', view: await loadView() });
    } catch (error) {
      dispatch({ type: 'loadFailed', fault: failureTextOf(error, { failed: 'cleanup.draftsFailed' }) });
    }
  }, []);

  async function execute(which: Deletion) {
    dispatch({ type: 'execute', which });
    try {
      dispatch({ type: 'executed', result: (await call(calls[which])).data });
    } catch (error) {
      dispatch({ type: 'executeFailed', fault: failureTextOf(error, { failed: failures[which] }) });
    }
  }

  useEffect(() => void load(), [load]);
  const unknown = state.step === 'preview' && !state.view;
  useEffect(() => (unknown ? onReconnect(load) : undefined), [unknown, load]);
  const completed = state.step === 'complete' && !state.result.interrupted;
  useEffect(() => {
    if (!completed) return;
    const timer = setTimeout(load, reloadAfterMs);
    return () => clearTimeout(timer);
  }, [completed, load]);
  return { state, load, execute };
}
