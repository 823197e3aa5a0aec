import { ArrowUp } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react';
import { classes } from './classes.ts';
import { useGrowing } from './growing.ts';
import { IconButton } from './IconButton.tsx';
import { Spinner } from './Loading.tsx';
import styles from './WriteBar.module.css';

interface WriteBarProps {
  /** Names the field. */
  readonly label: string;
  readonly placeholder: string;
  readonly sendLabel: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
  /** There is something to send, and not too much of it. */
  readonly canSend: boolean;
  readonly busy?: boolean;
  /** The button that sends comes with the focus or the first word: for a bar that lies in a page. */
  readonly sendHiddenWhenIdle?: boolean;
  /** Which key sends beside the button: Enter (Shift+Enter begins a line), or Ctrl or Command with Enter. */
  readonly sendsOn: 'enter' | 'modifiedEnter';
  /** How many characters are left, once it matters; below 0 there are too many. */
  readonly left?: { readonly count: number; readonly text: string } | null;
  /** Stands before the field, such as one's own photo. */
  readonly start?: ReactNode;
  readonly field?: RefObject<HTMLTextAreaElement | null>;
  /** Where the focus goes when the sheet around opens. */
  readonly focused?: boolean;
}

/** Whether a press of Enter is meant to send; while an input method composes, it is meant for that. */
function isSending(event: KeyboardEvent, sendsOn: WriteBarProps['sendsOn']): boolean {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return false;
  const modified = event.ctrlKey || event.metaKey;
  return sendsOn === 'enter' ? !event.shiftKey && !event.altKey : modified;
}

/** Puts the focus into the field as it appears, in a dialog that is open already or opens after it. */
function useFocus(field: RefObject<HTMLTextAreaElement | null>, wanted: boolean) {
  useEffect(() => {
    const area = field.current;
    if (!area || !wanted) return;
    // A dialog looks for this when it opens; React's own autoFocus acts before, and in vain.
    area.setAttribute('autofocus', '');
    area.focus({ preventScroll: true });
  }, [field, wanted]);
}

/** One field that grows with its text, and a button that sends it. */
export function WriteBar({ value, onChange, onSend, canSend, busy = false, left, ...bar }: WriteBarProps) {
  const note = useId();
  const own = useRef<HTMLTextAreaElement>(null);
  const field = bar.field ?? own;
  useGrowing(field, value);
  useFocus(field, bar.focused ?? false);

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (canSend && !busy) onSend();
  }
  function press(event: KeyboardEvent) {
    if (isSending(event, bar.sendsOn)) submit(event);
  }
  const tooLong = left != null && left.count < 0;
  return (
    <form
      className={classes(styles.bar, bar.sendHiddenWhenIdle && styles.idle)}
      data-writing
      onSubmit={submit}
    >
      {bar.start && <span className={styles.start}>{bar.start}</span>}
      <div className={classes(styles.box, tooLong && styles.wrong)}>
        <textarea
          ref={(area) => {
            field.current = area;
          }}
          rows={1}
          dir="auto"
          aria-label={bar.label}
          aria-invalid={tooLong || undefined}
          aria-describedby={left ? note : undefined}
          placeholder={bar.placeholder}
          value={value}
          enterKeyHint={bar.sendsOn === 'enter' ? 'send' : undefined}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={press}
        />
        {left && (
          <span id={note} className={styles.left} title={left.text}>
            <span aria-hidden="true">{left.count}</span>
            <span className="visually-hidden" role="status">
              {left.text}
            </span>
          </span>
        )}
      </div>
      <IconButton
        type="submit"
        label={bar.sendLabel}
        className={styles.send}
        aria-busy={busy || undefined}
        // The field keeps the focus, and a phone its keyboard.
        onMouseDown={(event) => event.preventDefault()}
        // It stays in reach of the keyboard: a disabled button would drop the focus after each message.
        aria-disabled={!canSend || busy}
      >
        {busy ? <Spinner size="small" /> : <ArrowUp aria-hidden />}
      </IconButton>
    </form>
  );
}
