import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { MerchantSimulator } from '../../simulators/merchant/merchant-simulator.ts';
import type { Simulator } from '../../simulators/simulator.ts';
import type { SimulatorName } from '../../simulators/simulators.ts';
import { API_BASE } from '../api/api-base.ts';
import type { Store } from '../app/open-store.ts';
import { type Config, readConfig, settingNames } from '../config.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import {
  makePrivateFile,
  makePrivateFolder,
  tightenFile,
  tightenFolder,
  writePrivateFile,
} from '../platform/files/private-files.ts';
import { printable, shellWord } from '../platform/text/printable.ts';
import { caller } from './caller.ts';
import { readEnvironment } from './environment.ts';
import { loadSimulators, SIMULATED, SIMULATOR_NAMES } from './load-simulators.ts';
import { details } from './output.ts';

/** The folder of the rehearsal database in DATA_DIR, separate from the live database. */
const FOLDER = 'rehearsal';
/** Settings of a real gateway that a rehearsal ignores, because they lead to real databases, customers or shops. */
const IGNORED_SETTINGS = [
  'HOST',
  'PUBLIC_URL',
  'ROLES',
  'PROCESSES',
  'DATABASE_URL',
  'REDIS_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'WEBHOOK_CA_FILE',
  'WEBHOOK_ALLOWED_SUBNETS',
];

/** Live mode against simulators of all providers, on this machine alone. */
export interface Rehearsal {
  readonly config: Config;
  /** Opens the shop on the started gateway. Returns the output: a document for `--json`, and a text. */
  open(store: Store): Promise<{ document: Record<string, unknown>; text: string }>;
  stop(): Promise<void>;
}

/**
 * Starts a simulator of every provider and a shop, and builds the settings of a gateway that uses them. Its database is emptied at
 * every start, because the simulators start empty too.
 */
export async function startRehearsal(): Promise<Rehearsal> {
  // First, because the simulators may not be installed.
  const installed = await loadSimulators();
  const given = readEnvironment().values;
  const own = { ...given, ...Object.fromEntries(IGNORED_SETTINGS.map((name) => [name, ''])) };
  const { publicUrl, dataDir } = readConfig(own);
  const folder = join(dataDir, FOLDER);
  const releaseFolder = claimRehearsalFolder(folder);
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    await Promise.all(started.map((one) => one.stop()));
    releaseFolder();
  };
  try {
    const merchant = await installed.startMerchantSimulator(({ event, transactionId, isSigned }) =>
      caller().stderr.write(
        `shop: ${printable(`${event} of ${transactionId}`)}, signature ${isSigned ? 'valid' : 'INVALID'}\n`,
      ),
    );
    started.push(merchant);
    const simulators = new Map<SimulatorName, Simulator>();
    for (const name of SIMULATOR_NAMES) {
      const simulator = await installed.simulators[name]({ gatewayUrl: publicUrl });
      started.push(simulator);
      simulators.set(name, simulator);
    }
    const caFile = join(folder, 'shop-ca.pem');
    writePrivateFile(caFile, merchant.ca);
    const settings = {
      ...own,
      ...Object.assign({}, ...[...simulators.values()].map((simulator) => simulatedSettings(simulator, own))),
      DATA_DIR: folder,
      // The simulators have test accounts only.
      ALLOW_TEST_ACCOUNTS: 'true',
      WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
      WEBHOOK_CA_FILE: caFile,
    };
    const config = readConfig(settings);
    const tool = writeRehearsalTool(folder, settingsOf(settings));
    return { config, stop, open: (store) => openShop(store, { config, merchant, simulators, folder, tool }) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A simulator's settings, with those of its extra features that the environment uses. */
function simulatedSettings(
  { settings, extraSettings = {} }: Simulator,
  own: Readonly<Record<string, string | undefined>>,
) {
  return { ...settings, ...Object.fromEntries(Object.entries(extraSettings).filter(([name]) => own[name])) };
}

/** The settings of Peye in an environment that are set. */
function settingsOf(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(settingNames().flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}

interface RehearsalParts {
  readonly config: Config;
  readonly merchant: MerchantSimulator;
  readonly simulators: ReadonlyMap<SimulatorName, Simulator>;
  readonly folder: string;
  readonly tool: string;
}

async function openShop(
  { operator }: Store,
  started: RehearsalParts,
): Promise<{ document: Record<string, unknown>; text: string }> {
  const { config, merchant, simulators, folder, tool } = started;
  const { publicUrl } = config;
  const { returnUrl, callbackUrl, brand } = merchant;
  const { website, webhookSecret } = await operator.createWebsite({ name: brand.name, returnUrl, callbackUrl });
  await operator.changeWebsite(website.id, { ...brand, cardLiveApproved: true });
  const { text: key } = await operator.createApiKey({ websiteId: website.id, mode: 'live', name: 'Rehearsal' });
  const apiBase = `${publicUrl}${API_BASE}`;
  merchant.open({ apiBase, key, webhookSecret });
  const addresses = [...simulators].map(([name, { url }]) => [name, url] as const);
  return {
    document: {
      rehearsal: true,
      url: publicUrl,
      base_url: apiBase,
      website_id: website.id,
      key,
      webhook_secret: webhookSecret,
      shop: merchant.url,
      simulators: Object.fromEntries(addresses),
      tool,
    },
    text: describe({ shop: merchant.url, apiBase, key, webhookSecret, folder, tool }, addresses),
  };
}

function describe(
  made: { shop: string; apiBase: string; key: string; webhookSecret: string; folder: string; tool: string },
  simulators: readonly (readonly [SimulatorName, string])[],
): string {
  const tool = shellWord(made.tool);
  return `
Peye is ready for a rehearsal: live mode with simulators on this machine. No money moves.

Open the shop in a browser and buy something:  ${made.shop}

Each webhook that the shop receives is a line here that starts with "shop:". Press Ctrl-C to stop everything.

${details([
  ['Base URL', made.apiBase],
  ['Live key', made.key],
  ['Webhook secret', made.webhookSecret],
  ['Data, deleted at every start', made.folder],
])}

The simulators. Add /_simulator/faults to an address to see the faults you can switch on, /_simulator/book to see its charges:

${details(simulators.map(([name, url]) => [SIMULATED[name], `${url}  (${name})`]))}

In another terminal, run peye commands on this rehearsal:

${tool} payments list
${tool} deliveries list
${tool} discrepancies list

Next: docs/rehearsal.md
`;
}

const PEYE = fileURLToPath(new URL('../../bin/peye', import.meta.url));
const LOCK = 'lock';

/**
 * Locks the rehearsal folder for this process and empties it. Returns a function that releases the lock. Fails while another
 * rehearsal uses the folder, because that rehearsal would lose its database.
 */
function claimRehearsalFolder(folder: string): () => void {
  makePrivateFolder(folder);
  makePrivateFile(join(folder, LOCK));
  tightenFile(join(folder, LOCK));
  // An SQLite lock rather than a file with a process ID: it ends with its process in every case.
  const lock = new DatabaseSync(join(folder, LOCK), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!/locked/.test((error as Error).message)) throw error;
    throw new CommandFailure(`another rehearsal uses ${folder}. Stop it first, or set DATA_DIR to another folder.`);
  }
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(LOCK)) rmSync(join(folder, name), { recursive: true, force: true });
  }
  // The folder contains only the lock now.
  tightenFolder(folder, () => true);
  return () => lock.close();
}

/**
 * Writes a `peye` script that uses the rehearsal's database and simulators in every environment and folder, and never a real
 * database or provider. Returns its path.
 */
function writeRehearsalTool(folder: string, settings: Readonly<Record<string, string>>): string {
  const file = join(folder, 'peye');
  const assignments = Object.entries(settings).map(([name, value]) => `  ${name}=${shellWord(value)} \\\n`);
  const script = `#!/bin/sh
# Runs peye on the rehearsal in this folder, with the settings of the rehearsal only.
cd ${shellWord(folder)} && exec env -i PATH="$PATH" TERM="\${TERM-}" NO_COLOR="\${NO_COLOR-}" \\
  PEYE_TOOL=${shellWord(file)} \\
${assignments.join('')}  ${shellWord(PEYE)} "$@"
`;
  writePrivateFile(file, script, 0o700);
  return file;
}
