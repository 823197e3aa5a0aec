import { listUsers } from '../server/src/accounts/users.ts';
import { CommandError, type Terminal } from '../server/src/cli/command.ts';
import { withSite } from '../server/src/cli/site.ts';
import type { Context } from '../server/src/platform/context.ts';
import { readAccounts, writeAccounts } from './accounts-file.ts';
import { PreparedImages } from './prepared-images.ts';
import { seedAbout } from './seed-about.ts';
import { type DemoAccount, seedPeople } from './seed-people.ts';
import { seedPosts } from './seed-posts.ts';
import { seedComments, seedMessages } from './seed-talk.ts';
import { seedViews } from './seed-views.ts';
import { type DemoSite, storyOf } from './site.ts';

export const help = `npm run demo

Fills an empty site with sample people, posts, pictures, a video, comments and messages, and prints the accounts to sign in with. Their
passwords are made by chance and are kept beside the demo's data (demo-accounts.json). A site that has people
of its own is left alone.`;

export async function run(_words: readonly string[], terminal: Terminal): Promise<void> {
  const say = (line: string) => void terminal.output.write(`${line}\n`);
  const accounts = await withSite(
    async (context) => {
      const before = readAccounts(context.config.dataDir);
      return before ?? (await fill(context, say));
    },
    { create: true },
  );
  say(`\n${table(accounts)}\n`);
}

async function fill(context: Context, say: DemoSite['say']): Promise<readonly DemoAccount[]> {
  const { pagination } = await listUsers(context, { page: 1, limit: 1, includeDeleted: true });
  if (pagination.totalUsers > 0) {
    throw new CommandError(
      `The site in ${context.config.dataDir} has people already; the demo fills an empty one. If an earlier demo was interrupted there, delete that folder first.`,
    );
  }
  await using scratch = await context.storage.scratch();
  await using images = new PreparedImages(scratch.path);
  const story = storyOf({ ...context, images });
  const { people, accounts } = await seedPeople(story);
  const site: DemoSite = { ...story, people, say, beginPicture: (bytes) => images.begin(bytes) };
  const posts = await seedPosts(site);
  await seedAbout(site, posts);
  site.say('Letting people talk …');
  await seedComments(site, posts);
  await seedMessages(site);
  await seedViews(site, posts);
  writeAccounts(context.config.dataDir, accounts);
  return accounts;
}

function table(accounts: readonly DemoAccount[]): string {
  const width = Math.max(...accounts.map(({ username }) => username.length));
  const rows = accounts.map(
    ({ username, password, role }) =>
      `  ${username.padEnd(width)}  ${password}${role === 'admin' ? '   (admin)' : ''}`,
  );
  return ['Sign in to the demo as', ...rows].join('\n');
}
