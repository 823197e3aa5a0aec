import { useEffect, useState } from 'react';

/** An iPhone knows full screen for the video itself only, with its own controls. */
type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Shows the frame over the whole screen, or no longer. */
export async function toggleFullScreen(frame: HTMLElement | null, video: AppleVideo | null): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else if (frame?.requestFullscreen) await frame.requestFullscreen();
    else video?.webkitEnterFullscreen?.();
  } catch {
    // A browser may refuse; then it stays as it is.
  }
}

/** Whether this frame is what the whole screen shows. */
export function useFullScreen(frame: HTMLElement | null): boolean {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const read = () => setIsFull(document.fullscreenElement !== null && document.fullscreenElement === frame);
    document.addEventListener('fullscreenchange', read);
    return () => document.removeEventListener('fullscreenchange', read);
  }, [frame]);
  return isFull;
}
