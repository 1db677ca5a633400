import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { parseHttpUrl, parseInteger } from '../lib/settings-reader.ts';
import { readSettings } from './environment.ts';
import { CommandFailure } from './failure.ts';
import { details, printResult } from './output.ts';

/** What this command needs of a simulator, whichever it is. */
interface RunningSimulator {
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

type StartSimulator = (options: { port: number; gatewayUrl: string }) => Promise<RunningSimulator>;

interface SimulatorEntry {
  /** From `simulators/`. */
  readonly file: string;
  /** What the file exports: a StartSimulator. */
  readonly start: string;
  /** The same on every start, so that settings which lead there can stay. */
  readonly port: number;
}

/** Loaded when they are asked for: a gateway needs none of them. */
export const SIMULATORS: Readonly<Record<string, SimulatorEntry>> = {
  moncash: { file: 'moncash/moncash-simulator.ts', start: 'startMoncashSimulator', port: 4011 },
  natcash: { file: 'natcash/natcash-simulator.ts', start: 'startNatcashSimulator', port: 4012 },
  'secure-acceptance': {
    file: 'secure-acceptance/secure-acceptance-simulator.ts',
    start: 'startSecureAcceptanceSimulator',
    port: 4013,
  },
  stripe: { file: 'stripe/stripe-simulator.ts', start: 'startStripeSimulator', port: 4014 },
  rates: { file: 'rates/rates-simulator.ts', start: 'startRatesSimulator', port: 4015 },
};

interface Options {
  port?: number;
  gatewayUrl?: string;
  json?: true;
}

/** `peye simulate`: a provider on loopback, for rehearsals without real money. */
export function simulateCommand(program: Command): void {
  program
    .command('simulate')
    .argument('<provider>', Object.keys(SIMULATORS).join(', '), parseProvider)
    .description('run a simulator of a provider on loopback, until Ctrl-C: no real money moves')
    .option('--port <number>', 'where it listens; 0 is any free port (default: one of its own)', parsePort)
    .option(
      '--gateway-url <url>',
      'where the gateway is reached, for returns and notifications (default: PUBLIC_URL)',
      parseGatewayUrl,
    )
    .option('--json', 'print one JSON document when it is ready: {provider, url, settings, faults_url, book_url}')
    .addHelpText(
      'after',
      `
It prints the settings that lead a gateway to it: put them in the .env file of a gateway for rehearsals, never of one
that takes real money. What it keeps is in memory, and gone with it. Faults (errors, silence, nonsense) are switched over HTTP.

Examples:
  peye simulate moncash
  peye simulate rates --port 5000
  peye simulate stripe --gateway-url http://127.0.0.1:9000`,
    )
    .action((name: string, options: Options) => simulate(name, options));
}

async function simulate(name: string, options: Options): Promise<void> {
  const entry = SIMULATORS[name] as SimulatorEntry;
  const gatewayUrl = options.gatewayUrl ?? readSettings().publicUrl;
  const start = await loadSimulator(name, entry);
  // Before it listens: a signal that comes at once must find its listener.
  const stopped = new Promise<void>((done) => {
    process.once('SIGTERM', () => done());
    process.once('SIGINT', () => done());
  });
  const simulator = await listen(start, { port: options.port ?? entry.port, gatewayUrl });
  const { url, settings } = simulator;
  const faultsUrl = `${url}/_simulator/faults`;
  const bookUrl = `${url}/_simulator/book`;
  printResult(options, { provider: name, url, settings, faults_url: faultsUrl, book_url: bookUrl }, () =>
    [
      `The simulator of ${name} is ready. No real money moves. Ctrl-C ends it.`,
      details([
        ['Address', url],
        ['Gateway', gatewayUrl],
        ['Faults', `${faultsUrl} (GET shows the switches, POST changes them)`],
        ['Its books', bookUrl],
      ]),
      'Settings that lead a gateway to it:',
      Object.entries(settings).map(envLine).join('\n'),
    ].join('\n\n'),
  );
  await stopped;
  await simulator.stop();
}

async function loadSimulator(name: string, { file, start }: SimulatorEntry): Promise<StartSimulator> {
  const place = new URL(`../../simulators/${file}`, import.meta.url);
  if (!existsSync(place)) throw new CommandFailure(`the simulator of ${name} is not part of this installation.`);
  const module = (await import(place.href)) as Record<string, StartSimulator>;
  return module[start] as StartSimulator;
}

async function listen(start: StartSimulator, options: { port: number; gatewayUrl: string }): Promise<RunningSimulator> {
  try {
    return await start(options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new CommandFailure(`port ${options.port} on 127.0.0.1 is in use. Give another one with --port.`);
    }
    throw error;
  }
}

function parseProvider(text: string): string {
  if (!Object.hasOwn(SIMULATORS, text)) {
    throw new InvalidArgumentError(`It must be one of ${Object.keys(SIMULATORS).join(', ')}.`);
  }
  return text;
}

function parsePort(text: string): number {
  const port = parseInteger(text, 0, 65_535);
  if (port === undefined) throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  return port;
}

function parseGatewayUrl(text: string): string {
  const url = parseHttpUrl(text);
  if (url === undefined) throw new InvalidArgumentError('It must be an http:// or https:// address.');
  return url;
}

/** A line of a `.env` file; quoted when the value needs it, in a quote that it does not hold. */
function envLine([name, value]: [string, string]): string {
  if (/^[\w./:@%+,=-]*$/.test(value)) return `${name}=${value}`;
  const quote = ["'", '"', '`'].find((each) => !value.includes(each)) ?? "'";
  return `${name}=${quote}${value}${quote}`;
}
