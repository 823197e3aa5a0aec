import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../../api/failure.ts';
import type { KeptSession } from './session-memory.ts';
import type { UploadState } from './upload-state.ts';
import { videoUpload } from './video-upload.ts';

const KB = 1024;
const chunk = 256 * KB;
const refused = (status: number, code?: string) =>
  new CallFailure('no', { status, code: code as never, serverText: 'no' });
const tick = () => new Promise((resolve) => setTimeout(resolve));

/** A server in memory, a device that never sleeps for real, and what happened. */
function dependencies(fileBytes: number, kept: KeptSession | null = null) {
  const file = new File([new Uint8Array(fileBytes)], 'us.mp4', { lastModified: 7 });
  const log: string[] = [];
  const states: UploadState[] = [];
  const sessions = new Map<string, Set<number>>();
  const faults: ((index: number) => unknown)[] = [];
  const waits: number[] = [];
  let memory = kept;
  let made = 0;
  let most = 0;
  let open = 0;
  let clock = 0;
  let hold: Promise<void> | null = null;
  const upload = videoUpload(file, 'video/mp4', {
    calls: {
      async init(_, __, chunkSize) {
        made += 1;
        log.push(`init ${chunkSize / KB}`);
        sessions.set(`s${made}`, new Set());
        return { sessionId: `s${made}`, chunkSize, totalChunks: Math.ceil(fileBytes / chunkSize) };
      },
      async chunk(sessionId, index, bytes, signal) {
        open += 1;
        most = Math.max(most, open);
        await (hold ?? tick());
        open -= 1;
        signal.throwIfAborted();
        const fault = faults.shift()?.(index);
        if (fault) throw fault;
        log.push(`${sessionId}#${index}:${bytes.size / KB}`);
        sessions.get(sessionId)?.add(index);
      },
      async received(sessionId) {
        log.push(`status ${sessionId}`);
        const there = sessions.get(sessionId);
        return there ? [...there].sort((a, b) => a - b).map((n) => [n, n] as const) : null;
      },
      async cancel(sessionId) {
        log.push(`cancel ${sessionId}`);
      },
    },
    memory: {
      get: () => memory,
      keep: (session) => {
        memory = session;
      },
      forget: () => {
        memory = null;
      },
    },
    sleep: async (ms) => {
      waits.push(ms);
      await tick();
    },
    now: () => {
      clock += 10_000;
      return clock;
    },
    whenOnline: async () => {
      log.push('line');
    },
    onState: (state) => states.push(state),
  });
  return {
    upload,
    file,
    log,
    states,
    sessions,
    faults,
    waits,
    most: () => most,
    memory: () => memory,
    stop: () => {
      const gate = Promise.withResolvers<void>();
      hold = gate.promise;
      return () => {
        hold = null;
        gate.resolve();
      };
    },
  };
}
const finish = async () => undefined;
const last = (states: readonly UploadState[]) => states.at(-1);

describe('carrying a video over', () => {
  it('sends chunks of 262144 bytes, four at a time, then finishes [VID-26, VID-27, VID-29, VID-30, VID-31]', async () => {
    const { upload, log, states, most, memory } = dependencies(2.5 * chunk + 5 * chunk);
    const seen: (number | undefined)[] = [];
    await upload.run(async (sessionId) => {
      seen.push(last(states)?.progress);
      log.push(`finish ${sessionId}`);
    });
    expect(log[0]).toBe('init 256');
    expect(log.filter((line) => line.includes('#'))).toHaveLength(8);
    expect(log).toContain('s1#7:128');
    expect(log.at(-1)).toBe('finish s1');
    expect(most()).toBe(4);
    expect(seen).toEqual([95]);
    const phases = [...new Set(states.map(({ phase }) => phase))];
    expect(phases).toEqual(['preparing', 'uploading', 'finalizing', 'complete']);
    expect(states.find(({ phase }) => phase === 'uploading')?.progress).toBe(5);
    expect(memory()).toBeNull();
  });

  it('tries a chunk three times more, 2 s apart, and then says what was wrong [VID-32, VID-33]', async () => {
    const { upload, faults, waits, states, memory } = dependencies(chunk);
    faults.push(...Array.from({ length: 4 }, () => () => refused(500)));
    await expect(upload.run(finish)).rejects.toMatchObject({ status: 500 });
    expect(waits).toEqual([2000, 2000, 2000]);
    expect(last(states)?.phase).toBe('failed');
    // The session stays: the next try goes on.
    expect(memory()?.sessionId).toBe('s1');
  });

  it('does not send again what was refused', async () => {
    const { upload, faults, waits } = dependencies(chunk);
    faults.push(() => refused(413));
    await expect(upload.run(finish)).rejects.toMatchObject({ status: 413 });
    expect(waits).toEqual([]);
  });

  it('waits for a lost line and goes on with what the server does not have', async () => {
    const { upload, faults, log, states } = dependencies(6 * chunk);
    const lost = (index: number) => (index >= 3 ? refused(0) : null);
    faults.push(...Array.from({ length: 22 }, () => lost));
    await upload.run(finish);
    expect(log).toContain('line');
    expect(log.filter((line) => line === 's1#0:256')).toHaveLength(1);
    expect(states.some(({ hold }) => hold === 'line')).toBe(true);
    expect(last(states)).toMatchObject({ phase: 'complete', hold: null });
  });

  it('pauses at once and resumes where it was [VID-07, VID-08]', async () => {
    const { upload, log, states, stop } = dependencies(8 * chunk);
    const go = stop();
    const running = upload.run(finish);
    await tick();
    await tick();
    upload.pause();
    go();
    await tick();
    await tick();
    const sentWhilePaused = log.filter((line) => line.includes('#')).length;
    expect(sentWhilePaused).toBe(0);
    expect(last(states)).toMatchObject({ phase: 'uploading', hold: 'paused' });
    upload.resume();
    await running;
    expect(log).toContain('status s1');
    expect(last(states)?.phase).toBe('complete');
  });

  it('pausing and resuming in one breath is no failure', async () => {
    const { upload, states, stop } = dependencies(8 * chunk);
    const go = stop();
    const running = upload.run(finish);
    await tick();
    upload.pause();
    upload.resume();
    go();
    await running;
    expect(last(states)?.phase).toBe('complete');
  });

  it('is cancelled, and the server is told [VID-09]', async () => {
    const { upload, log, states, stop, memory } = dependencies(8 * chunk);
    const go = stop();
    const running = upload.run(finish);
    await tick();
    upload.cancel();
    go();
    await expect(running).rejects.toMatchObject({ why: 'cancelled' });
    expect(log).toContain('cancel s1');
    expect(last(states)?.phase).toBe('cancelled');
    expect(memory()).toBeNull();
  });

  it('goes on after a reload with the same file, and begins anew with another one', async () => {
    const mark = { name: 'us.mp4', size: 4 * chunk, lastModified: 7 };
    const kept = { sessionId: 'old', chunkSize: chunk, totalChunks: 4, file: mark };
    const same = dependencies(4 * chunk, kept);
    same.sessions.set('old', new Set([0, 1, 3]));
    await same.upload.run(finish);
    expect(same.log).toEqual(['status old', 'old#2:256']);

    const other = dependencies(4 * chunk, { ...kept, file: { ...mark, lastModified: 8 } });
    await other.upload.run(finish);
    expect(other.log.slice(0, 2)).toEqual(['cancel old', 'init 256']);
  });

  it('begins anew where the session has ended, and sends what finishing misses', async () => {
    const mark = { name: 'us.mp4', size: 2 * chunk, lastModified: 7 };
    const { upload, log, sessions } = dependencies(2 * chunk, {
      sessionId: 'gone',
      chunkSize: chunk,
      totalChunks: 2,
      file: mark,
    });
    let tries = 0;
    await upload.run(async (sessionId) => {
      tries += 1;
      if (tries > 1) return;
      sessions.get(sessionId)?.delete(1);
      throw refused(409, 'CHUNKS_MISSING');
    });
    expect(log).toEqual(['status gone', 'init 256', 's1#0:256', 's1#1:256', 'status s1', 's1#1:256']);
  });

  it('gives up when parts are missing again and again', async () => {
    const { upload } = dependencies(chunk);
    const incomplete = async () => {
      throw refused(409, 'CHUNKS_MISSING');
    };
    await expect(upload.run(incomplete)).rejects.toMatchObject({ code: 'CHUNKS_MISSING' });
  });

  it('takes larger chunks on a fast line', async () => {
    const bytes = 64 * 1024 * KB;
    const { upload, log } = dependencies(bytes);
    // Eight chunks in 10 s of the test's clock: slow, so nothing changes.
    await upload.run(finish);
    expect(log.filter((line) => line.startsWith('init'))).toEqual(['init 256']);

    const fast = dependencies(bytes);
    let clock = 0;
    const quick = videoUpload(fast.file, 'video/mp4', {
      calls: {
        init: async (_, __, chunkSize) => {
          fast.log.push(`init ${chunkSize / KB}`);
          return { sessionId: 'q', chunkSize, totalChunks: Math.ceil(bytes / chunkSize) };
        },
        chunk: async (_, index, part) => {
          fast.log.push(`#${index}:${part.size / KB}`);
        },
        received: async () => [],
        cancel: async () => {
          fast.log.push('cancel');
        },
      },
      memory: { get: () => null, keep: () => undefined, forget: () => undefined },
      sleep: async () => undefined,
      now: () => {
        clock += 40;
        return clock;
      },
      whenOnline: async () => undefined,
      onState: () => undefined,
    });
    await quick.run(finish);
    expect(fast.log.filter((line) => line.includes(':256'))).toHaveLength(8);
    expect(fast.log).toContain('cancel');
    expect(fast.log).toContain('init 2048');
    expect(fast.log.filter((line) => line.includes(':2048'))).toHaveLength(32);
  });

  it('an answer without a session ends it [UPL-32]', async () => {
    const { file } = dependencies(chunk);
    const upload = videoUpload(file, 'video/mp4', {
      calls: {
        init: async () => ({ sessionId: undefined, chunkSize: chunk, totalChunks: 1 }),
        chunk: async () => undefined,
        received: async () => [],
        cancel: async () => undefined,
      },
      memory: { get: () => null, keep: () => undefined, forget: () => undefined },
      sleep: async () => undefined,
      now: () => 0,
      whenOnline: async () => undefined,
      onState: () => undefined,
    });
    await expect(upload.run(finish)).rejects.toMatchObject({ why: 'noSession' });
  });
});
