import { describe, expect, it } from 'vitest';
import { durationText, positionText } from './duration.ts';
import { pauseOthers, releaseVideo, stopAtLimit } from './playback.ts';

const video = (currentTime = 0) => ({
  currentTime,
  paused: false,
  pause() {
    this.paused = true;
  },
});
const element = () => video() as unknown as HTMLVideoElement;

describe("a guest's video", () => {
  it('goes on before the position of 60 s [VID-39]', () => {
    const playing = video(59.9);
    expect(stopAtLimit(playing)).toBe(false);
    expect(playing.paused).toBe(false);
  });

  it('stops there, also when sought beyond [VID-39]', () => {
    const playing = video(200);
    expect(stopAtLimit(playing)).toBe(true);
    expect(playing).toMatchObject({ paused: true, currentTime: 60 });
  });

  it('is stopped once, whatever it still tells of standing there, and again when it is played on [VID-40]', () => {
    const stopped = video(200);
    stopAtLimit(stopped);
    expect(stopAtLimit(stopped)).toBe(false);
    stopped.paused = false;
    expect(stopAtLimit(stopped)).toBe(true);
  });
});

describe('videos', () => {
  it('play one at a time [VID-37]', () => {
    const [first, second] = [element(), element()];
    pauseOthers(first);
    pauseOthers(first);
    expect(first.paused).toBe(false);
    pauseOthers(second);
    expect(first.paused).toBe(true);
    releaseVideo(second);
    pauseOthers(first);
    expect(second.paused).toBe(false);
  });

  it('say how long they are', () => {
    expect([42, 725, 3723, 0.2].map(durationText)).toEqual(['0:42', '12:05', '1:02:03', '0:01']);
    expect([0, null, Number.NaN, Number.POSITIVE_INFINITY].map(durationText)).toEqual(['', '', '', '']);
  });
});

describe('the position in a video', () => {
  it('is written in whole seconds that have passed', () => {
    expect(positionText(0.4, 12.6, 12.6)).toBe('0:00');
    expect(positionText(11.9, 12.6, 12.6)).toBe('0:11');
    expect(positionText(75, 90, null)).toBe('1:15');
  });

  it('is at its end the length that is shown', () => {
    expect(positionText(12.58, 12.6, 12.6)).toBe(durationText(12.6));
    expect(positionText(12.4, 12.4, 12.6)).toBe(durationText(12.6));
  });
});
