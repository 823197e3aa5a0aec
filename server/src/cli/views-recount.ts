import { correctViews, recountViews } from '../views/recount.ts';
import { readArguments, requireArguments } from './arguments.ts';
import { CommandError, type Terminal } from './command.ts';
import { withSite } from './site.ts';

export const help = `Adds up the views that are written down and compares them with what every post shows. Works beside a running server.

  npm run duet -- views recount [--fix]

  --fix  lets the posts that show another number show what is written down`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(words, { fix: { type: 'boolean' } });
  requireArguments(positionals, []);
  const say = (line: string) => void terminal.output.write(`${line}\n`);
  await withSite(async (context) => {
    const { posts, views, wrong } = await recountViews(context);
    for (const { postId, shown, recorded } of wrong) {
      say(`${postId} shows ${shown}, written down are ${recorded}`);
    }
    say(`${posts} posts, ${views} views written down, ${wrong.length} posts show another number.`);
    if (wrong.length === 0) return;
    if (!values.fix) throw new CommandError('Run it with --fix to let them show what is written down.');
    await correctViews(context, wrong);
    say(`${wrong.length} posts corrected.`);
  });
}
