import { limits } from '@duet/contract/limits';
import { CallFailure, isUnanswered } from '../../../api/failure.ts';
import { boundsOf, bytesOf, fittingChunkBytes, missingChunks, type Ranges } from './chunks.ts';
import { sendChunk } from './send-chunk.ts';
import { type KeptSession, markOf, type SessionMemory, sameFile } from './session-memory.ts';
import type { UploadCalls } from './upload-calls.ts';
import { initialUploadState, next, type UploadEvent, type UploadState } from './upload-state.ts';

/** Why an upload ended without its file having arrived. */
export class UploadStopped extends Error {
  readonly why: 'cancelled' | 'noSession';

  constructor(why: 'cancelled' | 'noSession') {
    super(why);
    this.why = why;
  }
}

interface UploadDependencies {
  readonly calls: UploadCalls;
  readonly memory: SessionMemory;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  /** Ends when the line may be back: the device says so, is woken up, or some seconds have passed. */
  readonly whenOnline: (signal: AbortSignal) => Promise<void>;
  readonly onState: (state: UploadState) => void;
}

export interface VideoUpload {
  /**
   * Carries the file over, then calls `finish` with the session; it may be asked again when parts turn out to be
   * missing. Throws UploadStopped, or what the server said.
   */
  readonly run: (finish: (sessionId: string, signal: AbortSignal) => Promise<void>) => Promise<void>;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
}

const inFlight = 4;
/** So many chunks show how fast the line is. */
const measuredChunks = 8;
/** Beginning anew with larger chunks has to be worth it. */
const worthwhile = 4;
/** A session that is lost again and again, or never complete, is no accident. */
const mostBeginnings = 3;

/**
 * The upload of one video: chunks in flight side by side, larger ones where the line is fast, going on where the
 * server is after a pause, a lost line, a reload (through `memory`) or a restart of the server.
 */
export function videoUpload(file: File, fileType: string, dependencies: UploadDependencies): VideoUpload {
  const { calls, memory, sleep, now } = dependencies;
  const cancelled = new AbortController();
  let state = initialUploadState(file.size);
  let round = new AbortController();
  let release: (() => void) | null = null;
  let measured = false;
  let beginnings = 0;

  function emit(event: UploadEvent): void {
    state = next(state, event);
    dependencies.onState(state);
  }

  async function begin(chunkSize: number): Promise<KeptSession> {
    const { sessionId, ...sizes } = await calls.init(file, fileType, chunkSize);
    if (!sessionId) throw new UploadStopped('noSession');
    const session = { sessionId, ...sizes, file: markOf(file) };
    memory.keep(session);
    return session;
  }

  /** The session to go on with, and what the server has of it; a new one where there is none, or none any more. */
  async function open(): Promise<[KeptSession, Ranges]> {
    const kept = memory.get();
    if (kept && sameFile(kept.file, markOf(file))) {
      const received = await calls.received(kept.sessionId, round.signal);
      if (received) return [kept, received];
    } else if (kept) {
      // An upload session that stays behind ends by itself; so below.
      void calls.cancel(kept.sessionId).catch(() => undefined);
    }
    memory.forget();
    return [await begin(limits.video.formChunkBytes), []];
  }

  /** Sends these chunks, four at a time. */
  async function send(
    { sessionId, chunkSize }: KeptSession,
    missing: readonly number[],
    doneBefore: number,
  ): Promise<void> {
    const { signal } = round;
    const waiting = missing.values();
    const moving = new Map<number, number>();
    let done = doneBefore;
    const show = () => {
      if (signal.aborted) return;
      emit({ type: 'sent', sentBytes: [...moving.values()].reduce((sum, bytes) => sum + bytes, done) });
    };
    async function worker(): Promise<void> {
      for (const index of waiting) {
        signal.throwIfAborted();
        const [from, to] = boundsOf(index, chunkSize, file.size);
        const onProgress = (bytes: number) => {
          moving.set(index, Math.min(bytes, to - from));
          show();
        };
        const bytes = file.slice(from, to);
        await sendChunk({
          send: (ends, moved) => calls.chunk(sessionId, index, bytes, ends, moved),
          sleep,
          signal,
          onProgress,
        });
        moving.delete(index);
        done += to - from;
        show();
      }
    }
    try {
      await Promise.all(Array.from({ length: inFlight }, worker));
    } finally {
      // One that failed ends the others: what they sent is asked for again.
      round.abort();
    }
  }

  /** Sees on the first chunks how fast the line is, and begins anew with larger ones where that pays. */
  async function measure(session: KeptSession): Promise<[KeptSession, number[]]> {
    const all = missingChunks([], session.totalChunks);
    const first = all.slice(0, measuredChunks);
    const since = now();
    await send(session, first, 0);
    const msPerChunk = ((now() - since) * inFlight) / first.length;
    const fitting = fittingChunkBytes(session.chunkSize, msPerChunk, file.size);
    round = new AbortController();
    if (fitting < session.chunkSize * worthwhile) return [session, all.slice(first.length)];
    void calls.cancel(session.sessionId).catch(() => undefined);
    const larger = await begin(fitting);
    return [larger, missingChunks([], larger.totalChunks)];
  }

  async function carryOver(): Promise<string> {
    round = new AbortController();
    let [session, received] = await open();
    let missing = missingChunks(received, session.totalChunks);
    const doneBytes = () => file.size - bytesOf(missing, session.chunkSize, file.size);
    emit({ type: 'opened', sentBytes: doneBytes() });
    await held();
    cancelled.signal.throwIfAborted();
    if (round.signal.aborted) round = new AbortController();
    if (!measured && missing.length === session.totalChunks && missing.length > measuredChunks) {
      measured = true;
      [session, missing] = await measure(session);
    }
    await send(session, missing, doneBytes());
    return session.sessionId;
  }

  /** Waits while the person or the line holds the upload. */
  async function held(): Promise<void> {
    while (state.hold !== null && !cancelled.signal.aborted) {
      const ended = new AbortController();
      release = () => ended.abort();
      if (state.hold === 'line') await dependencies.whenOnline(ended.signal);
      else await new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve()));
      release = null;
      if (state.hold === 'line') return;
    }
  }

  /** Goes on after what can be gone on after; throws the rest. */
  async function survive(error: unknown): Promise<void> {
    if (cancelled.signal.aborted) throw error;
    const code = error instanceof CallFailure ? error.code : undefined;
    const paused = error instanceof DOMException && error.name === 'AbortError';
    if (isUnanswered(error)) emit({ type: 'lineLost' });
    else if (!paused) {
      beginnings += 1;
      const mendable = code === 'UPLOAD_NOT_FOUND' || code === 'CHUNKS_MISSING';
      if (!mendable || beginnings > mostBeginnings) throw error;
      if (code === 'UPLOAD_NOT_FOUND') memory.forget();
    }
    await held();
  }

  async function drive(finish: (sessionId: string, signal: AbortSignal) => Promise<void>): Promise<void> {
    for (;;) {
      cancelled.signal.throwIfAborted();
      try {
        const sessionId = await carryOver();
        emit({ type: 'allSent' });
        await finish(sessionId, cancelled.signal);
        memory.forget();
        return emit({ type: 'finished' });
      } catch (error) {
        await survive(error);
      }
    }
  }

  return {
    async run(finish) {
      dependencies.onState(state);
      try {
        await drive(finish);
      } catch (error) {
        if (!cancelled.signal.aborted) {
          emit({ type: 'failed' });
          throw error;
        }
        const kept = memory.get();
        memory.forget();
        if (kept) void calls.cancel(kept.sessionId).catch(() => undefined);
        emit({ type: 'cancelled' });
        throw new UploadStopped('cancelled');
      }
    },
    pause() {
      emit({ type: 'pause' });
      if (state.hold === 'paused') round.abort();
    },
    resume() {
      emit({ type: 'resume' });
      release?.();
    },
    cancel() {
      cancelled.abort();
      round.abort();
      release?.();
    },
  };
}
