import { deviceStorage } from '../../../device/storage.ts';
import { soundKey } from '../../../device/storage-keys.ts';

interface Sound {
  readonly muted: boolean;
  /** 0 to 1. */
  readonly volume: number;
}

/** How loud the last video was on this device. */
function keptSound(): Sound {
  const { muted, volume } = (deviceStorage.getJson(soundKey) ?? {}) as Partial<Sound>;
  const known = typeof volume === 'number' && volume >= 0 && volume <= 1;
  return { muted: muted === true, volume: known ? volume : 1 };
}

export function applySound(video: HTMLVideoElement): void {
  const { muted, volume } = keptSound();
  video.muted = muted;
  video.volume = volume;
}

export const keepSound = ({ muted, volume }: HTMLVideoElement): void => {
  deviceStorage.setJson(soundKey, { muted, volume });
};
