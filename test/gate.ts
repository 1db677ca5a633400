import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// `npm run gate`: what a change must pass before others see it. It takes about three minutes, and runs two things at the same time: the
// checks of the sources, and the cheapest test files that together test every row of docs/contract.md.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STEPS = [['test/check.ts'], ['test/run.ts', '--gate']];

const startedAt = performance.now();
const codes = await Promise.all(STEPS.map(run));
console.log(`the gate took ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

function run(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  return new Promise((resolve, reject) => child.on('error', reject).on('close', (code) => resolve(code ?? 1)));
}
