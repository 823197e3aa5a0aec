import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../../../test/harness.ts';
import { richText } from '../../../../test/posts.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const run = promisify(execFile);

let harness: Harness;
let admin: Person;
let document: string;
/** Within the project, so that the packages are found. */
let folder: string;

beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
  document = await (await harness.guest.fetch('/api/openapi.json')).text();
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache/generated-client-'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(join(folder, 'duet.d.ts'), astToString(await openapiTS(document)));
  // The client as docs/api.md has it, for this server.
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(root, 'docs/api.md'), 'utf8')) ?? [];
  expect(example.trim().split('\n')).toHaveLength(3);
  writeFileSync(join(folder, 'client.ts'), example.replace('https://duet.example.org', harness.url));
}, 60_000);
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Compiles a program that uses the client; answers what the compiler says. */
async function compile(program: string): Promise<string> {
  writeFileSync(join(folder, 'program.ts'), program);
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions'];
  const target = ['--module', 'nodenext', '--target', 'esnext', '--ignoreConfig', '--types', 'node'];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return run(process.execPath, [tsc, ...options, ...target, join(folder, 'program.ts')], {
    cwd: folder,
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}

/** The files that are written above; no import of this module. */
const beside = '.';
const program = `
import { duet } from '${beside}/client.ts';
import type { components } from '${beside}/duet.d.ts';

const headers = { authorization: 'Bearer ' + process.env.TOKEN };
const feed = await duet.GET('/api/posts', { params: { query: { limit: 5, page: 1 } } });
const posts: components['schemas']['Post'][] = feed.data?.data.posts ?? [];
const _id = posts[0]?._id ?? '';
const made = await duet.POST('/api/comments', { headers, body: { postId: _id, text: 'By a client' } });
const comment: components['schemas']['Comment'] | undefined = made.data?.data.comment;
const listed = await duet.GET('/api/comments/post/{id}', { params: { path: { id: _id } } });
const refused = await duet.POST('/api/likes', { body: { postId: _id } });
console.log(JSON.stringify([posts.map(({ title }) => title), comment?.text, listed.data?.data.comments.length, refused.error?.code]));
`;

it('the document keeps the recommended rules of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: document, absoluteRef: 'openapi.json', config });
  expect(
    problems.filter(({ severity }) => severity === 'error').map(({ ruleId, message }) => [ruleId, message]),
  ).toEqual([]);
  // product.md names these paths; nothing else may be noted.
  expect(new Set(problems.map(({ ruleId }) => ruleId))).toEqual(new Set(['no-ambiguous-paths']));
});

it('a client that openapi-typescript makes compiles, and calls the site', async () => {
  await richText(admin, '<p>one</p>', { title: 'One' });
  expect(await compile(program)).toBe('');
  const { stdout } = await run(process.execPath, [join(folder, 'program.ts')], {
    env: { ...process.env, TOKEN: admin.token ?? '' },
  });
  expect(JSON.parse(stdout)).toEqual([['One'], 'By a client', 1, 'SIGN_IN_REQUIRED']);
}, 60_000);

it('such a client does not compile where it asks for what is not there', async () => {
  const wrong = program.replace('({ title }) => title', '({ headline }) => headline');
  expect(await compile(wrong)).toContain("Property 'headline' does not exist");
}, 60_000);
