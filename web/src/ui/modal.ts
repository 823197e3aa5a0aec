import { type ComponentProps, type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { layers } from './back/layers.ts';
import { createStore, useStore } from './store.ts';

const stack = createStore<readonly HTMLElement[]>([]);

const topOf = (dialogs: readonly HTMLElement[]): HTMLElement | undefined => dialogs.at(-1);

/** The open dialogs, the topmost last. What is outside of the topmost can neither be seen nor reached. */
const dialogStack = {
  push: (dialog: HTMLElement): void => stack.set([...stack.get(), dialog]),
  remove: (dialog: HTMLElement): void => stack.set(stack.get().filter((other) => other !== dialog)),
};

/** The topmost open dialog, also while it leaves. */
export const topDialog = (): HTMLElement | undefined => topOf(stack.get());

export const useTopDialog = (): HTMLElement | undefined => useStore(stack, topOf);

const countOf = (dialogs: readonly HTMLElement[]): number => dialogs.length;

/** How many dialogs are open. */
export const useOpenDialogs = (): number => useStore(stack, countOf);

type DialogProps = Pick<
  ComponentProps<'dialog'>,
  'ref' | 'role' | 'aria-modal' | 'onCancel' | 'onClose' | 'onPointerDown' | 'onClick'
>;

interface ModalOptions {
  /** Asks to close. */
  readonly onClose: () => void;
  /** Closes without a question, when the page below is left; `onClose` where absent. */
  readonly onLeave?: () => void;
  /** It is on its way out and no longer in the way of going back. */
  readonly leaving?: boolean;
  /** The address says that it is open, so that going back closes it by itself. */
  readonly inAddress?: boolean;
}

/**
 * Opens a mounted `<dialog>` as a modal. The browser keeps the focus inside, gives it back, and lays it above
 * everything; Escape, a press beside it and going back all ask to close.
 */
export function useModal({ onClose, onLeave = onClose, leaving = false, inAddress = false }: ModalOptions): {
  props: DialogProps;
  ref: RefObject<HTMLDialogElement | null>;
} {
  const ref = useRef<HTMLDialogElement>(null);
  const newest = useRef({ onClose, onLeave });
  newest.current = { onClose, onLeave };
  /** Whether the last press began beside it: a selection that is let go there began in it. */
  const beganBeside = useRef(false);

  // Before the dialog leaves the document: a dialog that is no longer there cannot give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.showModal();
    dialogStack.push(dialog);
    return () => {
      dialogStack.remove(dialog);
      dialog.close();
    };
  }, []);

  const isLayer = !leaving && !inAddress;
  useLayoutEffect(() => {
    if (!isLayer) return;
    return layers().open({
      close: () => newest.current.onClose(),
      leave: () => newest.current.onLeave(),
    });
  }, [isLayer]);

  const props: DialogProps = {
    ref,
    role: 'dialog',
    'aria-modal': true,
    onCancel: (event) => {
      if (event.target !== ref.current) return;
      event.preventDefault();
      onClose();
    },
    onClose: (event) => {
      // A browser closes a dialog whatever was answered when it is asked to twice without a press in between.
      if (event.target !== ref.current || leaving || ref.current.open) return;
      ref.current.showModal();
      onClose();
    },
    onPointerDown: ({ target }) => {
      beganBeside.current = target === ref.current;
    },
    onClick: (event: MouseEvent) => {
      if (event.target === ref.current && beganBeside.current) onClose();
    },
  };
  return { props, ref };
}
