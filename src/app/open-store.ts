import type { Config } from '../config.ts';
import { type Actor, SYSTEM } from '../domain/actor.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { SecretBox } from '../lib/secrets.ts';
import { type OperatorVerbs, operatorVerbs } from '../operator/operator-verbs.ts';
import { fixedClock, type StoreClock, storeClock, type TimeSources } from '../storage/clock/store-clock.ts';
import { type Database, DatabaseRefused } from '../storage/database.ts';
import { migrate } from '../storage/schema/migrate.ts';
import { isEmptyStore, readSchemaState } from '../storage/schema/schema-state.ts';
import { type Exposure, tightenStore } from '../storage/sqlite/private-store.ts';
import { embeddedStoreFile, openDatabase, storeBytes } from './open-database.ts';
import { boxOf, checkSecretKey, requireSecretKey } from './secret-key.ts';

/** What the command line works on: the store, what seals its secrets, and what operators do on it. */
export interface Store extends StoreClock {
  readonly db: Database;
  readonly box: SecretBox;
  /** Who acts on it, unless a verb is asked `as` somebody else. */
  readonly actor: Actor;
  readonly operator: OperatorVerbs;
  /** Names of the migrations that ran when it was opened. */
  readonly migrated: readonly string[];
}

/**
 * Opens the store that the settings name and, with `migrate`, brings its schema up to date; `when-empty` makes a new store
 * but changes no existing one. What is changed is recorded as the actor's, the gateway's own when none is given. Its clock is the
 * store's own, unless a machine's time is given, or a clock that is right as it is.
 * Throws ConfigError or DatabaseRefused, with one line that says what to do, when it must not be used.
 */
export async function openStore(
  config: Config,
  log: Log,
  options: { migrate: boolean | 'when-empty'; actor?: Actor; onMigrating?: () => Promise<void> },
  time?: Clock | (TimeSources & { readonly wall: Clock }),
): Promise<Store> {
  const { actor = SYSTEM } = options;
  const file = embeddedStoreFile(config);
  if (!options.migrate && file !== null && (await storeBytes(file, config.dataDir)) === undefined) {
    throw new DatabaseRefused(
      `there is no store in ${config.dataDir} yet: run \`peye start\` or \`peye migrate\` first, or set DATA_DIR to the folder that has it.`,
    );
  }
  const db = await openDatabase(config, log);
  // After it was found to be ours.
  const exposures = file === null ? [] : tightenStore(config.dataDir);
  if (options.migrate === true) reportExposures(exposures, log);
  try {
    const kept =
      typeof time === 'function' ? undefined : await storeClock({ db, log }, time?.wall ?? systemClock(), time);
    const known = typeof time === 'function' ? fixedClock(time) : (kept as StoreClock);
    const isAllowed = options.migrate === true || (options.migrate === 'when-empty' && (await isEmptyStore(db)));
    if (isAllowed && options.onMigrating) await reportMigrating(db, options.onMigrating);
    const migrated = isAllowed ? await migrate(db, known.clock, log, actor) : [];
    const { pending, newerBy } = await readSchemaState(db);
    if (newerBy !== undefined) log.warn({ schema: newerBy }, 'the store is newer than this version, and allows it');
    if (pending.length > 0) {
      throw new DatabaseRefused(
        'the store has no schema of this version yet: run `peye migrate` or `peye start` first.',
      );
    }
    await kept?.recall();
    const box = boxOf(config, await requireSecretKey(config, db));
    await checkSecretKey(db, box, log);
    const { webhookAllowedSubnets: allowedSubnets } = config;
    // Loaded when something is sent by hand.
    const openSender = async () => (await import('./open-sender.ts')).openSender(config);
    const operator = operatorVerbs({ db, box, ...known, actor, allowedSubnets, openSender });
    return { db, box, actor, ...known, operator, migrated };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Says that a store is about to be migrated. A new one is not: that takes a moment. */
async function reportMigrating(db: Database, onMigrating: () => Promise<void>): Promise<void> {
  const { applied, pending } = await readSchemaState(db);
  if (applied.length > 0 && pending.length > 0) await onMigrating();
}

/** Reports what other users can do with the store, and how to fix it. */
function reportExposures(exposures: readonly Exposure[], log: Log): void {
  for (const { path, others, mode } of exposures) {
    const advice = `it is not Peye's alone to change: run \`chmod ${mode} ${path}\`, or set DATA_DIR to a folder of its own`;
    if (others === 'replace') log.error({ path }, `other users may replace the store and its key: ${advice}`);
    else log.warn({ path }, `other users may read a part of the store's folder: ${advice}`);
  }
}
