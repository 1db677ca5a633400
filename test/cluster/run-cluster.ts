import { execFileSync } from 'node:child_process';
import { cpSync, createWriteStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { positive, readCommandLine } from '../../bench/command-line.ts';
import { startMoncashSimulator } from '../../simulators/moncash/moncash-simulator.ts';
import { until } from '../support/gateway.ts';
import { assertSoundStore } from '../support/store-access.ts';
import { checkBooks } from './check/check-books.ts';
import type { Answer } from './check/history.ts';
import { startCluster } from './cluster.ts';
import { collectBooks } from './collect-books.ts';
import { FOLDER_VARIABLE, runEnclosed } from './enclosed.ts';
import { FAULTS, faultsNamed } from './faults/fault-table.ts';
import { startClient } from './load/client.ts';
import { followFeed } from './load/follow-feed.ts';
import { PUBLIC_URL } from './parts/fronts.ts';
import { findPrograms, missingPrograms } from './programs.ts';
import { brokenLimits, reportTable } from './report/report.ts';
import { runFaults } from './run-faults.ts';
import { SHOP_PATH, startShopReceiver } from './shop-receiver.ts';

// `npm run cluster`: three API nodes and two workers behind haproxy, PostgreSQL under Patroni and Redis with a replica, each part of which is
// killed, frozen, cut off or filled under constant load. Afterwards the client's record is compared with all other records.

/** Exit code if this machine cannot run the cluster. */
const CANNOT_RUN = 3;
const SHOWN_FINDINGS = 20;

const USAGE = `npm run cluster -- [--faults LIST] [--rate N] [--reads N] [--seconds N] [--keep FOLDER] [--report FILE]

Starts three API nodes and two workers behind haproxy, PostgreSQL under Patroni (three members with etcd, synchronous), PgBouncer and Redis
with a replica, all in their own namespaces; injects every fault under constant load, and compares the client's responses with what
the API, the feed, the receiver and the provider's simulator have. Needs root on Debian, with the packages that it names.

  --faults   a comma list, in place of all of them: ${FAULTS.map(({ name }) => name).join(', ')}
  --rate     creations a second, 8 by default
  --reads    reads a second, 12 by default
  --seconds  how long it runs between two faults once all is well again, 5 by default
  --keep     where the record (record.jsonl) and every log are stored
  --report   writes what is found as Markdown

It exits with 1 when something was lost, doubled or contradicting, or lasted for too long; with ${CANNOT_RUN} where it cannot run.
`;

const options = readCommandLine(
  USAGE,
  {
    faults: { type: 'string' },
    rate: { type: 'string', default: '8' },
    reads: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '5' },
    keep: { type: 'string' },
    report: { type: 'string' },
  },
  ({ faults, rate, reads, seconds, keep, report }) => ({
    faults: faultsNamed(faults),
    ...positive({ rate, reads, seconds }, ['rate', 'reads', 'seconds']),
    keep: keep === undefined ? undefined : resolve(keep),
    report: report === undefined ? undefined : resolve(report),
  }),
);

const folder = process.env[FOLDER_VARIABLE];
if (folder === undefined) {
  const missing = missingPrograms();
  for (const words of missing) console.error(words);
  process.exit(missing.length > 0 ? CANNOT_RUN : await runEnclosed());
}
const startedAt = performance.now();
const log = (line: string) =>
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${line}`);
try {
  process.exitCode = (await runCluster(folder)) ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  keepLogs(folder);
}
process.exit();

/** Returns whether everything was as required. */
async function runCluster(folder: string): Promise<boolean> {
  // The names of network namespaces are files below /run. Its own file system here contains only the namespaces of this run.
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
  mkdirSync('/run/netns');
  if (options.keep !== undefined) mkdirSync(options.keep, { recursive: true });
  const receiver = await startShopReceiver();
  const simulator = await startMoncashSimulator({ gatewayUrl: PUBLIC_URL });
  const cluster = await startCluster({
    folder,
    programs: findPrograms(),
    tls: {
      cert: readFileSync(join(folder, 'edge-ca.pem'), 'utf8'),
      key: readFileSync(join(folder, 'edge-key.pem'), 'utf8'),
    },
    callbackUrl: `${receiver.origin}${SHOP_PATH}`,
    settings: { ...receiver.settings, ...simulator.settings },
    log,
  });
  const answers: Answer[] = [];
  const file = createWriteStream(join(options.keep ?? folder, 'record.jsonl'));
  const record = (answer: Answer) => {
    answers.push(answer);
    file.write(`${JSON.stringify(answer)}\n`);
  };
  const { testKey: test, liveKey: live } = cluster.shop;
  const client = startClient({
    url: PUBLIC_URL,
    keys: { test, live },
    creations: options.rate,
    reads: options.reads,
    pay: (id) => simulator.pay(id),
    record,
  });
  const follower = followFeed(client.ask);
  await until('payments are created', () => answers.filter(({ status }) => status === 201).length > 30, 60_000);
  const made = await runFaults(options.faults, { cluster, receiver, log }, answers, options.seconds * 1000);
  log('the load ends; waiting until every order has its end');
  await client.finish();
  const books = await collectBooks({ client, follower, receiver, simulator, answers, log });
  const findings = checkBooks(books);
  const unsound = await assertSoundStore({ ...cluster.settings }).then(
    () => [],
    (error: Error) => [`the store is not sound: ${error.message}`],
  );
  const failures = [...brokenLimits(made, answers), ...unsound];
  const { listed, feed, received, charges } = books;
  const text = [
    reportTable(made, answers, findings),
    `${answers.length} requests, ${client.orders.length} orders, ${listed.test.length} test and ${listed.live.length} live payments, ` +
      `${feed.length} events in the feed, ${received.length} webhooks received, ${charges.length} payments at the provider.`,
    ...findings.slice(0, SHOWN_FINDINGS).map(({ kind, about, words }) => `- ${kind}: ${about ?? ''} ${words}`),
    ...failures.map((words) => `- ${words}`),
  ].join('\n\n');
  console.log(`\nSeconds after each fault; a request with a 503 was refused, so that nothing was done.\n\n${text}`);
  if (options.report !== undefined) writeFileSync(options.report, `# A run of the cluster\n\n${text}\n`);
  return findings.length === 0 && failures.length === 0;
}

/** The logs of all parts. */
function keepLogs(folder: string): void {
  if (options.keep === undefined) return;
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.log')))
    cpSync(join(folder, name), join(options.keep, name));
}
