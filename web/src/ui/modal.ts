import { type ComponentProps, type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { dialogStack } from './dialog-stack.ts';

type DialogProps = Pick<ComponentProps<'dialog'>, 'ref' | 'role' | 'aria-modal' | 'onCancel' | 'onClick'>;

interface BackButtonEvent extends Event {
  readonly detail: { register(priority: number, handler: (next: () => void) => void): void };
}

/** Above Ionic's own handlers for pages, so that the phone's back button closes what is on top first. */
const backPriority = 110;

/**
 * Opens a mounted `<dialog>` as a modal. The browser keeps the focus inside, gives it back, and lays it above
 * everything; Escape, a press beside it and the phone's or browser's back all ask to close.
 */
export function useModal(onClose: () => void): {
  props: DialogProps;
  ref: RefObject<HTMLDialogElement | null>;
} {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  // Before the dialog leaves the document: a dialog that is no longer there cannot give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const back = (event: Event) => {
      if (dialogStack.top() !== dialog) return;
      (event as BackButtonEvent).detail.register(backPriority, () => close.current());
    };
    const left = () => close.current();
    dialog.showModal();
    dialogStack.push(dialog);
    document.addEventListener('ionBackButton', back);
    addEventListener('popstate', left);
    return () => {
      document.removeEventListener('ionBackButton', back);
      removeEventListener('popstate', left);
      dialogStack.remove(dialog);
      dialog.close();
    };
  }, []);

  const props: DialogProps = {
    ref,
    role: 'dialog',
    'aria-modal': true,
    onCancel: (event) => {
      if (event.target !== ref.current) return;
      event.preventDefault();
      onClose();
    },
    onClick: (event: MouseEvent) => {
      if (event.target === ref.current) onClose();
    },
  };
  return { props, ref };
}
