import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const VERSION = '13.5.0';
const TIMEOUT_MS = 180_000;
/** Lighthouse's own profile of a slow phone: a quarter of this machine's speed, 1.6 Mbit/s, 150 ms there and back. */
const ARGUMENTS = [
  '--form-factor=mobile',
  '--throttling-method=simulate',
  '--only-categories=performance,accessibility',
  '--output=json',
  '--quiet',
  // A "not found" page is measured like any other.
  '--ignore-status-code',
  '--no-enable-error-reporting',
  '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update',
];

export interface Scores {
  /** From 0 to 100, as `accessibility` is. */
  readonly performance: number;
  readonly accessibility: number;
  /** The audits of both scores that did not pass, by Lighthouse's names. */
  readonly complaints: readonly string[];
}

interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<
    Record<'performance' | 'accessibility', { score: number; auditRefs: { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, { score: number | null; scoreDisplayMode: string; displayValue?: string }>>;
}

/** Installs Lighthouse into a folder, at a pinned version and without running scripts. */
export function installLighthouse(folder: string): void {
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options, `lighthouse@${VERSION}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The scores that the Lighthouse in that folder gives a page. */
export async function lighthouse(folder: string, chromium: string, url: string): Promise<Scores> {
  const output = join(folder, 'report.json');
  const program = join(folder, 'node_modules/lighthouse/cli/index.js');
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, CHROME_PATH: chromium };
  await promisify(execFile)(process.execPath, [program, url, `--output-path=${output}`, ...ARGUMENTS], {
    env,
    timeout: TIMEOUT_MS,
  });
  const { runtimeError, categories, audits } = JSON.parse(readFileSync(output, 'utf8')) as Report;
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
  const { performance, accessibility } = categories;
  const complaints = [...performance.auditRefs, ...accessibility.auditRefs]
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => [id, audits[id]?.displayValue].filter(Boolean).join(' '));
  return {
    performance: Math.round(performance.score * 100),
    accessibility: Math.round(accessibility.score * 100),
    complaints,
  };
}
