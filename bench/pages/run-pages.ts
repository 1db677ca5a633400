import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXECUTABLE, launchBrowser, NO_BROWSER } from '../../test/support/browser.ts';
import { positive, readCommandLine } from '../command-line.ts';
import { aligned } from '../report.ts';
import { median } from '../rounds.ts';
import { startBenchGateway } from '../start-bench-gateway.ts';
import { firstPaint, SLOW_LINE } from './first-paint.ts';
import { installLighthouse, lighthouse } from './lighthouse.ts';
import { type MeasuredPage, pagesToMeasure } from './pages-to-measure.ts';

// `npm run bench:pages`: how soon a customer on a slow connection sees each page, and its Lighthouse scores. Exits with 1 when a goal
// is missed.

const GOALS = { firstPaintMs: 2_000, performance: 95, accessibility: 100 };

const USAGE = `npm run bench:pages -- [--only TEXT] [--loads N] [--without-lighthouse]

Opens the hosted pages and the card widget in each state in Chromium, on an emulated line of ${SLOW_LINE.kbitPerSecond} kbit/s with ${SLOW_LINE.roundTripMs} ms there and back, and
says when something was painted. Then lets Lighthouse judge each as on a slow phone: it is installed into a temporary folder, at a
pinned version and without running scripts. Prints a table, and exits with 1 when a goal is missed: first paint within ${GOALS.firstPaintMs / 1000} s,
performance ${GOALS.performance}, accessibility ${GOALS.accessibility}.

  --only                pages whose name has this text in it
  --loads               how often each is opened; the median counts; the default is 5
  --without-lighthouse  the first paint alone

bench/README.md says what the figures mean.
`;

const options = readCommandLine(
  USAGE,
  {
    only: { type: 'string', default: '' },
    loads: { type: 'string', default: '5' },
    'without-lighthouse': { type: 'boolean', default: false },
  },
  (values) => ({ ...values, ...positive(values, ['loads']) }),
);
if (NO_BROWSER) throw new Error(NO_BROWSER);
const folder = mkdtempSync(join(tmpdir(), 'peye-pages-'));
const gateway = await startBenchGateway('sqlite');
try {
  const pages = pagesToMeasure(gateway).filter(({ name }) => name.includes(options.only));
  const painted = await paint(pages);
  if (!options['without-lighthouse']) installLighthouse(folder);
  const rows: Row[] = [];
  for (const [index, page] of pages.entries()) rows.push({ ...painted[index]!, ...(await judge(page)) });
  console.log(table(rows));
  if (rows.some(isMissed)) process.exitCode = 1;
} finally {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
}

interface Row {
  readonly name: string;
  readonly firstPaintMs: number;
  readonly slowestMs: number;
  readonly bytes: number;
  readonly requests: number;
  readonly performance?: number;
  readonly accessibility?: number;
  readonly complaints?: readonly string[];
}

async function paint(pages: readonly MeasuredPage[]): Promise<Row[]> {
  // A customer's browser optimizes scripts; that of the tests does not.
  const browser = await launchBrowser(['--js-flags=']);
  try {
    const rows: Row[] = [];
    for (const { name, open } of pages) {
      const loads = [];
      for (let load = 0; load < options.loads; load++) loads.push(await firstPaint(browser, await open()));
      const times = loads.map(({ firstPaintMs }) => firstPaintMs);
      const { bytes, requests } = loads[0]!;
      rows.push({ name, firstPaintMs: median(times), slowestMs: Math.max(...times), bytes, requests });
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** The Lighthouse scores of a page; none for a page that reloads before Lighthouse has finished. */
async function judge({ open, reloads }: MeasuredPage) {
  return reloads || options['without-lighthouse'] ? {} : lighthouse(folder, EXECUTABLE, await open());
}

function isMissed({ firstPaintMs, performance, accessibility }: Row): boolean {
  if (firstPaintMs > GOALS.firstPaintMs) return true;
  return (performance ?? 100) < GOALS.performance || (accessibility ?? 100) < GOALS.accessibility;
}

function table(rows: readonly Row[]): string {
  const head = ['Page', 'Bytes', 'First paint', 'Slowest', 'Performance', 'Accessibility', 'Met', 'Complaints'];
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  const body = rows.map((row) => [
    row.requests > 0 ? `${row.name} (and ${row.requests} more requests)` : row.name,
    String(row.bytes),
    seconds(row.firstPaintMs),
    seconds(row.slowestMs),
    String(row.performance ?? ''),
    String(row.accessibility ?? ''),
    isMissed(row) ? '**no**' : 'yes',
    (row.complaints ?? []).join(', '),
  ]);
  return aligned([head, head.map(() => ''), ...body]);
}
