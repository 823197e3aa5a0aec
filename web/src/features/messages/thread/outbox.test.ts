import { beforeEach, describe, expect, it } from 'vitest';
import { deviceStorage } from '../../../device/storage.ts';
import { type KeptMessage, Outbox } from './outbox.ts';

const letter = (clientId: string, partnerId = 'dan', failed = false): KeptMessage => ({
  clientId,
  partnerId,
  text: `text of ${clientId}`,
  at: '2026-01-01T00:00:00.000Z',
  failed,
  reason: null,
});

describe('the outbox', () => {
  beforeEach(() => {
    for (const key of deviceStorage.keys('duet.outbox.')) deviceStorage.remove(key);
  });

  it('keeps what waits, in order, for each person', () => {
    const outbox = new Outbox('ana');
    for (const kept of [letter('a'), letter('b', 'eva'), letter('c')]) outbox.put(kept);
    expect(new Outbox('ana').all().map(({ clientId }) => clientId)).toEqual(['a', 'b', 'c']);
    expect(outbox.to('dan')).toEqual([letter('a'), letter('c')]);
    expect(new Outbox('dan').all()).toEqual([]);
  });

  it('changes and removes one without touching what another tab has added', () => {
    const [here, there] = [new Outbox('ana'), new Outbox('ana')];
    here.put(letter('a'));
    there.put(letter('b'));
    here.put(letter('a', 'dan', true));
    expect(there.all()).toEqual([letter('a', 'dan', true), letter('b')]);
    here.remove('a');
    there.remove('b');
    expect(deviceStorage.keys('duet.outbox.ana')).toEqual([]);
  });

  it('takes over what the version before has kept in one piece', () => {
    const { reason: _, ...former } = letter('a', 'dan', true);
    deviceStorage.setJson('duet.outbox.ana', [former, null, { clientId: 1 }]);
    expect(new Outbox('ana').all()).toEqual([letter('a', 'dan', true)]);
    expect(deviceStorage.get('duet.outbox.ana')).toBeNull();
  });
});
