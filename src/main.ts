import { resolveOwnModules } from './cli/resolve-own-modules.ts';

// It is no failure when the reader of our output closes, as in `peye payments list | head -1`. A gateway keeps serving when its text for
// people cannot be written, for example because the disk is full.
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
