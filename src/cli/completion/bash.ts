import { quotedWord } from '../../platform/text/printable.ts';
import { type CommandNode, type Typed, typedKeys } from './command-tree.ts';

/** The script that makes bash complete the commands, their options and the options' values. It runs in bash 3.2, which macOS has. */
export function bashCompletion(program: CommandNode): string {
  const { commands, commandKeys, values, args } = typedKeys(program);
  return `# Completion of peye for bash. Made by: peye completion bash
_peye() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]}
  local command='' word words='' path='' i at=0
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "$command $word" in
${cases(commandKeys, `command="\${command:+$command }$word"`)}
${cases(
  values.map(({ key }) => key),
  '((i++))',
)}
      *' -'* | *' =') ;;
      *) ((at++)) ;;
    esac
  done
  if [[ $cur == '=' ]]; then cur=''; fi
  if [[ $prev == '=' ]]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  case "$command $prev" in
${values.map(offer).join('\n')}
    *)
      case "$command $at" in
${args.map((arg) => `    ${offer(arg)}`).join('\n')}
      esac
      case "$command" in
${commands
  .map(({ path, commands: below, options }) => {
    const flags = options.map(({ flag }) => flag).join(' ');
    const names = below.map(({ name }) => name).join(' ');
    // Options are offered if there is no other completion, or once a dash has been typed.
    return names === ''
      ? `        ${quotedWord(path)}) if [[ $cur == -* || -z $words$path ]]; then words=${quotedWord(flags)} path=''; fi ;;`
      : `        ${quotedWord(path)}) if [[ $cur == -* ]]; then words=${quotedWord(flags)}; else words=${quotedWord(names)}; fi ;;`;
  })
  .join('\n')}
      esac
      ;;
  esac
  if [[ -n $path ]]; then
    local IFS=$'\\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$cur"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
}
complete -F _peye peye
`;
}

function cases(keys: readonly string[], action: string): string {
  return keys.length === 0 ? '' : `      ${keys.map(quotedWord).join(' | ')}) ${action} ;;`;
}

/** There are no completions for a free value, such as an id, a name or an amount. */
function offer({ key, choices, isPath }: Typed & { readonly key: string }): string {
  const action = isPath ? ' path=1' : choices.length > 0 ? ` words=${quotedWord(choices.join(' '))}` : '';
  return `    ${quotedWord(key)})${action} ;;`;
}
