import { Argument } from 'commander';
import { bashCompletion } from './completion/bash.ts';
import { commandTree } from './completion/command-tree.ts';
import { fishCompletion } from './completion/fish.ts';
import { zshCompletion } from './completion/zsh.ts';
import { type Command, type JsonOption, printResult } from './output.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** `peye completion SHELL`: the shell completion script, generated from the commands themselves. */
export function completionCommand(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'shell').choices(Object.keys(SHELLS)))
    .description('Print the completion script for a shell')
    .json('print one JSON document: {shell, script}')
    .more(`
The script completes commands, options and values. For the current shell, and for all later ones:
  bash  source <(peye completion bash)
        peye completion bash >~/.local/share/bash-completion/completions/peye
  zsh   source <(peye completion zsh)                            (after compinit)
        peye completion zsh >"\${fpath[1]}/_peye"
  fish  peye completion fish | source
        peye completion fish >~/.config/fish/completions/peye.fish

Examples:
  peye completion bash
  peye completion zsh`)
    .action((shell: keyof typeof SHELLS, options: JsonOption) => {
      const script = SHELLS[shell](commandTree(program)).trimEnd();
      printResult(options, { shell, script }, () => script);
    });
}
