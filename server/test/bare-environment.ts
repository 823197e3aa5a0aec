/**
 * The environment of a program that a test starts: nothing of the settings of whoever runs the tests, but what Node has
 * compiled before, and what the tests load into every program.
 */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE, NODE_OPTIONS, TMPDIR } = process.env;
  return {
    PATH,
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    ...(NODE_OPTIONS && { NODE_OPTIONS }),
    ...(TMPDIR && { TMPDIR }),
  };
}
