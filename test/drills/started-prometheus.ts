import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/gateway.ts';
import { passes, startServer } from '../support/services/start-server.ts';

/** A Prometheus that scrapes gateways every second, and evaluates one rule as often. */
export interface StartedPrometheus {
  /** Scrapes these gateways from now on. */
  target(urls: readonly string[]): void;
  /** How many of the gateways respond. */
  up(): Promise<number>;
  /** The worst state of the rule's alerts at the last evaluation. */
  state(): Promise<'inactive' | 'pending' | 'firing'>;
  stop(): Promise<void>;
}

export async function startPrometheus(rule: string): Promise<StartedPrometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'peye-prometheus-'));
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const target = (urls: readonly string[]) =>
    void file('targets.json', JSON.stringify([{ targets: urls.map((url) => new URL(url).host) }]));
  target([]);
  file('rule.yml', rule);
  const config = file(
    'prometheus.yml',
    `global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [rule.yml]
scrape_configs:
  - job_name: peye
    file_sd_configs: [{ files: [targets.json], refresh_interval: 1s }]
`,
  );
  const { child, url } = await startServer('Prometheus', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const args = [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
    ];
    const child = spawn('prometheus', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    child.stderr.on('data', (text) => (log = `${log}${text}`.slice(-5_000)));
    const ready = async () => {
      const { ok } = await fetch(`${url}/-/ready`);
      if (!ok) throw new Error('not ready');
    };
    return { child, url, responds: () => passes(ready), log: () => log };
  });
  // biome-ignore lint/suspicious/noExplicitAny: each query has its own shape of response
  const ask = async (path: string): Promise<any> => ((await (await fetch(`${url}/api/v1/${path}`)).json()) as any).data;
  return {
    target,
    async up() {
      const { result } = await ask(`query?query=${encodeURIComponent('up{job="peye"} == 1')}`);
      return result.length;
    },
    async state() {
      const { groups } = await ask('rules?type=alert');
      return groups[0].rules[0].state;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
