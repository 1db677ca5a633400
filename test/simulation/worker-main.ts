import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Line, Violation } from './checker/history.ts';
import { SABOTAGES } from './sabotages.ts';
import { installStandIns } from './world/stand-ins.ts';
import { installVirtualGlobals } from './world/virtual-globals.ts';

// A process that simulates the seeds that it is sent, one after the other. Its argument is the name of a sabotage, or none.

/** The result of a seed. */
export interface Outcome {
  readonly seed: number;
  readonly hash: string;
  readonly violations: readonly Violation[];
  readonly events: number;
  readonly virtualSeconds: number;
  readonly realMs: number;
  /** The processor time that the seed took. */
  readonly cpuMs: number;
  /** The file with the history, and its last lines: only of a seed that was red, or that the order wants to keep. */
  readonly file?: string;
  readonly lastLines?: readonly string[];
}

export interface Order {
  readonly seed: number;
  /** The file to which the history is written, even if the seed is green. */
  readonly keepIn?: string;
}

const LAST_LINES = 12;
const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));
const realNow = process.hrtime.bigint;

installVirtualGlobals();
installStandIns(SABOTAGES.find(({ name }) => name === process.argv[2])?.edits ?? []);
// These import the source, so the stand-ins must be installed first.
const { makeTemplate } = await import('./model/template.ts');
const { simulateSeed } = await import('./simulate-seed.ts');
const { checkHistory } = await import('./checker/check-history.ts');
await loadAll();
const template = await makeTemplate();

process.on('message', (order: Order) => void simulate(order).then((outcome) => process.send!(outcome)));
process.on('disconnect', () => {
  template.remove();
  process.exit(0);
});
process.send!('ready');

async function simulate({ seed, keepIn }: Order): Promise<Outcome> {
  const startedAt = realNow();
  const cpuBefore = process.cpuUsage();
  const { history, hash, events, virtualSeconds, stuck } = await simulateSeed(seed, template);
  const violations = [...(stuck ? [{ invariant: 'stuck', message: stuck }] : []), ...checkHistory(history)];
  const realMs = Number(realNow() - startedAt) / 1e6;
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuMs = (user + system) / 1000;
  const outcome = { seed, hash, violations, events, virtualSeconds, realMs, cpuMs };
  if (violations.length === 0 && keepIn === undefined) return outcome;
  const file = keepIn ?? join(tmpdir(), `peye-simulation-${seed}.jsonl`);
  writeFileSync(file, history.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return { ...outcome, file, lastLines: describe(history) };
}

/** The last lines of the history, without lines of the log and rows of the final state. */
function describe(history: readonly Line[]): string[] {
  return history
    .filter(({ kind }) => kind !== 'log' && kind !== 'row')
    .slice(-LAST_LINES)
    .map((line) => JSON.stringify(line).slice(0, 300));
}

/**
 * Loads the modules that the source imports only when they are first needed. Reading one from the disk during a simulation would take a
 * random time, and the same seed would not be the same run.
 */
async function loadAll(): Promise<void> {
  const wanted = new Set<string>();
  for (const path of globSync('**/*.ts', { cwd: SOURCE, exclude: ['cli/**', 'console/**', 'main.ts'] })) {
    const file = pathToFileURL(join(SOURCE, path)).href;
    for (const [, name] of readFileSync(join(SOURCE, path), 'utf8').matchAll(/import\('(\.[^']+)'\)/g))
      wanted.add(new URL(name!, file).href);
  }
  await Promise.all([...wanted].filter((url) => !url.includes('/console/')).map((url) => import(url)));
  await import('./stand-ins/undici.ts');
}
