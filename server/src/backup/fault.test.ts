import { expect, it } from 'vitest';
import { Failure } from '../platform/failure.ts';
import { asBackupFault } from './fault.ts';

const folder = '/mnt/usb/duet';
const error = (message: string, more: object = {}) => Object.assign(new Error(message), more);

it.each([
  [error('no space', { code: 'ENOSPC', path: `${folder}/x` }), 'diskFull', `The disk of ${folder} is full.`],
  [error('full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }), 'diskFull', `The disk of ${folder} is full.`],
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
  [error('', { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [error('a transaction did not end in 10000 ms'), 'a transaction did not end in 10000 ms'],
  [error('too many open files', { code: 'EMFILE', syscall: 'socket' }), 'too many open files'],
])('does not blame the folder for %s', (fault, sentence) => {
  const said = asBackupFault(fault, folder);
  expect([said.reason, said.message]).toEqual(['other', expect.stringContaining(sentence)]);
  expect(said.message).not.toContain(folder);
});
