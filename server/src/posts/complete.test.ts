import { expect, it } from 'vitest';
import { requireComplete } from './complete.ts';

type Draft = Parameters<typeof requireComplete>[0];

const draft = (post_type: Draft['post_type'], content = ''): Draft => ({
  post_type,
  content,
  content_format: content.startsWith('{') ? 'blocks' : 'html',
});
const roles = (...all: ('gallery' | 'video' | 'poster' | 'inline')[]) => all.map((role) => ({ role }));

it('a text is published with words, whatever it shows besides', () => {
  const refused = expect.objectContaining({
    code: 'CONTENT_REQUIRED',
    details: { fields: { content: 'fieldRequired' } },
  });
  for (const content of ['', '<p> </p>', '<p><img src="/media/a.jpg"></p>', '{"blocks":[]}'])
    expect(() => requireComplete(draft('richText', content), roles('inline'))).toThrow(refused);
  expect(() => requireComplete(draft('richText', '<p>a</p>'), [])).not.toThrow();
});

it('a gallery is published with a picture of its own', () => {
  const refused = expect.objectContaining({
    code: 'CONTENT_REQUIRED',
    details: { fields: { mediaUrls: 'fieldRequired' } },
  });
  expect(() => requireComplete(draft('gallery'), [])).toThrow(refused);
  expect(() => requireComplete(draft('gallery'), roles('inline', 'poster'))).toThrow(refused);
  expect(() => requireComplete(draft('gallery'), roles('gallery'))).not.toThrow();
});

it('a video is published with its file, which no form can send along', () => {
  const refused = expect.objectContaining({ code: 'WRONG_STATE' });
  expect(() => requireComplete(draft('video', '<p>a</p>'), roles('poster'))).toThrow(refused);
  expect(() => requireComplete(draft('video'), roles('poster', 'video'))).not.toThrow();
});
