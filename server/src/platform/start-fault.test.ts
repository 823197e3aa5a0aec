import { describe, expect, it } from 'vitest';
import { ConfigError } from './config/config.ts';
import { startFault } from './start-fault.ts';

const fault = (message: string, more: object) => Object.assign(new Error(message), more);

describe('why a site cannot be opened', () => {
  it.each([
    [
      fault('listen EADDRINUSE', { code: 'EADDRINUSE', syscall: 'listen' }),
      /^DUET_PORT is in use by another/,
    ],
    [fault('listen EACCES', { code: 'EACCES', syscall: 'listen' }), /^DUET_PORT may not be opened/],
    [fault('listen EADDRNOTAVAIL', { code: 'EADDRNOTAVAIL', syscall: 'listen' }), /^DUET_HOST cannot be/],
    [
      fault('getaddrinfo ENOTFOUND x', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
      /^DUET_DATABASE_URL cannot/,
    ],
    [
      fault('database "x" does not exist', { code: '3D000' }),
      /^PostgreSQL refuses DUET_DATABASE_URL: database "x"/,
    ],
    [fault('ENOSPC', { code: 'ENOSPC', syscall: 'write' }), /^The disk is full/],
    [fault('mkdir', { code: 'EEXIST', syscall: 'mkdir' }), /^DUET_DATA_DIR is a file/],
    [
      fault('mkdir', { code: 'EACCES', syscall: 'mkdir', path: '/srv/duet' }),
      /^\/srv\/duet may not be written/,
    ],
    [fault('file is not a database', { errcode: 26 }), /^The database is damaged; restore a backup/],
    [fault('database disk image is malformed', { errcode: 11 | (1 << 8) }), /^The database is damaged/],
    [fault('unable to open database file', { errcode: 14 }), /^The database may not be opened/],
    [fault('database or disk is full', { errcode: 13 }), /^The disk is full/],
    [new ConfigError(['DUET_PORT is not a number']), /^DUET_PORT is not a number$/],
    [new Error('The database is newer than this program.'), /^The database is newer than this program\.$/],
  ])('is one line for %s', (error, sentence) => {
    expect(startFault(error)).toMatch(sentence);
    expect(startFault(error)).not.toContain('\n');
  });

  it('is the first fault where every address of a host has one', () => {
    const each = ['::1', '127.0.0.1'].map((address) =>
      fault(`connect ECONNREFUSED ${address}:5432`, { code: 'ECONNREFUSED', syscall: 'connect' }),
    );
    expect(startFault(new AggregateError(each))).toContain('(connect ECONNREFUSED ::1:5432)');
  });

  it('is told without a stack, and whatever was thrown', () => {
    expect(startFault(new TypeError('first\nsecond'))).toBe('first');
    expect(startFault('words')).toBe('words');
    expect(startFault(new RangeError())).toBe('RangeError');
  });
});
