import { createElement } from 'react';
import type { Run } from './run.ts';
import type { Tab } from './tab.ts';

/** Answers yes to the question that a tab asks, where it asks one. */
export async function agree(tab: Tab, run: Run): Promise<void> {
  const { useQuestion } = await tab.load<typeof import('../../src/ui/confirm.ts')>('/src/ui/confirm.ts');
  const form = tab.show(() => createElement('div', { question: useQuestion() } as object), {});
  const question = () => form.part('div')?.question as { answer: (yes: boolean) => void } | null | undefined;
  await run.until(() => Boolean(question()), 100);
  question()?.answer(true);
  form.unmount();
}
