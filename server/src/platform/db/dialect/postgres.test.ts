import { describe, expect, it } from 'vitest';
import { isConflict, translateError } from './postgres-faults.ts';
import { connectionAddress } from './postgres-pool.ts';

describe('the address of a connection', () => {
  const parameters = (url: string, access: 'write' | 'read' = 'write') =>
    new URL(connectionAddress(url, access)).searchParams;

  it.each([
    ['postgres://u@127.0.0.1/d', null],
    ['postgres://u@localhost:5433/d', null],
    ['postgres://u@[::1]/d', null],
    ['postgres:///d?host=/run/postgresql&user=u', null],
    ['postgres://u@db.example.org/d', 'verify-full'],
    ['postgres://u@10.0.0.5/d', 'verify-full'],
    ['postgres://u@db.example.org/d?sslmode=disable', 'disable'],
    ['postgres://u@db.example.org/d?sslmode=require', 'require'],
  ])('%s goes with sslmode %s', (url, mode) => {
    expect(parameters(url).get('sslmode')).toBe(mode);
  });

  it('carries the limits of a session, beside options of its own', () => {
    const options = '-c search_path=site';
    const url = `postgres://u@localhost/d?options=${encodeURIComponent(options)}`;
    const common = '-c statement_timeout=10s -c idle_in_transaction_session_timeout=15s -c lock_timeout=3s';
    expect(parameters(url).get('options')).toBe(`${options} ${common} -c default_transaction_read_only=off`);
    expect(parameters(url, 'read').get('options')).toContain('-c default_transaction_read_only=on');
  });
});

describe('an error of PostgreSQL', () => {
  it.each([
    ['53100', 'STORAGE_FULL'],
    ['57014', 'OVERLOADED'],
    ['55P03', 'OVERLOADED'],
    ['53300', 'OVERLOADED'],
    ['57P01', 'OVERLOADED'],
    ['ECONNREFUSED', 'OVERLOADED'],
  ])('with %s is %s', (code, failure) => {
    expect(translateError(Object.assign(new Error('x'), { code }))).toMatchObject({ code: failure });
  });

  it('of a conflict stays itself, to be tried again', () => {
    const conflict = Object.assign(new Error('x'), { code: '40001' });
    expect(translateError(conflict)).toBe(conflict);
    expect(isConflict(conflict)).toBe(true);
    expect(isConflict(Object.assign(new Error('x'), { code: '40P01' }))).toBe(true);
    expect(isConflict(new Error('x'))).toBe(false);
  });
});
