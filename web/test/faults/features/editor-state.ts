import type { EditorState } from '../../../src/features/composer/RichTextFields.tsx';

/**
 * As much of the editor as a form asks: no picture stands in it, and no file of one is at hand to be uploaded anew, as
 * after a reload on another device.
 */
export function editorState(uploading: number): EditorState {
  const editor = { isDestroyed: false, state: { doc: { descendants: () => undefined } } };
  return {
    editor: editor as unknown as EditorState['editor'],
    uploading,
    uploadAnew: () => 0,
    confirmMissing: async () => true,
  };
}
