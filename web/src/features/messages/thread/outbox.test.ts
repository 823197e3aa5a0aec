import { afterEach, describe, expect, it } from 'vitest';
import { deviceStorage } from '../../../device/storage.ts';
import { type KeptMessage, MessageOutbox } from './outbox.ts';

const outgoing = (clientId: string, partnerId = 'dan', failed = false): KeptMessage => ({
  clientId,
  partnerId,
  text: `text of ${clientId}`,
  at: '2026-01-01T00:00:00.000Z',
  failed,
  reason: null,
});

describe('the outbox', () => {
  afterEach(() => {
    for (const key of deviceStorage.keys('duet.outbox.')) deviceStorage.remove(key);
  });

  it('keeps what waits, in order, for each person', () => {
    const outbox = new MessageOutbox('ana');
    for (const kept of [outgoing('a'), outgoing('b', 'eva'), outgoing('c')]) outbox.put(kept);
    expect(new MessageOutbox('ana').all().map(({ clientId }) => clientId)).toEqual(['a', 'b', 'c']);
    expect(outbox.to('dan')).toEqual([outgoing('a'), outgoing('c')]);
    expect(new MessageOutbox('dan').all()).toEqual([]);
  });

  it('changes and removes one without touching what another tab has added', () => {
    const [here, there] = [new MessageOutbox('ana'), new MessageOutbox('ana')];
    here.put(outgoing('a'));
    there.put(outgoing('b'));
    here.put(outgoing('a', 'dan', true));
    expect(there.all()).toEqual([outgoing('a', 'dan', true), outgoing('b')]);
    here.remove('a');
    there.remove('b');
    expect(deviceStorage.keys('duet.outbox.ana')).toEqual([]);
  });

  it('takes over what the version before has kept in one piece', () => {
    const { reason: _, ...former } = outgoing('a', 'dan', true);
    deviceStorage.setJson('duet.outbox.ana', [former, null, { clientId: 1 }]);
    expect(new MessageOutbox('ana').all()).toEqual([outgoing('a', 'dan', true)]);
    expect(deviceStorage.get('duet.outbox.ana')).toBeNull();
  });
});
