import { commands } from './commands.ts';
import { dispatch } from './dispatch.ts';

// Whoever reads may have enough, as `head` has: the work goes on to its end.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const { stdin: input, stdout: output, stderr: errors } = process;
process.exitCode = await dispatch(commands, process.argv.slice(2), { input, output, errors });
