import { pathOf } from './as-called.ts';
import type { Command } from './output.ts';

/** The argument by which the commands of a group name their item. */
interface OneItem {
  readonly argument?: string;
  /** The description of the argument. */
  readonly is: string;
  /** The arguments of its examples. */
  readonly examples: readonly string[];
}

/** Adds commands to a group that work on one item, each with `--json` and examples. `help` is the text that follows its options. */
export function onOne(group: Command, { argument = '<id>', is, examples }: OneItem) {
  return (name: string, description: string, { json, help }: { json?: string; help?: string } = {}): Command => {
    const lines = examples.map((example) => `\n  ${pathOf(group)} ${name} ${example}`);
    return group
      .command(name)
      .argument(argument, is)
      .description(description)
      .json(json)
      .more(help ?? `\nExamples:${lines.join('')}`);
  };
}
