import { correctTotals, recountPosts } from '../posts/recount.ts';
import { readArguments, requireArguments } from './arguments.ts';
import { CommandError, type Terminal } from './command.ts';
import { withSite } from './site.ts';

export const help = `Adds up the published posts and compares them with the totals by day and by author, by which the feed's
pages are found. Works beside a running server.

  npm run duet -- posts recount [--fix]

  --fix  keeps what the posts add up to`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(words, { fix: { type: 'boolean' } });
  requireArguments(positionals, []);
  const say = (line: string) => void terminal.output.write(`${line}\n`);
  await withSite(async (context) => {
    const { posts, wrong } = await recountPosts(context);
    for (const { of, kept, found } of wrong) {
      say(
        `${of} counts ${kept.public_count} public and ${kept.admin_only_count} admin-only posts, ` +
          `there are ${found.public_count} and ${found.admin_only_count}`,
      );
    }
    say(`${posts} posts are published, ${wrong.length} totals are wrong.`);
    if (wrong.length === 0) return;
    if (!values.fix) throw new CommandError('Run it with --fix to count them anew.');
    await correctTotals(context);
    say(`${wrong.length} totals corrected.`);
  });
}
