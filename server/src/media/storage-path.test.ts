import { describe, expect, it } from 'vitest';
import { newKey, thumbnailKey } from '../platform/storage/keys.ts';
import { mediaUrl } from '../platform/storage/media-url.ts';
import { pathOf, storagePath } from './storage-path.ts';

const site = 'https://duet.example';
const path = newKey('photos', 'jpg');
const address = mediaUrl(path);

describe('an address of a stored file', () => {
  it('is under /media/ [API-05]', () => {
    expect(address).toBe(`/media/${path}`);
    expect(storagePath(address)).toBe(path);
  });

  it('means its file, relative or of the site itself, with or without a signature', () => {
    const query = '?e=1&u=2&s=3';
    for (const written of [
      address,
      address + query,
      `${address}#x`,
      site + address,
      site + address + query,
    ]) {
      expect(pathOf(written, site)).toBe(path);
      expect(pathOf(written, `${site}/`)).toBe(path);
    }
    expect(pathOf(address, null)).toBe(path);
  });

  it.each([
    `https://other.example${address}`,
    `https://duet.example.other${address}`,
    `http://duet.example${address}`,
  ])('%s is another site’s, if the site knows its own', (written) => {
    expect(pathOf(written, site)).toBeNull();
    expect(pathOf(written, null)).toBe(path);
  });

  it.each([
    `https://duet.example@other.example${address}`,
    `//duet.example${address}`,
    `ftp://duet.example${address}`,
    `https:/${address}`,
    `https://${address}`,
    ` ${address}`,
    `/media/../media/${path}`,
    `/media//${path}`,
    `/MEDIA/${path}`,
    `/media/${path}/`,
    `/media/${path.replace('/', '%2F')}`,
    `/media/${thumbnailKey(path)}`,
    '/media/',
    'javascript:alert(1)',
    '',
  ])('%s means none', (written) => {
    expect(pathOf(written, site)).toBeNull();
    expect(pathOf(written, null)).toBeNull();
  });
});
