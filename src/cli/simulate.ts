import { Argument, InvalidArgumentError } from 'commander';
import type { Simulator, SimulatorOptions } from '../../simulators/simulator.ts';
import type { SimulatorName } from '../../simulators/simulators.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import { parseHttpUrl, parseInteger } from '../platform/settings-reader.ts';
import { readSettings } from './environment.ts';
import { loadSimulators, SIMULATED, SIMULATOR_NAMES } from './load-simulators.ts';
import { type Command, details, type JsonOption, printResult } from './output.ts';

/** The first of the fixed ports, one for each simulator in the order of the table, so that settings stay valid. */
const FIRST_PORT = 4011;

interface Options extends JsonOption {
  port?: number;
  gatewayUrl?: string;
}

/** `peye simulate`: a provider simulator on loopback, for rehearsals in which no money moves. */
export function simulateCommand(program: Command): void {
  program
    .command('simulate')
    .addArgument(new Argument('<provider>', describeChoice()).choices(SIMULATOR_NAMES))
    .description('Run a provider simulator on loopback until Ctrl-C; no money moves')
    .option(
      '--port <number>',
      'port to listen on; 0 for any free port (default: a fixed port for each provider)',
      parsePort,
    )
    .option(
      '--gateway-url <url>',
      'gateway address for returns and notifications (default: PUBLIC_URL)',
      parseGatewayUrl,
    )
    .json('print one JSON document when it is ready: {provider, url, settings, faults_url, book_url}')
    .more(`
It prints the settings that connect a gateway to the simulator. Put them in the .env file of a rehearsal gateway, never of a live
gateway. The simulator stores everything in memory. You can switch on faults over HTTP: errors, timeouts and invalid responses.

To run all simulators with a gateway and a shop, use peye start --rehearse.

Examples:
  peye simulate moncash
  peye simulate rates --port 5000
  peye simulate stripe --gateway-url http://127.0.0.1:9000`)
    .action((name: SimulatorName, options: Options) => simulate(name, options));
}

async function simulate(name: SimulatorName, options: Options): Promise<void> {
  const gatewayUrl = options.gatewayUrl ?? readSettings().publicUrl;
  const port = options.port ?? FIRST_PORT + SIMULATOR_NAMES.indexOf(name);
  // Before it listens, so that an early signal finds its listener.
  const stopped = new Promise<void>((done) => {
    process.once('SIGTERM', () => done());
    process.once('SIGINT', () => done());
  });
  const running = await start(name, { port, gatewayUrl });
  const { url, settings } = running;
  const faultsUrl = `${url}/_simulator/faults`;
  const bookUrl = `${url}/_simulator/book`;
  printResult(options, { provider: name, url, settings, faults_url: faultsUrl, book_url: bookUrl }, () =>
    [
      `The ${name} simulator is ready. No money moves. Press Ctrl-C to stop it.`,
      details([
        ['Address', url],
        ['Simulates', SIMULATED[name]],
        ['Reports to', `${gatewayUrl} (the gateway; change it with --gateway-url)`],
        ['Faults', `${faultsUrl} (GET shows the switches, POST with JSON changes them)`],
        ['Charges', bookUrl],
      ]),
      'Settings for the .env file of a rehearsal gateway:',
      Object.entries(settings).map(envLine).join('\n'),
    ].join('\n\n'),
  );
  await stopped;
  await running.stop();
}

async function start(name: SimulatorName, options: SimulatorOptions): Promise<Simulator> {
  const { simulators } = await loadSimulators();
  try {
    return await simulators[name](options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new CommandFailure(`port ${options.port} on 127.0.0.1 is in use. Choose another one with --port.`);
  }
}

/** Describes the names that differ from a payment method. */
function describeChoice(): string {
  const others = Object.entries(SIMULATED).filter(([name, what]) => name !== what);
  return `provider to simulate; ${others.map(([name, what]) => `${name} is for ${what}`).join(', ')}`;
}

function parsePort(text: string): number {
  const port = parseInteger(text, 0, 65_535);
  if (port === undefined) throw new InvalidArgumentError('Use a whole number from 0 to 65535.');
  return port;
}

function parseGatewayUrl(text: string): string {
  const url = parseHttpUrl(text);
  if (url === undefined) throw new InvalidArgumentError('Use an http:// or https:// address.');
  return url;
}

/** A line of a `.env` file. A value that needs quotes gets a quote character that it does not contain. */
function envLine([name, value]: [string, string]): string {
  if (/^[\w./:@%+,=-]*$/.test(value)) return `${name}=${value}`;
  const quote = ["'", '"', '`'].find((each) => !value.includes(each)) ?? "'";
  return `${name}=${quote}${value}${quote}`;
}
