import { type RefObject, useLayoutEffect } from 'react';

/** Lets the field grow with its text where the browser does not by itself. */
export function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what the height depends on
  useLayoutEffect(() => {
    const area = field.current;
    if (!area || CSS.supports('field-sizing', 'content')) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }, [field, text]);
}
