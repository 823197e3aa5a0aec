import { ImageProcess } from '../src/platform/images/image-process.ts';

let images: ImageProcess | undefined;

/**
 * One image process for all sites of the files that this process runs, which ends with it: the first picture of each of some 130
 * sites would else wait 0.3 s for a process of its own. How one starts and dies is tested by itself (`image-process.test.ts`).
 */
export function sharedImages(): ImageProcess {
  images ??= new ImageProcess();
  return images;
}
