let playing: HTMLVideoElement | null = null;

/** One video plays at a time: the one that begins pauses the one before. */
export function takeOver(video: HTMLVideoElement): void {
  if (playing !== video) playing?.pause();
  playing = video;
}

/** A video that leaves the page is nobody's business any more. */
export function letGo(video: HTMLVideoElement): void {
  if (playing === video) playing = null;
}
