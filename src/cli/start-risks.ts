import { liveRisks, unfinishedMethods } from '../app/live-risks.ts';
import type { Store } from '../app/open-store.ts';
import type { Config } from '../config.ts';
import { readDurability } from '../database/durability.ts';
import { fileSystemFault } from '../database/sqlite/file-system.ts';
import type { Log } from '../platform/log/log.ts';
import { readEnvironment } from './environment.ts';
import { unknownSettings, unknownSettingsText } from './unknown-settings.ts';

/** Logs unknown settings: a misspelt setting has no effect, and nothing else would show it. */
export function reportUnknownSettings(log: Log): void {
  const unknown = unknownSettings(readEnvironment());
  if (unknown.length === 0) return;
  log.warn({ names: unknownSettingsText(unknown) }, 'unknown settings: compare the names with .env.example');
}

/** Logs risks for live payments as errors, because merchants deliver goods for payments that Peye reports as completed. */
export async function reportLiveRisks(config: Config, log: Log): Promise<void> {
  for (const { check, status, message, fix } of [...unfinishedMethods(config), ...(await liveRisks(config))]) {
    if (status === 'ok') log.info({ check }, message);
    else log[status === 'problem' ? 'error' : 'warn']({ check }, `${message}. ${fix}`);
  }
}

/** Logs faults that could lose an acknowledged payment, with the fix for the operator. `peye doctor` shows the same. */
export async function reportDurabilityRisks(config: Config, { db }: Store, log: Log): Promise<void> {
  try {
    for (const { message, fix } of (await readDurability(db)).faults) log.warn({ fix }, message);
    const fault = config.databaseUrl === null ? fileSystemFault(config.dataDir) : undefined;
    if (fault) log.warn({ fix: fault.fix }, fault.message);
  } catch (error) {
    log.warn({ err: error }, 'the durability of the database could not be checked');
  }
}
