import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../../api/failure.ts';
import { PublishFailure, type PublishSteps, publishPost, waitUntilInFeed } from './publish.ts';

function dependencies(faults: Partial<PublishSteps<string>> = {}) {
  const done: string[] = [];
  const steps: PublishSteps<string> = {
    createDraft: async () => {
      done.push('draft');
      return 'd1';
    },
    publish: async () => void done.push('publish'),
    findPostState: async () => 'draft',
    isSame: async () => true,
    deleteDraft: async () => void done.push('delete'),
    waitUntilInFeed: async () => void done.push('wait'),
    ...faults,
  };
  const publish = (id: string | null = null) =>
    publishPost(steps, 'richText', 'x', { id, onSend: (draftId) => done.push(`send ${draftId}`) });
  const failing = (id?: string) =>
    publish(id).then(
      () => 'published',
      (error) => (error instanceof PublishFailure ? [error.end, error.draftId] : error),
    );
  return { publish, failing, done };
}

const answers = (status: number, code?: 'POST_NOT_FOUND') => async () => {
  throw new CallFailure('', { status, code });
};

describe('publishing', () => {
  it('makes a draft, publishes it and waits for it [POST-67]', async () => {
    const { publish, done } = dependencies();
    expect(await publish()).toBe('d1');
    expect(done).toEqual(['draft', 'send d1', 'publish', 'wait']);
  });

  it('uses the draft that uploads have made', async () => {
    const { publish, done } = dependencies();
    expect(await publish('d0')).toBe('d0');
    expect(done).toEqual(['send d0', 'publish', 'wait']);
  });

  it.each([400, 403, 413, 415, 422])(
    'deletes the draft that is refused with %i [POST-69]',
    async (status) => {
      const { failing, done } = dependencies({ publish: answers(status) });
      expect(await failing()).toEqual(['publish', null]);
      expect(done.at(-1)).toBe('delete');
    },
  );

  it('keeps a refused draft that could not be deleted', async () => {
    const { failing } = dependencies({ publish: answers(400), deleteDraft: answers(0) });
    expect(await failing()).toEqual(['publish', 'd1']);
  });

  it.each([401, 429])('keeps the draft after %i, which a further try may overcome', async (status) => {
    const { failing, done } = dependencies({ publish: answers(status) });
    expect(await failing()).toEqual(['publish', 'd1']);
    expect(done).not.toContain('delete');
  });

  it.each([0, 200, 408, 409, 425, 500, 502, 503, 504])(
    'deletes nothing after %i, and asks',
    async (status) => {
      const { failing, done } = dependencies({ publish: answers(status) });
      expect(await failing()).toEqual(['publish', 'd1']);
      expect(done).not.toContain('delete');
    },
  );

  it('asks as well after an error of its own', async () => {
    const broken = async () => Promise.reject(new TypeError('x is undefined'));
    const { failing, done } = dependencies({ publish: broken, findPostState: async () => 'published' });
    expect(await failing()).toBe('published');
    expect(done).not.toContain('delete');
  });

  it('goes on as after success where the answer was lost and the post is published', async () => {
    const { failing, done } = dependencies({ publish: answers(0), findPostState: async () => 'published' });
    expect(await failing()).toBe('published');
    expect(done.at(-1)).toBe('wait');
  });

  it.each([
    ['the server has compared it', answers(409), async () => true],
    ['it is asked', answers(0), async () => false],
  ])('tells a post that was published with other content, as %s', async (_, publish, isSame) => {
    const { failing, done } = dependencies({ publish, isSame, findPostState: async () => 'published' });
    expect(await failing('d0')).toEqual(['published-otherwise', 'd0']);
    expect(done).not.toContain('delete');
  });

  it('says that it does not know where nobody can be asked', async () => {
    expect(await dependencies({ publish: answers(0), findPostState: answers(0) }).failing()).toEqual([
      'unknown',
      'd1',
    ]);
    const unsure = dependencies({
      publish: answers(0),
      findPostState: async () => 'published',
      isSame: answers(503),
    });
    expect(await unsure.failing()).toEqual(['unknown', 'd1']);
  });

  it('makes another draft where its own was deleted meanwhile, once', async () => {
    let gone = true;
    const once = dependencies({
      publish: async (id) => {
        once.done.push(`publish ${id}`);
        if (gone) {
          gone = false;
          await answers(404, 'POST_NOT_FOUND')();
        }
      },
    });
    expect(await once.publish('d0')).toBe('d1');
    expect(once.done).toEqual(['send d0', 'publish d0', 'draft', 'send d1', 'publish d1', 'wait']);
    const always = dependencies({ publish: answers(404, 'POST_NOT_FOUND') });
    expect(await always.failing('d0')).toEqual(['publish', null]);
  });

  it('deletes the draft of what the person took back, unless it is published', async () => {
    const cancelled = {
      publish: async () => Promise.reject(new Error('cancelled')),
      wasCancelled: () => true,
    };
    const early = dependencies(cancelled);
    expect(await early.failing()).toEqual(['publish', null]);
    const late = dependencies({
      ...cancelled,
      deleteDraft: answers(409),
      findPostState: async () => 'published',
    });
    expect(await late.failing()).toBe('published');
    const lost = dependencies({ ...cancelled, deleteDraft: answers(0), findPostState: answers(0) });
    expect(await lost.failing()).toEqual(['unknown', 'd1']);
  });

  it('tells a failed draft and one without an id apart [POST-83, POST-87]', async () => {
    expect(await dependencies({ createDraft: answers(500) }).failing()).toEqual(['draft', null]);
    expect(await dependencies({ createDraft: async () => undefined }).failing()).toEqual(['draft-id', null]);
  });
});

function clock() {
  let at = 0;
  return {
    now: () => at,
    sleep: async (ms: number) => {
      at += ms;
    },
  };
}

describe('waiting for a published post', () => {
  it('asks for the first page of 15 [POST-88, POST-89]', async () => {
    const asked: number[] = [];
    const firstPage = async (limit: number) => {
      asked.push(limit);
      return ['p'];
    };
    expect(await waitUntilInFeed('p', { ...clock(), firstPage })).toBe(true);
    expect(asked).toEqual([15]);
  });

  it('waits at least 1.5 s even when the post is there at once [POST-92]', async () => {
    const time = clock();
    await waitUntilInFeed('p', { ...time, firstPage: async () => ['p'] });
    expect(time.now()).toBe(1500);
  });

  it('gives up after 10 tries, 500 ms apart [POST-90, POST-91]', async () => {
    const time = clock();
    const tries: number[] = [];
    const firstPage = async () => {
      tries.push(time.now());
      throw new Error('offline');
    };
    expect(await waitUntilInFeed('p', { ...time, firstPage })).toBe(false);
    expect(tries).toEqual([0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500]);
  });
});
