interface PickOptions {
  /** What to offer, as an input's `accept`. */
  readonly accept: string;
  /** Opens the camera where the device has one. */
  readonly capture?: 'user' | 'environment';
  readonly multiple?: boolean;
}

/** Opens the system's file picker. Answers no files when the person picks none. Needs a press to start from. */
export function pickFiles({ accept, capture, multiple = false }: PickOptions): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.multiple = multiple;
    if (capture) input.setAttribute('capture', capture);
    input.addEventListener('change', () => resolve([...(input.files ?? [])]), { once: true });
    input.addEventListener('cancel', () => resolve([]), { once: true });
    input.click();
  });
}

/** Opens the system's file picker for one file. */
export async function pickFile(options: Omit<PickOptions, 'multiple'>): Promise<File | null> {
  return (await pickFiles(options))[0] ?? null;
}
