import { expect, it } from 'vitest';
import { createLog, loggableUrl } from './log.ts';

it('keeps secrets out of the log, whoever logs them', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const secrets = {
    authorization: 'secret',
    cookie: 'secret',
    password: 'secret',
    newPassword: 'secret',
    currentPassword: 'secret',
    token: 'secret',
    imageData: 'secret',
    thumbnailBlob: 'secret',
    message: 'secret',
    email: 'secret',
    setupCode: 'secret',
  };
  log.info(secrets, 'at the top');
  log.info({ body: secrets }, 'in a body');
  log.info({ req: { headers: { authorization: 'secret', cookie: 'secret' } } }, 'in headers');
  log.error(
    { err: Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(secret)' }) },
    'of a driver',
  );
  expect(lines).toHaveLength(4);
  expect(lines.join('')).not.toContain('secret');
  expect(lines[3]).toContain('duplicate key');
});

it.each([
  ['/media/a.jpg?s=x&e=1', '/media/a.jpg'],
  ['/media/a.jpg?w=2&s=x&e=1', '/media/a.jpg'],
  ['/register?setup=code', '/register'],
  ['/api/posts?page=2&password=x&sort=newest&name=ana', '/api/posts?page=2&sort=newest'],
  ['/api/posts?page=a-token-that-stands-in-the-wrong-place', '/api/posts'],
  [`/api/posts?page=${'1'.repeat(20)}`, `/api/posts?page=${'1'.repeat(20)}`],
  [`/api/posts?page=${'1'.repeat(21)}`, '/api/posts'],
  ['/api/posts?a-token', '/api/posts'],
  ['/api/posts?page=2', '/api/posts?page=2'],
  ['/api/posts', '/api/posts'],
  ['/', '/'],
  ['/media/a.pdf', '/media/***'],
  ['/new-password/dGhpcy1pcy1hLWNvZGUtdGhhdC1zb21lYm9keQ', '/new-password/***'],
  ['/reset/%20Secret!1/x', '/reset/***/x'],
  ['/api/users/duet_abcdefghijklmnopqrstuvwxyz/posts', '/api/users/***/posts'],
  ['/api/users/01a1f9cf-5c4f-7bda-8468-93f76c8ce627', '/api/users/01a1f9cf-5c4f-7bda-8468-93f76c8ce627'],
  ['/api/upload/chunked/7', '/api/upload/chunked/7'],
  [
    `/media/photos/ab/ab${'c2'.repeat(15)}_thumb_640.webp?s=x`,
    `/media/photos/ab/ab${'c2'.repeat(15)}_thumb_640.webp`,
  ],
  ['/assets/AdminAuditScreen-B0tfQ8Vo.js', '/assets/AdminAuditScreen-B0tfQ8Vo.js'],
  ['/icons/icon-maskable-192.png', '/icons/icon-maskable-192.png'],
  ['/manifest.webmanifest', '/manifest.webmanifest'],
])('writes %s as %s', (url, logged) => {
  expect(loggableUrl(url)).toBe(logged);
});
