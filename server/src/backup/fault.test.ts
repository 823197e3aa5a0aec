import { expect, it } from 'vitest';
import { Locked } from '../platform/data-lock.ts';
import { Failure } from '../platform/failure.ts';
import { asBackupFault, BackupFault } from './fault.ts';

const folder = '/mnt/usb/duet';
const error = (message: string, more: object = {}) => Object.assign(new Error(message), more);

it.each([
  [error('no space', { code: 'ENOSPC', path: `${folder}/x` }), 'diskFull', `The disk of ${folder} is full.`],
  [error('full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }), 'diskFull', `The disk of ${folder} is full.`],
  [new Failure('STORAGE_FULL', { log: 'full' }), 'diskFull', `The disk of ${folder} is full.`],
  [error('quota', { code: 'EDQUOT' }), 'diskFull', `The disk of ${folder} is full.`],
  [error('not permitted', { code: 'EPERM' }), 'noAccess', `${folder} may not be read`],
  [error('read-only', { code: 'EROFS' }), 'noAccess', `${folder} may not be read`],
  [error('busy', { code: 'EBUSY' }), 'other', `${folder} is where a disk is mounted.`],
  [error('another disk', { code: 'EXDEV' }), 'other', `${folder} is where a disk is mounted.`],
  [error('denied', { code: 'EACCES', path: `${folder}/x` }), 'noAccess', `${folder}/x may not be read`],
  [error('none', { code: 'ENOENT', path: '/site/x' }), 'folderGone', '/site/x is not there.'],
  [error('too long', { code: 'ENAMETOOLONG', path: `${folder}/x` }), 'other', `${folder}/x cannot be used.`],
])('names what of the disk is at fault: %s', (fault, reason, sentence) => {
  const said = asBackupFault(fault, folder);
  expect([said.reason, said.message]).toEqual([reason, expect.stringContaining(sentence)]);
});

it.each([
  [new Failure('OVERLOADED', { log: 'Connection terminated' }), 'The database is too busy'],
  [new Failure('STORAGE_UNAVAILABLE', { log: 'the object store: 503' }), 'their store does not answer'],
  [
    new Failure('STORAGE_FULL', { log: 'could not extend file', cause: error('', { code: '53100' }) }),
    'The disk of PostgreSQL is full.',
  ],
  [new Failure('NOT_FOUND'), 'It could not be finished'],
  [error('', { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [error('a transaction did not end in 10000 ms'), 'a transaction did not end in 10000 ms'],
  [error('too many open files', { code: 'EMFILE', syscall: 'socket' }), 'too many open files'],
])('does not blame the folder for %s', (fault, sentence) => {
  const said = asBackupFault(fault, folder);
  expect([said.reason, said.message]).toEqual(['other', expect.stringContaining(sentence)]);
  expect(said.message).not.toContain(folder);
});

it('leaves a fault of a backup as it is, and tells of one that is running', () => {
  const fault = new BackupFault('no such backup');
  expect([asBackupFault(fault, folder), fault.reason, fault.name]).toEqual([fault, 'other', 'BackupFault']);
  const locked = new Locked('in use');
  expect(asBackupFault(locked, folder)).toMatchObject({
    message: locked.message,
    cause: locked,
    reason: 'busy',
  });
});
