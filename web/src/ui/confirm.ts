import { createStore, useStore } from './store.ts';

export interface Question {
  readonly title: string;
  readonly text?: string;
  /** What the button that goes on says; it names the deed. */
  readonly confirmLabel: string;
  /** Marks a deed that cannot be taken back. */
  readonly danger?: boolean;
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void;
}

const asked = createStore<Asked | null>(null);

/** Asks before something that matters; answers whether to go on. A second question answers the first with no. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      asked.set(null);
      resolve(yes);
    };
    asked.set({ ...question, answer });
  });
}

export const useQuestion = (): Asked | null => useStore(asked);
