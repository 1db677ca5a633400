import { createHmac } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { API_BASE } from '../api/api-base.ts';
import { localOrigin } from '../app/local-origin.ts';
import { readConfig } from '../config.ts';
import { webUrl } from '../lib/web-url.ts';
import { readEnvironment } from './environment.ts';
import type { ListenSettings } from './listen/listen-settings.ts';

interface ListenOptions {
  key?: string;
  forward: string;
  url?: string;
  secret?: string;
  printJson?: true;
  skipVerify?: true;
  fromStart?: true;
  json?: true;
}

/** `peye listen`: brings the events of a sandbox to a developer's own machine. */
export function listenCommand(program: Command): void {
  program
    .command('listen')
    .description('post the sandbox events of a Peye, local or remote, to a local URL as signed webhooks')
    .option('--key <key>', 'a test key, tk_test_…; when not given, PEYE_KEY of the environment')
    .requiredOption('--forward <url>', 'where each event is posted: http:// or https://, your own machine included')
    .option('--url <base>', "the base URL of the Peye to follow; when not given, the one of this folder's settings")
    .option(
      '--secret <secret>',
      'signs: the one that your handler checks with, whsec_…; when not given, PEYE_WEBHOOK_SECRET, else one is made and shown',
    )
    .option('--skip-verify', 'accept any certificate of the forward URL, also a self-signed one')
    .option('--from-start', 'post every event of the feed, oldest first, and not only those after the last time')
    .addOption(new Option('--print-json', 'print the JSON of each event, one document a line').conflicts('json'))
    .option('--json', 'print one JSON document when it ends: {forwarded, accepted}')
    .addHelpText(
      'after',
      `
Body, headers and signature are those of a webhook. Whatever your server answers, the next event follows; while it cannot be
reached, the same event is tried again. The first time it starts with the events to come, later where it stopped.
It waits for events with two or three requests a minute, and never sends more than 20: a third of the default rate limit of
one address. Ctrl-C stops it.

Examples:
  peye listen --key tk_test_… --secret whsec_… --forward http://localhost:3000/webhooks
  peye listen --key tk_test_… --forward https://localhost:3000/webhooks --skip-verify --from-start
  PEYE_KEY=tk_test_… peye listen --url https://pay.example/api/gateway/v1 --forward http://localhost:3000/webhooks
  peye listen --key tk_test_… --forward http://localhost:3000/webhooks --print-json | jq .data.amount`,
    )
    .action(async (options: ListenOptions, command: Command) => {
      const settings = readListenSettings(options, command);
      // Loaded here, because other commands need no HTTP client.
      const { listen } = await import('./listen/listen.ts');
      await listen(settings);
    });
}

function readListenSettings(options: ListenOptions, command: Command): ListenSettings {
  const { values } = readEnvironment();
  const key = options.key ?? values.PEYE_KEY ?? '';
  // None of these messages repeats the given value: it may be a live key.
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
    // The settings are left alone when another Peye is meant: this folder's may be those of the developer's own program.
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

/** The same each time, so that a handler can be set up with it once. Whoever holds the key could have made it. */
function sessionSecret(key: string): string {
  return `whsec_${createHmac('sha256', key).update('peye listen').digest('hex')}`;
}

/** A base URL as it was given, or with the path of the API when it has none. */
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
