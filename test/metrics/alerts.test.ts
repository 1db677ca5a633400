import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { metricsAt, namesIn } from './scrape.ts';

interface Panel {
  readonly id: number;
  readonly targets?: readonly { readonly expr: string }[];
}

const FOLDER = fileURLToPath(new URL('../../deploy/observability/', import.meta.url));
const PROMTOOL = process.env.PROMTOOL_PATH ?? '';
const skip = PROMTOOL === '' ? 'no promtool: PROMTOOL_PATH is not set' : false;

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
/** The suffix that a histogram's series have after the name of the metric. */
const PART = /_(bucket|sum|count)$/;

describe('metrics, alerts and their documentation', () => {
  let gateway: TestGateway;
  let text: string;
  before(async () => {
    gateway = await startTestGateway('sqlite');
    text = await (await metricsAt(gateway.url)).text();
  });
  after(() => gateway?.stop());

  it('name the same metrics', () => {
    const scraped = namesIn(text);
    const documented = all(read('docs/metrics.md'), /`((?:peye|process|nodejs)_[a-z0-9_]+)`/g);
    assert.deepEqual([...new Set(documented)].sort(), scraped.sort());
    assert.equal(new Set(scraped).size, scraped.length, 'each metric is listed once');
    const asked = ['alerts.yml', 'alerts.test.yml', 'dashboard.json']
      .map((name) => `deploy/observability/${name}`)
      .concat('docs/runbooks.md');
    const named = asked.flatMap((file) => all(read(file), /\b((?:peye|process|nodejs)_[a-z0-9_]+)\b/g));
    assert.ok(named.length > 50, 'the files were read');
    const unknown = named.filter((name) => !scraped.includes(name) && !scraped.includes(name.replace(PART, '')));
    assert.deepEqual(unknown, []);
  });

  // Prometheus adds these labels to scraped series, and renames our own labels of the same name, so that rules that use them find nothing.
  it('have no label that Prometheus adds itself', () => {
    assert.deepEqual(all(text, /^([^#{]+\{(?:[^}]*,)?(?:job|instance)=.*)$/gm), []);
  });

  it('have the documented labels', () => {
    const rows = all(read('docs/metrics.md'), /^\| (`peye_.*)$/gm);
    assert.ok(rows.length > 20, 'the tables were read');
    for (const row of rows) {
      const [name = '', labels = ''] = row.split('|').map((cell) => cell.trim().replaceAll('`', ''));
      const series = text.split('\n').find((line) => line.replace(PART, '').startsWith(`${name}{`));
      if (series === undefined) continue;
      const shown = all(series, /([a-z_]+)="/g).filter((label) => label !== 'le');
      assert.deepEqual(shown, labels.split(', '), name);
    }
  });

  it('have a runbook for every alert, and a test that it fires and clears', () => {
    const alerts = all(read('deploy/observability/alerts.yml'), /^ +- alert: (\w+)$/gm);
    assert.ok(alerts.length >= 20);
    assert.deepEqual(all(read('docs/runbooks.md'), /^## (Peye\w+)$/gm).sort(), [...alerts].sort());
    const tests = read('deploy/observability/alerts.test.yml')
      .split(/^ +- alertname: /m)
      .slice(1);
    const tested = (pattern: RegExp) =>
      new Set(tests.filter((alertTest) => pattern.test(alertTest)).map((alertTest) => /^\w+/.exec(alertTest)?.[0]));
    assert.deepEqual(tested(/exp_alerts:\n +- exp_labels/), new Set(alerts), 'each alert fires');
    assert.deepEqual(tested(/exp_alerts: \[\]/), new Set(alerts), 'each alert clears');
    const runbooks = all(read('deploy/observability/alerts.yml'), /runbook: docs\/runbooks\.md#(\w+)$/gm);
    assert.deepEqual(
      runbooks,
      alerts.map((name) => name.toLowerCase()),
    );
  });

  it('promtool reports no problem in the metrics', { skip }, () => {
    promtool(['check', 'metrics'], text);
  });

  it('promtool accepts every query of the dashboard', { skip }, () => {
    const { panels } = JSON.parse(read('deploy/observability/dashboard.json')) as { panels: readonly Panel[] };
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    assert.ok(queries.length > 25, 'the queries were read');
    const rules = queries.map((expr, index) => ({
      record: `dashboard:query:${index}`,
      expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'peye').replaceAll('$mode', 'live'),
    }));
    const folder = mkdtempSync(join(tmpdir(), 'peye-dashboard-'));
    const file = join(folder, 'rules.yml');
    // JSON is valid YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    try {
      promtool(['check', 'rules', file]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    assert.deepEqual(
      panels.map(({ id }) => id),
      panels.map((_, index) => index + 1),
    );
  });

  it('promtool reports no problem in the rules, and each alert fires and clears', { skip }, () => {
    promtool(['check', 'rules', `${FOLDER}alerts.yml`]);
    promtool(['test', 'rules', `${FOLDER}alerts.test.yml`]);
  });
});

function promtool(args: readonly string[], input = ''): void {
  try {
    execFileSync(PROMTOOL, args, { input, stdio: 'pipe', encoding: 'utf8' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    assert.fail(`promtool ${args.join(' ')}\n${stdout}${stderr}`);
  }
}
