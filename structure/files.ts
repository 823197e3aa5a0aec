import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../scripts/project.mjs';

const unkept = new Set([
  '.git',
  '.cache',
  'node_modules',
  'dist',
  'data',
  'data-demo',
  'android',
  'ios',
  'test-results',
  'playwright-report',
]);

/** All files of the project below a folder, as paths from the project's folder; nothing that is made or installed. */
export function filesBelow(folder = '.'): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (unkept.has(entry.name)) return [];
    const path = relative(root, join(root, folder, entry.name));
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path);
export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path) || /(^|\/)test\//.test(path);
