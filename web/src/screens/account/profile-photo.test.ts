import { limits } from '@duet/contract/limits';
import { describe, expect, it } from 'vitest';
import { photoFault } from './profile-photo.ts';

const photo = { name: 'me.jpg', type: 'image/jpeg', size: 1000 };

describe('a profile photo', () => {
  it('is an image [PROF-34]', () => {
    expect(photoFault(photo)).toBeNull();
    expect(photoFault({ ...photo, name: 'me.txt', type: 'text/plain' })).toBe('profile.photoNotImage');
    expect(photoFault({ ...photo, name: 'me', type: '' })).toBe('profile.photoNotImage');
  });
  it('of an iPhone may come without a type', () => {
    expect(photoFault({ ...photo, name: 'IMG_1.HEIC', type: '' })).toBeNull();
  });
  it('is smaller than 10 MB [PROF-35]', () => {
    expect(photoFault({ ...photo, size: limits.image.profileBytes - 1 })).toBeNull();
    expect(photoFault({ ...photo, size: limits.image.profileBytes })).toBe('profile.photoTooLarge');
  });
});
