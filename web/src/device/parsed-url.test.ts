import { expect, it } from 'vitest';
import { parsedUrl } from './parsed-url.ts';

it('reads an address, or says that it is none', () => {
  expect(parsedUrl('/home', 'https://duet.example')?.href).toBe('https://duet.example/home');
  expect(parsedUrl('no address')).toBeNull();
});
