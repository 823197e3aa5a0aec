import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionMonitor } from './connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function monitored(answers: boolean[]) {
  const device = { online: true };
  const monitor = new ConnectionMonitor(() => device.online);
  const probe = vi.fn(async () => answers.shift() ?? true);
  const changes: boolean[] = [];
  monitor.connected.subscribe(() => changes.push(monitor.isConnected()));
  return { device, monitor, probe, changes };
}

describe('the connection', () => {
  it('is not lost by one call that fails: the server is asked first', async () => {
    const { monitor, probe, changes } = monitored([true]);
    monitor.start(probe);
    expect(await monitor.check()).toBe(true);
    expect([probe.mock.calls.length, changes]).toEqual([1, []]);
  });

  it('is lost where the server does not answer either, and probed until it does', async () => {
    const { monitor, probe, changes } = monitored([false, false, true]);
    monitor.start(probe);
    expect(await monitor.check()).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(monitor.isConnected()).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect([monitor.isConnected(), changes, probe.mock.calls.length]).toEqual([true, [false, true], 3]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(probe).toHaveBeenCalledTimes(3);
  });

  it('asks once for many calls that fail at the same time', async () => {
    const { monitor, probe } = monitored([false]);
    monitor.start(probe);
    expect(await Promise.all([monitor.check(), monitor.check(), monitor.check()])).toEqual([
      false,
      false,
      false,
    ]);
    expect(probe).toHaveBeenCalledTimes(1);
  });

  it('believes a device that has no network, without asking', async () => {
    const { monitor, probe, device, changes } = monitored([]);
    monitor.start(probe);
    device.online = false;
    expect(await monitor.check()).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probe).not.toHaveBeenCalled();
    device.online = true;
    expect(await monitor.check()).toBe(true);
    expect(changes).toEqual([false, true]);
  });

  it('is lost where the device lost its network before it was followed', async () => {
    const { monitor, probe, device, changes } = monitored([]);
    device.online = false;
    monitor.start(probe);
    expect([monitor.isConnected(), changes, probe.mock.calls.length]).toEqual([false, [false], 0]);
  });

  it('is not back with an answer that was on its way when the device lost its network', async () => {
    const { monitor, probe, device, changes } = monitored([]);
    const answer = Promise.withResolvers<boolean>();
    probe.mockReturnValueOnce(answer.promise);
    monitor.start(probe);
    const checked = monitor.check();
    device.online = false;
    await monitor.check();
    monitor.reached();
    answer.resolve(true);
    expect([await checked, monitor.isConnected(), changes]).toEqual([false, false, [false]]);
  });

  it('is back with any answer', async () => {
    const { monitor, probe, changes } = monitored([false]);
    monitor.start(probe);
    await monitor.check();
    monitor.reached();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([monitor.isConnected(), changes, probe.mock.calls.length]).toEqual([true, [false, true], 1]);
  });

  it('asks at the start about what failed before', async () => {
    const { monitor, probe } = monitored([false]);
    expect(await monitor.check()).toBe(true);
    monitor.start(probe);
    await vi.advanceTimersByTimeAsync(0);
    expect(monitor.isConnected()).toBe(false);
  });
});
