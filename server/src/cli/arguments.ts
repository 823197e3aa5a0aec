import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './command.ts';

/** The words of a command, read by `parseArgs`; what it cannot read is a `UsageError`. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options });
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
  }
}

/** Exactly as many words as there are `names`, which stand in the sentence where one is missing. */
export function requireArguments<const Names extends readonly string[]>(
  given: readonly string[],
  names: Names,
): { [Index in keyof Names]: string } {
  const missing = names[given.length];
  if (missing !== undefined) throw new UsageError(`The ${missing} is missing.`);
  const more = given.slice(names.length);
  if (more.length > 0) throw new UsageError(`No more words are taken; what is \`${more.join(' ')}\`?`);
  return [...given] as unknown as { [Index in keyof Names]: string };
}
