import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Engine } from '../test/support/engines.ts';

type Values<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/**
 * Reads the options of a program of the bench. `--help` prints the usage and exits with 0. For an unknown option, or one for which `judge`
 * throws, it prints the error and the usage, and exits with 2.
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

/** The engine that `--engine` names; both without the option. Throws for an unknown engine. */
export function enginesOf(named: string | undefined): Engine[] {
  const engines = (['sqlite', 'postgres'] as const).filter((name) => !named || named === name);
  if (engines.length === 0) throw new Error(`no engine is called ${named}`);
  return engines;
}

/** The options of these names as numbers. Throws unless they are above 0. */
export function positive<N extends string>(
  values: Readonly<Record<N, string>>,
  names: readonly N[],
): Record<N, number> {
  const numbers = names.map((name) => {
    const value = Number(values[name]);
    if (!(value > 0)) throw new Error(`--${name} takes a number above 0`);
    return [name, value];
  });
  return Object.fromEntries(numbers);
}
