import { Argument, type Command, InvalidArgumentError } from 'commander';
import type { Simulator, SimulatorOptions } from '../../simulators/simulator.ts';
import type { SimulatorName } from '../../simulators/simulators.ts';
import { CommandFailure } from '../app/failure.ts';
import { parseHttpUrl, parseInteger } from '../lib/settings-reader.ts';
import { readSettings } from './environment.ts';
import { loadSimulators, SIMULATOR_NAMES, STANDS_FOR } from './load-simulators.ts';
import { details, printResult } from './output.ts';

/** The same on every start, so that settings which lead there can stay: one port for each, in the order of the table. */
const FIRST_PORT = 4011;

interface Options {
  port?: number;
  gatewayUrl?: string;
  json?: true;
}

/** `peye simulate`: a provider on loopback, for rehearsals without real money. */
export function simulateCommand(program: Command): void {
  program
    .command('simulate')
    .addArgument(new Argument('<provider>', describeChoice()).choices(SIMULATOR_NAMES))
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
All of them at once, with a gateway and a shop in front of them: peye start --rehearse

Examples:
  peye simulate moncash
  peye simulate rates --port 5000
  peye simulate stripe --gateway-url http://127.0.0.1:9000`,
    )
    .action((name: SimulatorName, options: Options) => simulate(name, options));
}

async function simulate(name: SimulatorName, options: Options): Promise<void> {
  const gatewayUrl = options.gatewayUrl ?? readSettings().publicUrl;
  const port = options.port ?? FIRST_PORT + SIMULATOR_NAMES.indexOf(name);
  // Before it listens: a signal that comes at once must find its listener.
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
      `The simulator of ${name} is ready. No real money moves. Ctrl-C ends it.`,
      details([
        ['Address', url],
        ['Stands for', STANDS_FOR[name]],
        ['Reports to', `${gatewayUrl} (the gateway; another one: --gateway-url)`],
        ['Faults', `${faultsUrl} (GET shows the switches, POST of JSON changes them)`],
        ['Its books', bookUrl],
      ]),
      'Settings that lead a gateway to it, for the .env file of one that takes no real money:',
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
    throw new CommandFailure(`port ${options.port} on 127.0.0.1 is in use. Give another one with --port.`);
  }
}

/** What names that are those of no payment method stand for. */
function describeChoice(): string {
  const others = Object.entries(STANDS_FOR).filter(([name, what]) => name !== what);
  return `which one; ${others.map(([name, what]) => `${name} is that of ${what}`).join(', ')}`;
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
