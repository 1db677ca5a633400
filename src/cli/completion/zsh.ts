import { quotedWord } from '../../platform/text/printable.ts';
import { type CommandNode, isKnown, type Typed, typedKeys } from './command-tree.ts';

/** The script that makes zsh complete the commands, their options and the options' values, with descriptions. */
export function zshCompletion(program: CommandNode): string {
  const { commands, commandKeys, values, args } = typedKeys(program);
  return `#compdef peye
# Completion of peye for zsh. Made by: peye completion zsh
_peye() {
  local command='' word cur=\${words[CURRENT]} prev=\${words[CURRENT-1]}
  local -i i at=0
  local -a offered
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    case "$command $word" in
      ${either(commandKeys)}) command="\${command:+$command }$word" ;;
      ${either(values.map(({ key }) => key))}) ((i++)) ;;
      *' -'*) ;;
      *) ((at++)) ;;
    esac
  done
  case "$command $prev" in
${values.map((value) => `    ${quotedWord(value.key)}) ${offer(value)}; return ;;`).join('\n')}
  esac
  if [[ $cur != -* ]]; then
    case "$command" in
${commands
  .filter(({ commands: below }) => below.length > 0)
  .map(({ path, commands: below }) => `      ${quotedWord(path)}) offered=(${described(below)}) ;;`)
  .join('\n')}
    esac
    if (( $#offered )); then _describe command offered; return; fi
    case "$command $at" in
${args
  .filter(isKnown)
  .map((arg) => `      ${quotedWord(arg.key)}) ${offer(arg)}; return ;;`)
  .join('\n')}
    esac
  fi
  case "$command" in
${commands
  .map(({ path, options }) => {
    const flags = options.map(({ flag, description }) => ({ name: flag, description }));
    return `    ${quotedWord(path)}) offered=(${described(flags)}) ;;`;
  })
  .join('\n')}
  esac
  _describe -o option offered
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then _peye "$@"; else compdef _peye peye; fi
`;
}

function either(keys: readonly string[]): string {
  return keys.map(quotedWord).join(' | ');
}

/** There are no completions for a free value, such as an id, a name or an amount. */
function offer({ choices, isPath }: Typed): string {
  if (isPath) return '_files';
  return choices.length === 0 ? ':' : `compadd -- ${choices.map(quotedWord).join(' ')}`;
}

/** Names with their descriptions, in the format that `_describe` expects. */
function described(named: readonly { readonly name: string; readonly description: string }[]): string {
  return named.map(({ name, description }) => quotedWord(`${name.replaceAll(':', '\\:')}:${description}`)).join(' ');
}
