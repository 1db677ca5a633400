import { type CommandNode, isKnown, type Typed, typedKeys } from './command-tree.ts';

/** The script that makes fish complete the commands, their options and the values of those, with what each is for. */
export function fishCompletion(program: CommandNode): string {
  const { commands, commandKeys, values } = typedKeys(program);
  return `# Completion of peye for fish. Made by: peye completion fish
function __peye_command --description 'The command that has been typed, and how many of its arguments'
    set -l command ''
    set -l at 0
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        switch "$command $word"
            case ${commandKeys.map(quoted).join(' ')}
                set command (string trim -- "$command $word")
            case ${values.map(({ key }) => quoted(key)).join(' ')}
                set skip 1
            case '* -*'
            case '*'
                set at (math $at + 1)
        end
    end
    echo "$command"
    echo $at
end
function __peye_at --description 'Whether an argument, or any, of this command is typed'
    set -l typed (__peye_command)
    test "$typed[1]" = "$argv[1]"; and contains -- "$argv[2]" any $typed[2]
end
complete -c peye -f
${commands.flatMap(completionsOf).join('\n')}
`;
}

function completionsOf({ path, commands, options, args }: CommandNode): string[] {
  const at = (place: string) => `complete -c peye -n ${quoted(`__peye_at ${quoted(path)} ${place}`)}`;
  return [
    ...commands.map(({ name, description }) => `${at('0')} -a ${name} -d ${quoted(description)}`),
    ...args.flatMap((arg, index) => (isKnown(arg) ? [at(String(index)) + offer(arg)] : [])),
    ...options.map((option) => {
      const value = option.takesValue ? ` ${option.isPath ? '-r' : '-x'}${offer(option)}` : '';
      return `${at('any')} -l ${option.flag.slice(2)}${value} -d ${quoted(option.description)}`;
    }),
  ];
}

function offer({ choices, isPath }: Typed): string {
  if (isPath) return ' -F';
  return choices.length === 0 ? '' : ` -a ${quoted(choices.join(' '))}`;
}

/** A word of fish, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
