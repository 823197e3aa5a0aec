import { dispatch } from '../server/src/cli/dispatch.ts';

/** Fills the site that the environment names; `npm run demo` calls it before it starts the server. */
const commands = {
  seed: {
    does: 'fills an empty site with sample people and posts (see `npm run demo`)',
    load: () => import('./seed.ts'),
  },
};

const { stdin: input, stdout: output, stderr: errors } = process;
process.exitCode = await dispatch(commands, ['seed'], { input, output, errors });
