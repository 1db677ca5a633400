import { resolveOwnModules } from './cli/resolve-own-modules.ts';

// A reader that has closed, such as `peye payments list | head -1`, is no failure of ours. A gateway whose text for people cannot be
// written, because the disk under its log is full, serves all the same.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`peye: the output cannot be written: ${error.message}\n`);
  process.exitCode = 1;
});

// No reader is left.
process.stderr.on('error', () => {});

resolveOwnModules();
const { runCli } = await import('./cli/program.ts');
const code = await runCli(process.argv.slice(2));
if (code !== 0) process.exitCode = code;
