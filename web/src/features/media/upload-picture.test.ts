import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallFailure, LocalizedError } from '../../api/failure.ts';
import { setLanguage, t, withAllTexts } from '../../i18n/language.ts';
import { pictureFault } from './picture-type.ts';
import { isRetryable, sleep, uploadFailureText } from './sending.ts';
import { uploadPicture } from './upload-picture.ts';

const MB = 1024 * 1024;
const sent: string[] = [];

function device(userAgent: string): void {
  vi.stubGlobal('navigator', { userAgent, languages: ['en'], maxTouchPoints: 0 });
}
/** A picture that no device makes smaller, because it moves. */
const gif = (bytes: number) => new File([new Uint8Array(bytes)], 'us.gif', { type: 'image/gif' });

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await withAllTexts(setLanguage('en'));
});
beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url);
    return new Response(JSON.stringify({ success: true, data: { file: { url: '/media/photos/a.gif' } } }));
  });
  device('Mozilla/5.0 (X11; Linux x86_64)');
});
afterEach(() => vi.unstubAllGlobals());

const phone = 'Mozilla/5.0 (Linux; Android 15) Mobile';

describe('a picture on its way', () => {
  it.each([
    ['desktop', 'Mozilla/5.0 (X11; Linux x86_64)', 50],
    ['phone', phone, 10],
  ])(
    'may have so many MB on a %s, and no byte more [UPL-17, UPL-18, UPL-19, UPL-28]',
    async (_, agent, n) => {
      device(agent);
      expect((await uploadPicture(gif(n * MB), 'd')).url).toBe('/media/photos/a.gif');
      expect(sent).toHaveLength(1);
      await expect(uploadPicture(gif(n * MB + 1), 'd')).rejects.toThrow(
        `File size too large. Maximum ${n}MB allowed on mobile devices.`,
      );
      expect(sent).toHaveLength(1);
    },
  );

  it('has arrived only with an address [UPL-33]', async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: true, data: {} })));
    await expect(uploadPicture(gif(1), 'd')).rejects.toThrow(
      'Image upload succeeded but no URL was returned.',
    );
  });

  it('is refused when it is no picture [GAL-07]', () => {
    expect(pictureFault(new File(['x'], 'a.txt', { type: 'text/plain' }))).toBe(
      'Only image files are allowed',
    );
    expect(pictureFault(gif(1))).toBeNull();
  });

  it('has 120 s on a phone and all the time elsewhere [UPL-20, UPL-21]', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await uploadPicture(gif(1), 'd');
    expect(timeout.mock.calls).toEqual([]);
    device(phone);
    await uploadPicture(gif(1), 'd');
    expect(timeout.mock.calls).toEqual([[120_000]]);
    timeout.mockRestore();
  });

  it.each([0, 500, 503])('that failed with %i is sent again', (status) => {
    expect(isRetryable(new CallFailure('', { status }))).toBe(true);
  });

  it.each([400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 507])(
    'that was refused with %i is not sent again [UPL-27, UPL-28]',
    (status) => expect(isRetryable(new CallFailure('', { status }))).toBe(false),
  );

  it.each([
    ['Upload failed', () => new CallFailure('x', { status: 500 })],
    ['said by the server', () => new CallFailure('x', { status: 400, serverText: 'said by the server' })],
    [
      'Upload timed out. Please try with a smaller image or better connection.',
      () => new CallFailure(t('network.timeout'), { status: 0, timedOut: true }),
    ],
    [
      'Network connection lost. Please check your internet connection and try again.',
      () => new CallFailure(t('network.offline'), { status: 0 }),
    ],
    ['Image compression failed', () => new LocalizedError('Image compression failed')],
    ['Upload failed', () => new TypeError("Cannot read properties of undefined (reading 'startsWith')")],
  ])('fails with the sentence %j [UPL-29, UPL-34, UPL-35]', (text, failure) => {
    expect(uploadFailureText(failure())).toBe(text);
  });

  it('waits no longer once it is given up', async () => {
    const ends = new AbortController();
    const waiting = sleep(60_000, ends.signal);
    ends.abort(new Error('removed'));
    await expect(waiting).rejects.toThrow('removed');
  });
});
