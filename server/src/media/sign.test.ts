import { createHmac, randomBytes } from 'node:crypto';
import { limits } from '@duet/contract/limits';
import { describe, expect, it } from 'vitest';
import { newKey, thumbnailKey } from '../platform/storage/keys.ts';
import { memberUrl, readSignature, signedUrl } from './sign.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = 1_795_000_000_000;
const freshKey = () => randomBytes(32).toString('base64url');
const mediaKey = freshKey();
const at = (now: number, keys: { mediaKey: string; formerMediaKey?: string } = { mediaKey }) => ({
  clock: { now: () => now },
  secrets: keys,
});
const photo = newKey('photos', 'jpg');
const queryOf = (address: string) => new URLSearchParams(address.split('?')[1]);
const userId = '01a1f9e6-2539-70af-98eb-832b9703328d';
const address = signedUrl(at(start), photo, userId);

describe('a signed address', () => {
  it('opens its file for its person', () => {
    expect(address.startsWith(`/media/${photo}?e=`)).toBe(true);
    expect(readSignature(at(start), photo, queryOf(address))).toEqual({ grantee: userId });
  });

  it('is HMAC-SHA256 over version, path, end and person', () => {
    const { e, s } = Object.fromEntries(queryOf(address));
    const hmac = createHmac('sha256', Buffer.from(mediaKey, 'base64url')).update(
      `v1|${photo}|${e}|${userId}`,
    );
    expect(s).toBe(hmac.digest('base64url'));
  });

  it('lives an hour for a picture and six for a video, and a little longer', () => {
    const video = newKey('videos', 'mp4');
    const photoQuery = queryOf(signedUrl(at(start), photo, userId));
    const videoQuery = queryOf(signedUrl(at(start), video, userId));
    expect(readSignature(at(start + hour - 1), photo, photoQuery)).not.toBeNull();
    expect(readSignature(at(start + hour + 5 * minute), photo, photoQuery)).toBeNull();
    expect(readSignature(at(start + 6 * hour - 1), video, videoQuery)).not.toBeNull();
    expect(readSignature(at(start + 6 * hour + 5 * minute), video, videoQuery)).toBeNull();
  });

  it('is over at the moment that it names', () => {
    const end = Number(queryOf(address).get('e')) * 1000;
    expect(readSignature(at(end - 1), photo, queryOf(address))).not.toBeNull();
    expect(readSignature(at(end), photo, queryOf(address))).toBeNull();
  });

  it('of what all members see lives one to two of its lives, and is the same for one', () => {
    const life = limits.signedMedia.memberMs;
    const round = Math.ceil(start / life) * life;
    const query = queryOf(memberUrl(at(round + 1), photo, userId));
    expect(query.get('e')).toBe(String((round + 2 * life) / 1000));
    expect(queryOf(memberUrl(at(round + life), photo, userId))).toEqual(query);
    expect(readSignature(at(round + 2 * life - 1), photo, query)).toEqual({ grantee: userId });
  });

  it('stays the same for some minutes, so that it can be cached', () => {
    const round = Math.ceil(start / (5 * minute)) * 5 * minute;
    expect(signedUrl(at(round + 1), photo, userId)).toBe(signedUrl(at(round + 5 * minute), photo, userId));
  });

  it('opens nothing else, for nobody else, no longer', () => {
    const query = queryOf(address);
    expect(readSignature(at(start), thumbnailKey(photo), query)).toBeNull();
    expect(readSignature(at(start), newKey('photos', 'jpg'), query)).toBeNull();
    for (const [name, value] of [
      ['u', 'another'],
      ['e', String(Number(query.get('e')) + 300)],
      ['e', `${query.get('e')}0`],
      ['e', `${query.get('e')}.0`],
      ['e', ''],
      ['s', ''],
      ['s', `${query.get('s')?.slice(0, -2)}AA`],
    ] as const) {
      const changed = new URLSearchParams(query);
      changed.set(name, value);
      expect(readSignature(at(start), photo, changed)).toBeNull();
    }
    expect(readSignature(at(start), photo, new URLSearchParams())).toBeNull();
  });

  it('outlives a change of the key once', () => {
    const [second, third] = [freshKey(), freshKey()];
    const query = queryOf(address);
    expect(
      readSignature(at(start, { mediaKey: second, formerMediaKey: mediaKey }), photo, query),
    ).not.toBeNull();
    expect(readSignature(at(start, { mediaKey: third, formerMediaKey: second }), photo, query)).toBeNull();
  });
});
