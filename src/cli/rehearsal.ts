import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startMerchantSimulator } from '../../simulators/merchant/merchant-simulator.ts';
import type { Simulator } from '../../simulators/simulator.ts';
import { SIMULATORS } from '../../simulators/simulators.ts';
import { API_BASE } from '../api/api-base.ts';
import type { Store } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { createApiKey } from '../websites/api-keys.ts';
import { changeWebsite, createWebsite } from '../websites/websites.ts';
import { readEnvironment } from './environment.ts';
import { details } from './output.ts';

/** The store of rehearsals, in DATA_DIR: never the one that holds real payments. */
const FOLDER = 'rehearsal';
/** Settings that must not lead a rehearsal to anything real. */
const REAL = ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY', 'WEBHOOK_CA_FILE', 'WEBHOOK_ALLOWED_SUBNETS'];

/** Live mode against simulators of all providers, on this machine alone. */
export interface Rehearsal {
  readonly config: Config;
  /** Opens the shop on the started gateway, and says what there is to try. Returns what `--json` prints. */
  open(store: Store): Promise<{ document: Record<string, unknown>; text: string }>;
  stop(): Promise<void>;
}

/**
 * Starts a simulator of every provider and a shop, and makes the settings of a gateway that works with them. Its store is
 * emptied at every start, because the simulators remember nothing from one to the next.
 */
export async function startRehearsal(): Promise<Rehearsal> {
  const given = readEnvironment(process.cwd(), process.env).values;
  const settings = { ...given, ...Object.fromEntries(REAL.map((name) => [name, ''])) };
  const { publicUrl, dataDir } = readConfig(settings);
  const folder = join(dataDir, FOLDER);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  const merchant = await startMerchantSimulator(({ event, transactionId, isSigned }) =>
    process.stderr.write(`shop: ${event} of ${transactionId}, signature ${isSigned ? 'good' : 'WRONG'}\n`),
  );
  const caFile = join(folder, 'shop-ca.pem');
  writeFileSync(caFile, merchant.ca);
  const simulators = new Map<string, Simulator>();
  for (const [name, start] of Object.entries(SIMULATORS)) simulators.set(name, await start({ gatewayUrl: publicUrl }));
  const config = readConfig({
    ...settings,
    ...Object.assign({}, ...[...simulators.values()].map((simulator) => simulator.settings)),
    DATA_DIR: folder,
    WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
    WEBHOOK_CA_FILE: caFile,
  });

  return {
    config,
    async open(store) {
      const { website, webhookSecret } = await createWebsite(store, { name: 'Rehearsal', ...merchant });
      await changeWebsite(store.db, website.id, { cardLiveApproved: true });
      const { text: key } = await createApiKey(store, { websiteId: website.id, mode: 'live', name: 'Rehearsal' });
      const apiBase = `${publicUrl}${API_BASE}`;
      merchant.open({ apiBase, gatewayUrl: publicUrl, key, webhookSecret });
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
        },
        text: describe({ shop: merchant.url, apiBase, key, webhookSecret, folder }, addresses),
      };
    },
    async stop() {
      await Promise.all([merchant, ...simulators.values()].map((simulator) => simulator.stop()));
    },
  };
}

function describe(
  made: { shop: string; apiBase: string; key: string; webhookSecret: string; folder: string },
  simulators: readonly (readonly [string, string])[],
): string {
  return `
Peye is ready for a rehearsal: live mode against simulators on this machine. No real money moves.

${details([
  ['A shop to buy from', made.shop],
  ['Base URL', made.apiBase],
  ['Live key', made.key],
  ['Webhook secret', made.webhookSecret],
  ['Store, emptied at every start', made.folder],
])}

The providers' simulators; each lists its faults to switch on at /_simulator/faults and its book at /_simulator/book:

${details(simulators)}

Every webhook that the shop gets is said here. To look at the payments from another terminal, in this folder:

DATA_DIR='${made.folder}' bin/peye payments list
`;
}
