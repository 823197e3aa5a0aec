import { deviceStorage } from '../../../device/storage.ts';
import { publishRequestKey } from '../../../device/storage-keys.ts';
import { createStore, useStore } from '../../../ui/store.ts';

interface AskedPublish {
  readonly get: () => string | null;
  readonly keep: (draftId: string) => boolean;
  readonly forget: () => void;
}

/**
 * The draft that a form has sent to be published, from before the call until it is known what became of it. Kept on the
 * device at once, because the page may end in between.
 */
export function askedPublish(form: string): AskedPublish {
  const key = publishRequestKey(form);
  return {
    get() {
      const kept = deviceStorage.getJson(key);
      return typeof kept === 'string' ? kept : null;
    },
    keep: (draftId) => deviceStorage.setJson(key, draftId),
    forget: () => deviceStorage.remove(key),
  };
}

/** Two forms of one draft may be publishing: that of a former visit of the page goes on. */
const underWay = createStore<readonly string[]>([]);

/** Whether a form of this document is publishing, be it one whose page is gone. */
export const isPublishing = (form: string): boolean => underWay.get().includes(form);

/** The same for what is shown. */
export const useIsPublishing = (form: string): boolean => useStore(underWay, (forms) => forms.includes(form));

/** Does the work of a publish, and says meanwhile that it is under way. */
export async function whilePublishing(form: string, work: () => Promise<void>): Promise<void> {
  underWay.set([...underWay.get(), form]);
  try {
    await work();
  } finally {
    const forms = underWay.get();
    underWay.set(forms.toSpliced(forms.indexOf(form), 1));
  }
}
