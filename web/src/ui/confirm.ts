import { useSyncExternalStore } from 'react';

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

const listeners = new Set<() => void>();
let asked: Asked | null = null;

function change(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks before something that matters; answers whether to go on. A second question answers the first with no. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      change(null);
      resolve(yes);
    };
    change({ ...question, answer });
  });
}

export const useConfirm = (): typeof confirm => confirm;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useQuestion = (): Asked | null => useSyncExternalStore(subscribe, () => asked);
