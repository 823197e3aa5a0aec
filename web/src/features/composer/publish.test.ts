import { describe, expect, it } from 'vitest';
import { PublishFailure, type PublishSteps, publishPost } from './publish.ts';

function world(faults: Partial<PublishSteps<string>> = {}) {
  const done: string[] = [];
  const note = (step: string) => async () => {
    done.push(step);
  };
  const steps: PublishSteps<string> = {
    createDraft: async () => {
      done.push('draft');
      return 'd1';
    },
    publish: note('publish'),
    deleteDraft: note('delete'),
    waitInFeed: note('wait'),
    ...faults,
  };
  return { steps, done };
}

const refuse = async () => {
  throw new Error('500');
};
const stageOf = (error: unknown) => (error instanceof PublishFailure ? error.stage : error);

describe('publishing', () => {
  it('makes a draft, publishes it and waits for it [POST-67]', async () => {
    const { steps, done } = world();
    expect(await publishPost(steps, 'richText', 'x', null)).toBe('d1');
    expect(done).toEqual(['draft', 'publish', 'wait']);
  });

  it('uses the draft that uploads have made', async () => {
    const { steps, done } = world();
    expect(await publishPost(steps, 'richText', 'x', 'd0')).toBe('d0');
    expect(done).toEqual(['publish', 'wait']);
  });

  it('deletes the draft of a failed publish [POST-69]', async () => {
    const { steps, done } = world({ publish: refuse });
    expect(stageOf(await publishPost(steps, 'richText', 'x', null).catch((e) => e))).toBe('publish');
    expect(done).toEqual(['draft', 'delete']);
  });

  it('tells the failed publish even when the draft cannot be deleted', async () => {
    const { steps } = world({ publish: refuse, deleteDraft: refuse });
    expect(stageOf(await publishPost(steps, 'richText', 'x', null).catch((e) => e))).toBe('publish');
  });

  it('tells a failed draft and one without an id apart [POST-83, POST-87]', async () => {
    const failed = world({ createDraft: refuse }).steps;
    expect(stageOf(await publishPost(failed, 'richText', 'x', null).catch((e) => e))).toBe('draft');
    const nameless = world({ createDraft: async () => undefined }).steps;
    expect(stageOf(await publishPost(nameless, 'richText', 'x', null).catch((e) => e))).toBe('draft-id');
  });
});
