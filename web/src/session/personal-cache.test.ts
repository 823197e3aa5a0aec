import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { askForProof, wantedProof } from '../api/proof.ts';
import { clearCacheOnUserChange } from './personal-cache.ts';
import { beginSession, leaveSession } from './session.ts';
import type { KnownUser } from './stored-user.ts';

const person = (_id: string) => ({ _id, username: _id, role: 'user', language: 'en' }) as KnownUser;

afterEach(() => leaveSession());

it('asks nobody to prove that they are somebody else', async () => {
  beginSession('duet_ana', person('ana'));
  clearCacheOnUserChange(new QueryClient());
  const proof = askForProof();
  const before = wantedProof();
  beginSession('duet_dan', person('dan'));
  expect(await proof).toBe(false);
  expect(wantedProof()).toBeNull();

  // What the person before has answered late takes nothing from the next one.
  const next = askForProof();
  before?.answer(true);
  expect(wantedProof()).not.toBeNull();
  wantedProof()?.answer(true);
  expect(await next).toBe(true);
});
