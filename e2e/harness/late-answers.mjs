// Loaded into the server of a test before anything else when DUET_E2E_LATENESS is set: each request waits up to that
// many milliseconds, so answers come late and in another order, as on a busy machine or a poor line. A test that acts
// before what it needs is there then fails every time instead of once in a hundred runs.
import { Server } from 'node:http';

const mostMs = Number(new URL(import.meta.url).searchParams.get('ms'));
const emit = Server.prototype.emit;

Server.prototype.emit = function late(name, ...words) {
  if (name !== 'request') return emit.call(this, name, ...words);
  setTimeout(() => emit.call(this, name, ...words), Math.random() * mostMs);
  return true;
};
