import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait for a time to pass, and are too short for their size to say how long they take. */
const waiting = [
  'src/platform/http/slow-requests.test.ts',
  'src/platform/storage/s3/failing-store.test.ts',
  'src/platform/db/dialect/sqlite-durability.test.ts',
  'src/platform/http/tarpit.test.ts',
  'src/push/public-lookup.test.ts',
  'src/platform/db/older-server.test.ts',
];
const waits = ({ moduleId }: TestSpecification) =>
  waiting.some((path) => moduleId.endsWith(`/server/${path}`));

/** The order of Vitest, large files or those that took long first; those that wait begin early too, each beside two that work. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const early = sorted.filter(waits);
    const works = sorted.filter((file) => !waits(file));
    return works.flatMap((file, at) => (at % 2 === 0 ? [...early.splice(0, 1), file] : [file])).concat(early);
  }
}
