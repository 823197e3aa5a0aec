// Runs a throw-away PostgreSQL for as long as the process that started it lives: its standard input ends when that process
// does, also by a signal that nobody can catch. The server is stopped then, and its folder is removed. A line on the standard input starts it anew.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { postgresAccount } from './postgres-account.mjs';

const [folder = '', program = '', ...words] = process.argv.slice(2);
let again = false;
const start = () => {
  const started = spawn(program, words, {
    ...postgresAccount,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  started.once('exit', (code) => {
    if (again) {
      again = false;
      server = start();
      return;
    }
    rmSync(folder, { recursive: true, force: true });
    process.exit(code ?? 0);
  });
  return started;
};
let server = start();
// A word is `restart`: an immediate shutdown, after which PostgreSQL recovers what was written.
process.stdin.on('data', () => {
  again = true;
  server.kill('SIGQUIT');
});
// An immediate shutdown as well: nobody reads this data again.
process.stdin.once('close', () => {
  again = false;
  server.kill('SIGQUIT');
});
