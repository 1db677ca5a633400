import { type Command, Option } from 'commander';
import { MODES, type Mode } from '../domain/payment.ts';
import { formatTimestamp } from '../domain/timestamps.ts';
import { requireWebsite } from '../operator/require-website.ts';
import { apiKeyJson } from '../operator/views/api-key-json.ts';
import { type ListedApiKey, listApiKeys } from '../storage/api-keys.ts';
import { asCalled } from './as-called.ts';
import { details, printResult, table } from './output.ts';
import { parseDurationSeconds, parseText } from './values.ts';
import { withStore } from './with-store.ts';

/** Long enough for a merchant to change the key in every place that has it. */
const DEFAULT_OVERLAP = '24h';

interface JsonOption {
  json?: true;
}

/** `peye keys …`: the API keys of websites. */
export function keysCommands(program: Command): void {
  const keys = program.command('keys').description('make API keys and change them');

  keys
    .command('create')
    .description('make an API key; it is shown once')
    .requiredOption('--website <id>', 'the id of the website it belongs to')
    .addOption(new Option('--mode <mode>', 'test simulates, live moves money').choices(MODES).makeOptionMandatory())
    .option('--name <name>', 'what people call it, 1 to 255 characters; none when not given', parseText)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
The key is shown now and never again: only a hash of it is stored.

Examples:
  peye keys create --website web_… --mode test
  peye keys create --website web_… --mode live --name "Shop server"`,
    )
    .action((options: JsonOption & { website: string; mode: Mode; name?: string }) => create(options));

  keys
    .command('list')
    .description("list a website's keys, oldest first")
    .requiredOption('--website <id>', 'the id of a website')
    .option('--json', 'print a JSON array')
    .addHelpText('after', '\nExamples:\n  peye keys list --website web_…\n  peye keys list --website web_… --json')
    .action((options: JsonOption & { website: string }) => list(options));

  onOne(keys, 'deactivate', 'refuse it with 403, on every node within ten seconds').action(
    (id: string, options: JsonOption) => setActive(id, options, false),
  );
  onOne(keys, 'activate', 'accept it again').action((id: string, options: JsonOption) => setActive(id, options, true));

  onOne(keys, 'roll', 'replace its text and keep its id, and with it its payments; the new key is shown once')
    .addOption(
      new Option('--overlap <time>', 'how long the old key still works, such as 30m, 24h or 7d; 0 ends it now')
        .argParser(parseDurationSeconds)
        .default(parseDurationSeconds(DEFAULT_OVERLAP), DEFAULT_OVERLAP),
    )
    .addHelpText('after', '  peye keys roll key_… --overlap 7d\n  peye keys roll key_… --overlap 0')
    .action((id: string, options: JsonOption & { overlap: number }) => roll(id, options));
}

async function create({
  website,
  mode,
  name,
  json,
}: JsonOption & { website: string; mode: Mode; name?: string }): Promise<void> {
  await withStore(async ({ operator }) => {
    const { apiKey, text } = await operator.createApiKey({ websiteId: website, mode, name: name ?? null });
    printKey({ ...(json && { json }) }, apiKey, { key: text });
  });
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
          return asCalled(`No keys yet. Make one: peye keys create --website ${options.website} --mode test`);
        }
        return table(
          ['ID', 'MODE', 'NAME', 'KEY', 'ACTIVE', 'CREATED'],
          keys.map((key) => [
            key.id,
            key.mode,
            key.name,
            shownKey(key),
            key.deactivatedAtUs === null ? 'yes' : 'no',
            formatTimestamp(key.createdAtUs),
          ]),
        );
      },
    );
  });
}

async function setActive(id: string, options: JsonOption, active: boolean): Promise<void> {
  await withStore(async ({ operator }) => printKey(options, await operator.setApiKeyActive(id, active)));
}

async function roll(id: string, { overlap, json }: JsonOption & { overlap: number }): Promise<void> {
  await withStore(async ({ operator, clock }) => {
    const { apiKey, text } = await operator.rollApiKey({ id, overlapSeconds: overlap });
    const endsAt = formatTimestamp(clock() + overlap * 1_000_000);
    const hint = overlap === 0 ? 'The old key is refused from now on.' : `The old key works until ${endsAt}.`;
    printKey({ ...(json && { json }) }, apiKey, { key: text, hint });
  });
}

function onOne(keys: Command, name: string, description: string): Command {
  return keys
    .command(name)
    .argument('<id>', 'the id of a key, key_… (not the key itself)')
    .description(description)
    .option('--json', 'print one JSON document')
    .addHelpText('after', `\nExamples:\n  peye keys ${name} key_…`);
}

function printKey(options: JsonOption, key: ListedApiKey, made?: { key: string; hint?: string }): void {
  printResult(options, apiKeyJson(key, made?.key), () => {
    const properties = details([
      ['ID', key.id],
      ['Website', key.websiteId],
      ['Mode', key.mode],
      ['Name', key.name],
      ['Active', key.deactivatedAtUs === null ? 'yes' : 'no'],
      ['Created', formatTimestamp(key.createdAtUs)],
      ['Key', made?.key ?? shownKey(key)],
    ]);
    if (!made) return properties;
    return `${properties}\n\nKeep the key now: it is not shown again.${made.hint ? ` ${made.hint}` : ''}`;
  });
}

/** The end of a key, by which people tell keys apart. */
function shownKey(key: ListedApiKey): string {
  return `tk_${key.mode}_…${key.hint}`;
}
