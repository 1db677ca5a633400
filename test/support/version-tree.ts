import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './gateway.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Another version of Peye: a copy of this version with other migrations, in its own folder. */
export interface VersionTree {
  readonly root: string;
  /** Starts `peye` of this version. */
  spawn(args: readonly string[], settings: Record<string, string>): VersionProcess;
  remove(): void;
}

export interface VersionProcess {
  readonly child: ChildProcess;
  output(): string;
  hasEnded(): boolean;
  /** The exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Copies this version with the migrations of `add` added, or with only the first `keep` migrations. Folders in `without` are skipped. */
export function versionTree({
  add = {},
  keep,
  without = [],
}: {
  add?: Record<string, string>;
  keep?: number;
  without?: readonly string[];
} = {}): VersionTree {
  const root = mkdtempSync(join(tmpdir(), 'peye-version-'));
  for (const name of ['src', 'migrations', 'simulators', 'package.json']) {
    if (without.includes(name)) continue;
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const folder = join(root, 'migrations');
  for (const file of keep === undefined ? [] : readdirSync(folder).sort().slice(keep)) rmSync(join(folder, file));
  for (const [name, text] of Object.entries(add)) writeFileSync(join(folder, name), text);
  return {
    root,
    spawn(args, settings) {
      const child = spawn(process.execPath, [join(root, 'src/main.ts'), ...args], {
        cwd: root,
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(root, 'compiled'), ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => (output += text));
      const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
      const ended = once(child, 'close').then(() => child.exitCode);
      return { child, output: () => output, hasEnded, ended };
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Waits until a process of that version serves at an address. If the process ends before, fails with its output. */
export async function serving(version: VersionProcess, url: string, timeoutMs = 40_000): Promise<void> {
  await until(
    `${url} serves`,
    async () => {
      if (version.hasEnded()) throw new Error(`it ended:\n${version.output()}`);
      return (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200;
    },
    timeoutMs,
  );
}

/** Kills a process of that version with SIGKILL, if it still runs. */
export async function kill(version: VersionProcess | undefined): Promise<void> {
  if (!version || version.hasEnded()) return;
  version.child.kill('SIGKILL');
  await version.ended;
}
