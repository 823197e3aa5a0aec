import { limits } from '@duet/contract/limits';
import { messageFault } from '@duet/contract/messages/rules';
import { usePersistedText } from '../../../device/persisted-text.ts';
import { messageDraftKey } from '../../../device/storage-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useCharsLeft } from '../../../ui/chars-left.ts';
import { WriteBar } from '../../../ui/WriteBar.tsx';
import type { ThreadStore } from '../thread/thread-store.ts';

interface WriteMessageProps {
  readonly me: string;
  readonly store: ThreadStore;
}

/** With a keyboard at hand one writes at once; on a phone the keyboard would cover what one came to read. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches;

/** Where one writes a message. What is typed stays on this device until it is sent. */
export function WriteMessage({ me, store }: WriteMessageProps) {
  const { t } = useTexts();
  const { text, write, sent } = usePersistedText(messageDraftKey(me, store.partnerId));
  const left = useCharsLeft(text, limits.message.maxChars);

  function send() {
    store.write(text);
    sent(text);
  }

  return (
    <WriteBar
      label={t('messages.placeholder')}
      placeholder={t('messages.placeholder')}
      sendLabel={t('messages.send')}
      value={text}
      onChange={write}
      onSend={send}
      canSend={messageFault(text) === null}
      sendsOn="enter"
      left={left}
      focused={hasKeyboard()}
    />
  );
}
