import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readCommandLine } from '../../bench/command-line.ts';
import { until } from '../support/gateway.ts';
import { startServices } from '../support/services/services.ts';
import type { Drill } from './drill.ts';
import { DRILLS } from './drills.ts';
import { scaledRule } from './scaled-rules.ts';
import { openStage } from './stage.ts';
import { startPrometheus } from './started-prometheus.ts';

const USAGE = `npm run drills -- [--only ALERT,ALERT] [--report FILE]

Makes the fault behind every alert of deploy/observability/alerts.yml, with real gateways, a real PostgreSQL and a real Prometheus, and sees
the alert fire and clear. The times of the rules are sixty times shorter, so that an hour is a minute. Takes a quarter of an hour.
Needs prometheus and redis-server on the PATH, and root for the disk that is filled.
`;
const SCALE = 60;
/** A drill fails if its alert has not fired, or not cleared, after this time. */
const LIMIT_MS = 180_000;

const options = readCommandLine(USAGE, { only: { type: 'string' }, report: { type: 'string' } } as const, (values) => {
  const names = values.only?.split(',');
  const unknown = names?.find((name) => !DRILLS.some(({ alert }) => alert === name));
  if (unknown !== undefined) throw new Error(`no alert is called ${unknown}`);
  return { drills: DRILLS.filter(({ alert }) => names?.includes(alert) ?? true), report: values.report };
});
const services = await startServices((line) => console.error(line), true);
Object.assign(process.env, services.env);
const lines: string[] = [];
let failed = 0;
try {
  for (const drill of options.drills) {
    const line = await runDrill(drill).catch((error: Error) => {
      failed++;
      return `${drill.alert}: ${drill.fault}: FAILED: ${error.message}`;
    });
    console.log(line);
    lines.push(line);
  }
} finally {
  await services.stop();
}
if (options.report) {
  mkdirSync(dirname(options.report), { recursive: true });
  writeFileSync(options.report, `${lines.join('\n')}\n`);
}
console.log(`${options.drills.length - failed} of ${options.drills.length} drills went as they should`);
process.exit(failed === 0 ? 0 : 1);

/** Runs a drill, and returns its line in the report. Throws when the alert does not fire, or does not clear. */
async function runDrill({ alert, fault, engine = 'postgres', settings, scale = SCALE, cannot, prepare }: Drill) {
  const reason = cannot?.();
  if (reason !== undefined) return `${alert}: ${fault}: not run: ${reason}`;
  const stage = await openStage(engine, settings);
  const prometheus = await startPrometheus(scaledRule(alert, scale));
  try {
    const injectFault = await prepare(stage);
    prometheus.target(stage.watched());
    await soon('every gateway is scraped', async () => (await prometheus.up()) === stage.watched().length);
    // Rates need some scrapes, and no alert may fire while all is well.
    await soon('the alert is quiet', async () => (await prometheus.state()) === 'inactive');
    await pause(8_000);
    if ((await prometheus.state()) !== 'inactive') throw new Error('the alert fires before anything is broken');
    const brokenMs = performance.now();
    const heal = await injectFault();
    await soon('the alert fires', async () => (await prometheus.state()) === 'firing');
    const firedMs = performance.now();
    await heal();
    prometheus.target(stage.watched());
    const healedMs = performance.now();
    await soon('the alert clears', async () => (await prometheus.state()) === 'inactive');
    const clearedMs = performance.now();
    const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(0);
    return `${alert}: ${fault}: fired after ${seconds(brokenMs, firedMs)} s, cleared after ${seconds(healedMs, clearedMs)} s (its times are 1:${scale})`;
  } finally {
    await stage.end();
    await prometheus.stop();
  }
}

/** Waits for a condition. If it cannot be queried at the moment, it counts as not met yet. */
function soon(what: string, isSo: () => Promise<boolean>): Promise<void> {
  return until(what, () => isSo().catch(() => false), LIMIT_MS);
}
