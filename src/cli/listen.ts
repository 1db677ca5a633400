import { homedir } from 'node:os';
import { join } from 'node:path';
import { Option } from 'commander';
import { API_BASE } from '../api/api-base.ts';
import { localOrigin } from '../app/local-origin.ts';
import { readConfig } from '../config.ts';
import { webUrl } from '../platform/network/web-url.ts';
import { readEnvironment } from './environment.ts';
import { type ListenSettings, sessionSecret } from './listen/listen-settings.ts';
import type { Command, JsonOption } from './output.ts';

interface ListenOptions extends JsonOption {
  key?: string;
  forward: string;
  url?: string;
  secret?: string;
  printJson?: true;
  skipVerify?: true;
  fromStart?: true;
}

/** `peye listen`: forwards sandbox events to a developer's machine. */
export function listenCommand(program: Command): void {
  program
    .command('listen')
    .description('Forward sandbox events to a local URL as signed webhooks')
    .option('--key <key>', 'test key, tk_test_… (default: PEYE_KEY)')
    .requiredOption(
      '--forward <url>',
      'URL to post each event to, http:// or https://, such as http://localhost:3000/webhooks',
    )
    .option('--url <base>', 'base URL of the gateway (default: the gateway of the settings in this folder)')
    .option(
      '--secret <secret>',
      'webhook secret that signs the events, whsec_… (default: PEYE_WEBHOOK_SECRET, or a secret derived from the key, which is shown)',
    )
    .option('--skip-verify', 'accept any certificate of the forward URL, such as a self-signed one')
    .option('--from-start', 'forward every event of the feed, oldest first, not only new ones')
    .addOption(new Option('--print-json', 'print each event as JSON, one per line').conflicts('json'))
    .json('print one JSON document at the end: {forwarded, accepted}')
    .more(`
Body, headers and signature are the same as for a webhook. After any response from your server, Peye sends the next event. While your
server is unavailable, Peye retries the same event.

The first run starts with new events. Later runs continue where the last one stopped. Press Ctrl-C to stop.

While it waits for events, this command sends two or three requests a minute, and never more than 20 a minute: a third of the
default rate limit for one address.

Examples:
  peye listen --key tk_test_… --secret whsec_… --forward http://localhost:3000/webhooks
  peye listen --key tk_test_… --forward https://localhost:3000/webhooks --skip-verify --from-start
  PEYE_KEY=tk_test_… peye listen --url https://pay.example/api/gateway/v1 --forward http://localhost:3000/webhooks
  peye listen --key tk_test_… --forward http://localhost:3000/webhooks --print-json | jq .data.amount`)
    .action(async (options: ListenOptions, command: Command) => {
      const settings = readListenSettings(options, command);
      // Loaded here because other commands need no HTTP client.
      const { listen } = await import('./listen/listen.ts');
      await listen(settings);
    });
}

function readListenSettings(options: ListenOptions, command: Command): ListenSettings {
  const { values } = readEnvironment();
  const key = options.key ?? values.PEYE_KEY ?? '';
  // None of these messages quotes the value, because it may be a live key.
  if (key === '') command.error('give a test key with --key or PEYE_KEY');
  if (!/^tk_test_[\x21-\x7e]+$/.test(key)) {
    command.error('the key must be a test key (tk_test_…): only test payments have an events feed');
  }
  const given = options.secret ?? (values.PEYE_WEBHOOK_SECRET || undefined);
  if (given !== undefined && !/^whsec_[\x21-\x7e]+$/.test(given)) {
    command.error('the secret must be a webhook secret (whsec_…)');
  }
  const forward =
    plainUrl(options.forward) ?? command.error('--forward must be an http:// or https:// URL without a user');
  return {
    // With --url the settings in this folder are not read: they may belong to the developer's own program.
    baseUrl:
      options.url === undefined ? `${localOrigin(readConfig(values))}${API_BASE}` : baseUrlOf(options.url, command),
    key,
    forwardUrl: forward.href,
    secret: given ?? sessionSecret(key),
    secretFrom: options.secret !== undefined ? 'option' : given !== undefined ? 'environment' : 'key',
    isLocal: options.url === undefined,
    skipVerify: options.skipVerify ?? false,
    fromStart: options.fromStart ?? false,
    output: options.printJson ? 'events' : options.json ? 'summary' : 'lines',
    stateFolder: join(values.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'peye'),
  };
}

/** A base URL as typed; the path of the API is added to a URL without a path. */
function baseUrlOf(text: string, command: Command): string {
  const url = plainUrl(text);
  if (url?.search !== '') command.error('--url must be an http:// or https:// URL without a user and a query');
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path === '' ? API_BASE : path}`;
}

/** The address of a website, without a user. */
function plainUrl(text: string): URL | undefined {
  const url = webUrl(text);
  return url?.username === '' && url.password === '' ? url : undefined;
}
