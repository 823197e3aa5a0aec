import { deviceStorage } from '../../device/storage.ts';
import { askedPublishKey } from '../../device/storage-keys.ts';

/**
 * The draft that a form has sent to be published, from before the call until it is known what became of it. Kept on the
 * device at once, because the page may end in between.
 */
export const askedPublish = (form: string) => {
  const key = askedPublishKey(form);
  return {
    get(): string | null {
      const kept = deviceStorage.getJson(key);
      return typeof kept === 'string' ? kept : null;
    },
    keep: (draftId: string): boolean => deviceStorage.setJson(key, draftId),
    forget: (): void => deviceStorage.remove(key),
  };
};
