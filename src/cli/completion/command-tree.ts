import type { Argument, Command, Option } from 'commander';

/** What may be typed at a place: one of a few words, a path, or anything. */
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

/** A command, as completion knows it. */
export interface CommandNode {
  /** Its words behind the program's name: `payments list`, and nothing for the program itself. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly commands: readonly CommandNode[];
  readonly options: readonly OptionNode[];
  readonly args: readonly Typed[];
}

/** The commands below one, with all that completion offers of them. */
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

/** A command and all below it. */
export function allCommands(command: CommandNode): CommandNode[] {
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
