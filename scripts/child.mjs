// Runs another program to its end.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { environment, root } from './project.mjs';

/**
 * @typedef {object} How
 * @property {string} [folder] where it runs; the project's folder when absent
 * @property {Record<string, string>} [settings] environment variables beside those that are set
 * @property {(text: string) => void} [show] takes what it prints as it comes
 */

/**
 * Resolves with the exit code and what was printed; rejects when the program is not there. A signal that ends this
 * process ends the program first.
 * @param {string} program
 * @param {string[]} words
 * @param {How} [how]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, words, { folder = root, settings = {}, show } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment(settings),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        show?.(String(chunk));
      });
    }
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      child.kill(signal);
      child.once('close', () => process.exit(128 + constants.signals[signal]));
      process.removeListener(signal, passOn);
    };
    const forget = () => {
      process.removeListener('SIGTERM', passOn);
      process.removeListener('SIGINT', passOn);
    };
    process.on('SIGTERM', passOn);
    process.on('SIGINT', passOn);
    child.on('error', (error) => {
      forget();
      reject(error);
    });
    child.on('close', (code) => {
      forget();
      resolve({ code: code ?? 1, output });
    });
  });
}
