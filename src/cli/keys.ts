import { InvalidArgumentError, Option } from 'commander';
import { MODES, type Mode } from '../core/payment.ts';
import { formatTimestamp } from '../core/timestamps.ts';
import { API_KEY_FIELDS, apiKeyJson } from '../features/websites/api-key-json.ts';
import type { KeyFields } from '../features/websites/key-rules.ts';
import { requireWebsite } from '../features/websites/require-website.ts';
import { KEY_SCOPES, type KeyScope, type ListedApiKey, listApiKeys } from '../features/websites/store/api-keys.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { asCalled } from './as-called.ts';
import { fieldDetails, fieldTable } from './field-table.ts';
import { type Command, type JsonOption, onOne, printResult } from './output.ts';
import { addressOf, parseDurationSeconds, parseHaitiTo, parseText } from './values.ts';
import { withStore } from './with-store.ts';

/** Long enough for a merchant to replace the key everywhere. */
const DEFAULT_OVERLAP = '24h';

/** When a key expires: after a duration, at a time, or never. */
type Expiry = { readonly inSeconds: number } | { readonly atUs: number | null };

/** The scopes that a key may be limited to. */
interface Limits extends JsonOption {
  name?: string;
  expires?: Expiry;
  address?: string[];
  scope?: string[];
}

/** `peye keys …`: the API keys of websites. */
export function keysCommands(program: Command): void {
  const keys = program.command('keys').description('Create and manage API keys');
  const one = onOne(keys, { is: 'key ID, key_… (not the key itself)', examples: ['key_…'] });

  limitOptions(
    keys.command('create').description('Create an API key and show it once'),
    (text) => ` (default: ${text})`,
  )
    .requiredOption('--website <id>', 'ID of the website that the key belongs to')
    .addOption(
      new Option('--mode <mode>', 'test simulates payments, live moves money').choices(MODES).makeOptionMandatory(),
    )
    .option('--name <name>', 'display name, 1 to 255 characters', parseText)
    .json()
    .more(`
The key is shown only once, because Peye stores only its hash.

Examples:
  peye keys create --website web_… --mode test
  peye keys create --website web_… --mode live --name "Shop server"
  peye keys create --website web_… --mode live --expires 90d --address 203.0.113.7 --scope read --scope create`)
    .action((options: Limits & { website: string; mode: Mode }) => create(options));

  limitOptions(keys.command('update').argument('<id>', 'key ID, key_… (not the key itself)'), () => '')
    .description('Change an API key; only the options you give change')
    .json()
    .option('--name <name>', 'display name, 1 to 255 characters; none to remove')
    .more(`
Examples:
  peye keys update key_… --name "Shop server" --expires 2027-06-30
  peye keys update key_… --address 203.0.113.7 --address 2001:db8::/32
  peye keys update key_… --expires none --address none --scope all

A change is live on every node within 10 seconds.`)
    .action((id: string, options: Limits, command: Command) => update(id, options, command));

  keys
    .command('list')
    .description('List the API keys of a website, oldest first')
    .requiredOption('--website <id>', 'website ID')
    .json('print a JSON array')
    .more('\nExamples:\n  peye keys list --website web_…\n  peye keys list --website web_… --json')
    .action((options: JsonOption & { website: string }) => list(options));

  one('deactivate', 'Reject an API key with 403, on every node within 10 seconds').action(
    (id: string, options: JsonOption) => setActive(id, options, false),
  );
  one('activate', 'Accept an API key again').action((id: string, options: JsonOption) => setActive(id, options, true));

  one('roll', 'Rotate an API key: the value changes, the ID and its payments stay')
    .addOption(
      new Option(
        '--overlap <time>',
        'how long the old key keeps working, such as 30m, 24h or 7d; 0 ends it within 10 seconds',
      )
        .argParser(parseDurationSeconds)
        .default(parseDurationSeconds(DEFAULT_OVERLAP), DEFAULT_OVERLAP),
    )
    .more('  peye keys roll key_… --overlap 7d\n  peye keys roll key_… --overlap 0')
    .action((id: string, options: JsonOption & { overlap: number }) => roll(id, options));
}

/** `whenAbsent` is the help text about omitting an option: an update leaves its value unchanged. */
function limitOptions(command: Command, whenAbsent: (text: string) => string): Command {
  return command
    .option(
      '--expires <when>',
      `expiry: a duration such as 90d, or the last valid day in Haiti such as 2027-06-30; none: never${whenAbsent('none')}`,
      parseExpiry,
    )
    .option(
      '--address <address>',
      `allowed IP address or subnet; repeat for up to 20; none: any address${whenAbsent('none')}`,
      collect,
    )
    .addOption(
      new Option('--scope <scope>', `permission: read, create, refund or all; can be repeated${whenAbsent('all')}`)
        .choices([...KEY_SCOPES, 'all'])
        .argParser(collectScope),
    );
}

function collect(text: string, before: string[] = []): string[] {
  return [...before, text];
}

function collectScope(text: string, before: string[] = []): string[] {
  if (text !== 'all' && !KEY_SCOPES.includes(text as KeyScope)) {
    throw new InvalidArgumentError(`Use ${KEY_SCOPES.join(', ')} or all.`);
  }
  return [...before, text];
}

/** The fields of a key that the options set. */
function fieldsOf({ name, expires, address, scope }: Limits, clock: Clock): KeyFields {
  return {
    ...(name !== undefined && { name: addressOf(name) ?? null }),
    ...(expires !== undefined && { expiresAtUs: expiryUs(expires, clock) }),
    ...(address !== undefined && { addresses: address.filter((each) => addressOf(each) !== null) }),
    ...(scope !== undefined && { scopes: scope.includes('all') ? null : scope }),
  };
}

function parseExpiry(text: string): Expiry {
  if (addressOf(text) === null) return { atUs: null };
  return /^\d+[smhd]$/.test(text) ? { inSeconds: parseDurationSeconds(text) } : { atUs: parseHaitiTo(text) };
}

function expiryUs(expiry: Expiry, clock: Clock): number | null {
  return 'atUs' in expiry ? expiry.atUs : Math.floor(clock()) + expiry.inSeconds * 1_000_000;
}

async function create({ website, mode, json, ...limits }: Limits & { website: string; mode: Mode }): Promise<void> {
  await withStore(async ({ operator, clock }) => {
    const { apiKey, text } = await operator.createApiKey({ websiteId: website, mode, ...fieldsOf(limits, clock) });
    printKey({ ...(json && { json }) }, apiKey, { key: text });
  });
}

async function update(id: string, options: Limits, command: Command): Promise<void> {
  const { name, expires, address, scope } = options;
  if ([name, expires, address, scope].every((given) => given === undefined)) {
    command.error('nothing to change. Use --name, --expires, --address or --scope');
  }
  await withStore(async ({ operator, clock }) =>
    printKey(options, await operator.changeApiKey(id, fieldsOf(options, clock))),
  );
}

async function list(options: JsonOption & { website: string }): Promise<void> {
  await withStore(async ({ db }) => {
    await requireWebsite(db, options.website);
    const keys = await listApiKeys(db, options.website);
    printResult(
      options,
      keys.map((key) => apiKeyJson(key)),
      () => {
        if (keys.length === 0) {
          return asCalled(`No keys yet. Create one: peye keys create --website ${options.website} --mode test`);
        }
        return keyTable(keys);
      },
    );
  });
}

function keyTable(keys: readonly ListedApiKey[]): string {
  return fieldTable(keys, API_KEY_FIELDS, [
    ['id'],
    ['mode'],
    ['name', { leastWidth: 8 }],
    { title: 'KEY', cell: shownKey },
    ['active'],
    { title: 'SCOPES', cell: ({ scopes }) => scopes?.join(', ') ?? null, leftOut: 1 },
    ['allowed_addresses', { title: 'ADDRESSES', leastWidth: 12, leftOut: 2 }],
    ['expires_at', { leftOut: 3 }],
    ['last_used_at', { leftOut: 4 }],
    ['created_at', { leftOut: 5 }],
  ]);
}

async function setActive(id: string, options: JsonOption, active: boolean): Promise<void> {
  await withStore(async ({ operator }) => printKey(options, await operator.setApiKeyActive(id, active)));
}

async function roll(id: string, { overlap, json }: JsonOption & { overlap: number }): Promise<void> {
  await withStore(async ({ operator, clock }) => {
    const { apiKey, text } = await operator.rotateApiKey({ id, overlapSeconds: overlap });
    const endsAt = formatTimestamp(clock() + overlap * 1_000_000);
    const hint =
      overlap === 0 ? 'Every node refuses the old key within ten seconds.' : `The old key works until ${endsAt}.`;
    printKey({ ...(json && { json }) }, apiKey, { key: text, hint });
  });
}

function printKey(options: JsonOption, key: ListedApiKey, made?: { key: string; hint?: string }): void {
  printResult(options, apiKeyJson(key, made?.key), () => {
    const properties = fieldDetails(API_KEY_FIELDS, key, [['Key', made?.key ?? shownKey(key)]]);
    if (!made) return properties;
    return `${properties}\n\nSave the key now. It is not shown again.${made.hint ? ` ${made.hint}` : ''}`;
  });
}

/** The last characters of a key, which identify it. */
function shownKey(key: ListedApiKey): string {
  return `tk_${key.mode}_…${key.hint}`;
}
