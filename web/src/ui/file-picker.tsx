import { type ChangeEvent, type ReactNode, useRef } from 'react';

interface FilePickerOptions {
  /** What to offer, as an input's `accept`. */
  readonly accept: string;
  /** Opens the camera where the device has one. */
  readonly capture?: 'user' | 'environment';
  readonly multiple?: boolean;
  readonly onPick: (files: readonly File[]) => void;
}

interface FilePicker {
  /** Has to stand somewhere in what is rendered. */
  readonly input: ReactNode;
  /** Opens the system's picker; needs a press to start from. */
  readonly open: () => void;
}

/** The system's file picker. The same file can be picked again. */
export function useFilePicker({ accept, capture, multiple, onPick }: FilePickerOptions): FilePicker {
  const ref = useRef<HTMLInputElement>(null);

  function picked(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])];
    event.target.value = '';
    if (files.length > 0) onPick(files);
  }

  const input = (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      capture={capture}
      multiple={multiple}
      onChange={picked}
    />
  );
  return { input, open: () => ref.current?.click() };
}
