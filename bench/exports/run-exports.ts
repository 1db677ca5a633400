import { setTimeout as pause } from 'node:timers/promises';
import { type ConsolePerson, consolePerson } from '../../test/support/console.ts';
import type { Engine } from '../../test/support/engines.ts';
import { freePort } from '../../test/support/gateway.ts';
import { enginesOf, positive, readCommandLine } from '../command-line.ts';
import { type FilledStore, openFilledStore } from '../growth/filled-store.ts';
import { onEachEngine } from '../on-each-engine.ts';
import { type BenchProcess, startGatewayProcess } from '../processes/start-process.ts';
import { median, percentile } from '../rounds.ts';
import { type MixedLoad, startMixedLoad } from '../soak/mixed-load.ts';
import { UNLIMITED } from '../start-bench-gateway.ts';

const USAGE = `npm run bench:exports -- [--engine sqlite|postgres] [--payments N] [--rate N] [--rounds N] [--seconds N] [--keep FOLDER]

Takes all payments out of a store through the console, as CSV and as JSON lines, under a constant mixed load: how long it takes, how much
more memory the gateway has, and how long creations and reads take, compared with the same load without it. With --keep the filled
stores stay in that folder, and are used again the next time.
`;
const WARM_UP_MS = 5_000;
const SAMPLE_MS = 50;
const MB = 1024 * 1024;
const WORK = ['nothing else', 'csv', 'jsonl'] as const;
type Work = (typeof WORK)[number];

interface Felt {
  readonly seconds: number;
  readonly rows: number;
  readonly bytes: number;
  /** The most memory that the gateway had during the export, megabytes. */
  readonly mostMb: number;
  readonly createP99Ms: number;
  readonly readP99Ms: number;
  readonly longestMs: number;
}

const options = readOptions();
await onEachEngine(options.engines, async (engine) => console.log(`${await measureExports(engine)}\n`));

/** Returns a table: what an export costs, and how it affects other requests. */
async function measureExports(engine: Engine): Promise<string> {
  const filled = await openFilledStore(engine, options.payments, {
    keep: options.keep,
    say: (line) => console.error(line),
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const gateway = await startGatewayProcess({
    env: { ...filled.settings, ...UNLIMITED, PORT: String(port) },
    readyUrl: `${url}/readyz`,
    logFile: `${filled.folder}/gateway.log`,
  });
  const { key } = filled.data.shops.find(({ hasCallback }) => !hasCallback)!;
  const load = startMixedLoad({ url, key, rate: options.rate });
  try {
    const owner = await ownerOf(filled, url);
    // The first export of each format loads code, so it is not measured.
    const few = filled.data.shops.at(-1)!.websiteId;
    for (const format of ['csv', 'jsonl'] as const) await exportPayments(url, owner, { format, website: few });
    await pause(WARM_UP_MS);
    const felt: Record<Work, Felt[]> = { 'nothing else': [], csv: [], jsonl: [] };
    for (let round = 0; round < options.rounds; round++) {
      for (const work of WORK) felt[work].push(await measureRound({ url, owner, gateway, load }, work));
    }
    return report(engine, felt);
  } finally {
    await load.stop();
    await gateway.stop();
    await filled.close();
  }
}

/** A user who may export everything, with a session that the gateway finds in its store. */
async function ownerOf({ store, data }: FilledStore, url: string): Promise<ConsolePerson> {
  const website = { id: data.shops[0]!.websiteId };
  // A store from a previous run already has the user of that run.
  const email = `owner-${Date.now()}@console.example`;
  return consolePerson({ store, url, website } as Parameters<typeof consolePerson>[0], 'owner', { email });
}

async function measureRound(
  { url, owner, gateway, load }: { url: string; owner: ConsolePerson; gateway: BenchProcess; load: MixedLoad },
  work: Work,
): Promise<Felt> {
  await pause(2_000);
  load.take();
  let mostMb = 0;
  const sampling = setInterval(() => (mostMb = Math.max(mostMb, gateway.residentMb())), SAMPLE_MS);
  const startedAt = performance.now();
  try {
    const taken =
      work === 'nothing else'
        ? await pause(options.seconds * 1_000, { rows: 0, bytes: 0 })
        : await exportPayments(url, owner, { format: work });
    const seconds = (performance.now() - startedAt) / 1_000;
    const { byKind, latenciesMs, refused, errors } = load.take();
    if (refused > 0 || errors.length > 0) throw new Error(`${work}: ${refused} refused, ${errors.slice(0, 3)}`);
    if (work !== 'nothing else' && taken.rows < options.payments) throw new Error(`${work}: only ${taken.rows} rows`);
    return {
      seconds,
      mostMb,
      ...taken,
      longestMs: Math.max(...latenciesMs),
      createP99Ms: percentile(byKind.get('create') ?? [], 99),
      readP99Ms: percentile(byKind.get('read') ?? [], 99),
    };
  } finally {
    clearInterval(sampling);
  }
}

/** Exports payments. Rows are counted by line ends, because no cell of these rows contains one. */
async function exportPayments(
  url: string,
  owner: ConsolePerson,
  fields: { format: 'csv' | 'jsonl'; website?: string },
) {
  const response = await fetch(`${url}/console/exports/payments`, {
    method: 'POST',
    headers: {
      cookie: [...owner.jar].map(([name, value]) => `${name}=${value}`).join('; '),
      'sec-fetch-site': 'same-origin',
      origin: url,
    },
    body: new URLSearchParams({ form_token: await owner.formToken(), ...fields }),
  });
  if (!response.ok) throw new Error(`the export was refused: ${response.status}`);
  let lines = 0;
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    const buffer = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    for (let at = buffer.indexOf(10); at >= 0; at = buffer.indexOf(10, at + 1)) lines++;
  }
  return { rows: fields.format === 'csv' ? lines - 1 : lines, bytes };
}

function report(engine: Engine, felt: Record<Work, Felt[]>): string {
  const quietMb = Math.max(...felt['nothing else'].map(({ mostMb }) => mostMb));
  const rows = WORK.map((work) => {
    const middle = (of: keyof Felt, digits: number) => median(felt[work].map((each) => each[of])).toFixed(digits);
    const isExport = work !== 'nothing else';
    return [
      work,
      isExport ? middle('seconds', 1) : '',
      isExport ? (Number(middle('bytes', 0)) / MB).toFixed(0) : '',
      isExport
        ? (Math.max(...felt[work].map(({ mostMb }) => mostMb)) - quietMb).toFixed(0)
        : `of ${quietMb.toFixed(0)}`,
      ...[middle('createP99Ms', 1), middle('readP99Ms', 1), middle('longestMs', 0)],
    ];
  });
  const head = ['During the load', 's', 'MB', 'more memory MB', 'POST p99 ms', 'GET p99 ms', 'longest ms'];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const title = `${engine}: an export of ${options.payments} payments, ${options.rate} requests a second, ${options.rounds} rounds in turn`;
  return [title, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function readOptions() {
  const options = {
    engine: { type: 'string' },
    payments: { type: 'string', default: '1000000' },
    rate: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '15' },
    keep: { type: 'string' },
  } as const;
  return readCommandLine(USAGE, options, (values) => ({
    engines: enginesOf(values.engine),
    keep: values.keep,
    ...positive(values, ['payments', 'rate', 'rounds', 'seconds']),
  }));
}
