import { expect, it } from 'vitest';
import { CallFailure } from '../../../api/failure.ts';
import { missingMedia } from './missing-media.ts';
import { PublishFailure } from './publish.ts';

const gone = (answer: unknown) => new CallFailure('', { status: 409, code: 'MEDIA_GONE', answer });
const path = '/media/photos/ab/abc.jpg';

it('reads which pictures the server has lost, by their paths', () => {
  const answer = { missingMedia: [path, `${path}?e=1`, 'https://site.test/media/photos/cd/cde.jpg'] };
  const named = new Set([path, '/media/photos/cd/cde.jpg']);
  expect(missingMedia(gone(answer))).toEqual(named);
  expect(missingMedia(new PublishFailure('publish', 'd', gone(answer)))).toEqual(named);
});

it.each([
  [
    'another failure',
    new CallFailure('', { status: 409, code: 'WRONG_STATE', answer: { missingMedia: [path] } }),
  ],
  ['no names', gone({})],
  ['names of another kind', gone({ missingMedia: [{ path }, 1] })],
  ['no answer', gone(undefined)],
  ['an error of its own', new TypeError('x is undefined')],
])('reads nothing from %s', (_, error) => {
  expect(missingMedia(error)).toEqual(new Set());
});
