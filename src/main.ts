import { resolveOwnModules } from './cli/resolve-own-modules.ts';

// A reader that has gone away, such as `peye payments list | head -1`, is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

resolveOwnModules();
const { runCli } = await import('./cli/program.ts');
process.exitCode = await runCli(process.argv.slice(2));
