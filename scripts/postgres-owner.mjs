// Runs a throw-away PostgreSQL for as long as the process that started it lives: its standard input ends when that process
// does, also by a signal that nobody can catch. The server is stopped then, and its folder is removed.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { postgresAccount } from './postgres-account.mjs';

const [folder = '', program = '', ...words] = process.argv.slice(2);
const server = spawn(program, words, {
  ...postgresAccount,
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
});
// An immediate shutdown: nobody reads this data again.
process.stdin.resume().once('close', () => server.kill('SIGQUIT'));
server.once('exit', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 0);
});
