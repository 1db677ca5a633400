import { awaitStore } from '../app/await-store.ts';
import { failureText } from '../app/failure.ts';
import { openStore } from '../app/open-store.ts';
import { connectSupervisor } from '../app/processes/connect-supervisor.ts';
import { type Gateway, startGateway } from '../app/start-gateway.ts';
import { logTelemetry } from '../platform/log/log-telemetry.ts';
import { releaseMemoryWhenIdle } from '../platform/tasks/release-memory.ts';
import { readInheritedSettings } from './environment.ts';
import { exitOnUnexpectedError } from './on-signals.ts';
import { openLog } from './open-log.ts';

/**
 * A serving process of `peye start --processes`, without its own port. Its arguments are its number and the stream of the log. It
 * exits when its supervisor stops it or exits, and on SIGTERM, after which the supervisor restarts it.
 */
const [number, stream] = process.argv.slice(2);
const config = readInheritedSettings();
const log = await openLog(config, stream === 'stderr' ? 'stderr' : 'stdout', { process: Number(number) });
exitOnUnexpectedError(log);
const supervisor = connectSupervisor();
let gateway: Gateway | undefined;
let isStopping = false;

supervisor.onStop((reason) => {
  if (reason === 'gone') log.warn('the supervisor exited: stopping after requests in flight');
  void stop();
});
let isDraining = false;
supervisor.onDrain(() => {
  isDraining = true;
  gateway?.drain();
});
process.on('SIGTERM', () => supervisor.send({ kind: 'stopping' }));
// Ctrl-C in a terminal, and its closing, signal every process: only the supervisor acts on them.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});

try {
  const store = await awaitStore(() => openStore(config, log, { migrate: true }), log);
  // The supervisor counts connections for all.
  const unlimited = { ...config, maxConnections: Number.POSITIVE_INFINITY, maxConnectionsPerAddress: 0 };
  const { listen, points, others } = supervisor;
  const front = { listen, countHere: points.counter, others: { ...others, number: Number(number) } };
  gateway = await startGateway(unlimited, store, log, logTelemetry, front);
  // The request to drain arrived while the gateway was starting.
  if (isDraining) gateway.drain();
  void gateway.outdated.then((reason) => supervisor.send({ kind: 'outdated', reason }));
  supervisor.send({ kind: 'ready' });
  releaseMemoryWhenIdle();
} catch (error) {
  await supervisor.fail(failureText(error));
  process.exit(1);
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  try {
    await gateway?.stop();
    process.exit(0);
  } catch (error) {
    log.fatal({ err: error }, 'the shutdown failed');
    process.exit(1);
  }
}
