/** '0:42', '12:05', '1:02:03'. Nothing for what is no length. */
export function durationText(seconds: number | null | undefined): string {
  if (!seconds || !Number.isFinite(seconds) || seconds < 0) return '';
  const whole = Math.max(1, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** How far a video is, as its length is written: whole seconds that have passed, at its end the very length that is shown. */
export function positionText(seconds: number, end: number, known: number | null): string {
  if (end > 0 && seconds >= end - 0.05) return durationText(known ?? end);
  const whole = Math.floor(seconds);
  return whole < 1 ? '0:00' : durationText(whole);
}
