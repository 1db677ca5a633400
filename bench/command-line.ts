import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

type Values<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/**
 * Reads the options of a program of the bench. `--help` prints how it is used and ends the process with 0; an unknown option, or one
 * that `judge` throws for, prints why and how it is used, and ends it with 2.
 */
export function readCommandLine<const O extends ParseArgsOptionsConfig, R>(
  usage: string,
  options: O,
  judge: (values: Values<O>) => R,
): R {
  if (process.argv.slice(2).includes('--help')) {
    process.stdout.write(usage);
    process.exit(0);
  }
  try {
    return judge(parseArgs<{ options: O }>({ options }).values);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}
