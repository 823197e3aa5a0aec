import type { Conversion, MeasuredVideo } from '../src/platform/video/video.ts';
import { VideoTools } from '../src/platform/video/video-tools.ts';

/** Everything of a video but ffmpeg itself is real; a conversion does what the test says. */
export class Converter extends VideoTools {
  convertWith: (conversion: Conversion) => Promise<void> = async () => {};
  /** Seconds. */
  sourceDuration = 2;

  override canConvert = async (): Promise<boolean> => true;

  override async inspect(file: string): Promise<MeasuredVideo> {
    if (!file.endsWith('.part')) return super.inspect(file);
    return {
      container: 'avi',
      playable: false,
      playedBySome: false,
      kind: 'AVI',
      width: 160,
      height: 120,
      duration: this.sourceDuration,
    };
  }

  override convert = (conversion: Conversion): Promise<void> => this.convertWith(conversion);

  override still = async (): Promise<boolean> => false;
}
