import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../../support/gateway.ts';
import { type InstalledSdk, toolsFolder } from './installed-sdk.ts';

/** The servers of webhook-apps.mjs, which run together in one process. */
export interface WebhookApps {
  readonly program: ChildProcess;
  /** The ports by the names of the servers. */
  readonly ports: Readonly<Record<string, number>>;
  /** The lines that the handlers have printed. Tests remove the lines that they have read. */
  readonly lines: string[];
  /** The output of the process on stderr. */
  errors(): string;
}

/** Starts webhook-apps.mjs with this Node, in the folder of an installed SDK. */
export async function startWebhookApps(sdk: InstalledSdk, node: string, secret: string): Promise<WebhookApps> {
  for (const name of ['express', 'express4', 'fastify', 'hono', '@hono']) {
    const place = join(sdk.folder, 'node_modules', name);
    if (!existsSync(place)) symlinkSync(join(toolsFolder(), name), place);
  }
  copyFileSync(new URL('webhook-apps.mjs', import.meta.url), join(sdk.folder, 'webhook-apps.mjs'));
  const env = { PATH: process.env.PATH, PEYE_WEBHOOK_SECRET: secret, NODE_ENV: 'production' };
  const program = spawn(node, ['webhook-apps.mjs'], { cwd: sdk.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  let errors = '';
  program.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  createInterface(program.stdout).on('line', (line) => lines.push(line));
  await until('the servers listen', () => lines.length > 0 || program.exitCode !== null);
  if (program.exitCode !== null) throw new Error(errors);
  return { program, ports: JSON.parse(lines.shift() ?? '{}'), lines, errors: () => errors };
}
