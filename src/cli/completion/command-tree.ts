import type { Argument, Command, Option } from 'commander';

/** The completions at a position: a few words, a path, or none for a free value. */
export interface Typed {
  readonly choices: readonly string[];
  readonly isPath: boolean;
}

interface OptionNode extends Typed {
  /** `--status`. */
  readonly flag: string;
  readonly description: string;
  readonly takesValue: boolean;
}

/** A command in the completion tree. */
export interface CommandNode {
  /** The command's words after the program's name, such as `payments list`; empty for the program itself. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly commands: readonly CommandNode[];
  readonly options: readonly OptionNode[];
  readonly args: readonly Typed[];
}

/** A command and the commands below it, with all their completions. */
export function commandTree(command: Command, path = ''): CommandNode {
  const commands = command.commands.map((each) => commandTree(each, `${path} ${each.name()}`.trim()));
  return {
    path,
    name: command.name(),
    description: command.description(),
    commands,
    options: command
      .createHelp()
      .visibleOptions(command)
      .flatMap((option) => (option.long ? [optionNode(option, option.long)] : [])),
    args: command.registeredArguments.map(typed),
  };
}

/** All completions, by the words before them: a command's path, a space, and the option or the argument's number. */
export interface TypedKeys {
  /** The program, and every command below it. */
  readonly commands: readonly CommandNode[];
  /** The keys of commands: `payments list`, and ` payments` for a command of the program itself, whose path is empty. */
  readonly commandKeys: readonly string[];
  /** Options that a value follows: `payments list --limit`. */
  readonly values: readonly (Typed & { readonly key: string })[];
  /** Arguments, counted from 0: `payments show 0`. */
  readonly args: readonly (Typed & { readonly key: string })[];
}

export function typedKeys(program: CommandNode): TypedKeys {
  const commands = allCommands(program);
  return {
    commands,
    commandKeys: commands.filter(({ path }) => path !== '').map(({ path }) => (path.includes(' ') ? path : ` ${path}`)),
    values: commands.flatMap(({ path, options }) =>
      options
        .filter(({ takesValue }) => takesValue)
        .map(({ flag, choices, isPath }) => ({ key: `${path} ${flag}`, choices, isPath })),
    ),
    args: commands.flatMap(({ path, args }) => args.map((arg, at) => ({ ...arg, key: `${path} ${at}` }))),
  };
}

/** Whether there are completions. There are none for a free value, such as an id, a name or an amount. */
export function isKnown({ choices, isPath }: Typed): boolean {
  return isPath || choices.length > 0;
}

function allCommands(command: CommandNode): CommandNode[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

function optionNode(option: Option, flag: string): OptionNode {
  const { description } = option;
  return { flag, description, takesValue: option.required || option.optional, ...typed(option) };
}

function typed(of: Option | Argument): Typed {
  const placeholder = 'flags' in of ? of.flags : of.name();
  return { choices: of.argChoices ?? [], isPath: /file|folder/.test(placeholder) };
}
