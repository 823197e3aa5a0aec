// Gives the terminal, the signals and the exit code to a program under Node 24.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment, root, runtime } from './project.mjs';

/**
 * Becomes the program where the system can do that (Node 22.15 and newer, not on Windows); elsewhere stays in front of
 * it, passes signals on and leaves with its code.
 * @param {string[]} words script below the project's folder, then its arguments
 * @param {{ settings?: Record<string, string>, flags?: readonly string[] }} [how] environment variables beside those that
 * are set; words for Node itself
 */
export function exec([script = '', ...words], { settings = {}, flags = [] } = {}) {
  const node = runtime();
  const env = environment(settings);
  const file = join(root, script);
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(node, [node, ...flags, file, ...words], env);
  }
  const child = spawn(node, [...flags, file, ...words], { stdio: 'inherit', env });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    // A key at the terminal reaches the whole foreground group, the program included.
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    throw error;
  });
  child.on('exit', (code, signal) => {
    if (signal === null) return process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
