import type { Config } from '../config.ts';
import { type Actor, SYSTEM } from '../core/actor.ts';
import { type Database, DatabaseRefused } from '../database/database.ts';
import { isEmptyStore, readSchemaState } from '../database/schema/schema-state.ts';
import { type Exposure, tightenStore } from '../database/sqlite/private-store.ts';
import { migrate } from '../features/operations/store/migrate.ts';
import { fixedClock, type StoreClock, storeClock, type TimeSources } from '../features/operations/store/store-clock.ts';
import { type Clock, systemClock } from '../platform/clock/clock.ts';
import type { Log } from '../platform/log/log.ts';
import type { SecretBox } from '../platform/secrets/secrets.ts';
import { type OperatorVerbs, operatorVerbs } from '../verbs/operator-verbs.ts';
import { embeddedStoreFile, openDatabase, storeBytes } from './open-database.ts';
import { boxOf, checkSecretKey, requireSecretKey } from './secret-key.ts';

/** An opened store, with the box that encrypts its secrets and the verbs of operators. */
export interface Store extends StoreClock {
  readonly db: Database;
  readonly box: SecretBox;
  /** The actor of changes, unless a verb is called `as` another actor. */
  readonly actor: Actor;
  readonly operator: OperatorVerbs;
  /** Names of the migrations that ran when the store was opened. */
  readonly migrated: readonly string[];
}

/**
 * Opens the store that the settings name and, with `migrate`, brings its schema up to date. With `when-empty` it creates the schema in an
 * empty store, but does not migrate any other. Changes are recorded under the actor, or under the gateway itself when none is given.
 * The clock is a `storeClock`, on which the nodes on one store agree; `time` replaces the machine's own sources of time. If `time` is
 * itself a clock, that clock is used unchanged.
 * Throws ConfigError or DatabaseRefused, with one line that says what to do, when the store must not be used.
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
      `there is no database in ${config.dataDir} yet: run \`peye start\` or \`peye migrate\` first, or set DATA_DIR to the folder of the database.`,
    );
  }
  const db = await openDatabase(config, log);
  // Only after openDatabase has accepted the store as Peye's.
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
    if (newerBy !== undefined) log.warn({ schema: newerBy }, 'the database is newer than this version, and compatible');
    if (pending.length > 0) {
      throw new DatabaseRefused(
        'the database is not migrated to this version yet: run `peye migrate` or `peye start` first.',
      );
    }
    await kept?.recall();
    const box = boxOf(config, await requireSecretKey(config, db));
    await checkSecretKey(db, box, log);
    const { webhookAllowedSubnets: allowedSubnets } = config;
    // Loaded when an operator sends something.
    const openSender = async () => (await import('./open-sender.ts')).openSender(config);
    const operator = operatorVerbs({ db, box, ...known, actor, allowedSubnets, openSender });
    return { db, box, actor, ...known, operator, migrated };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Calls `onMigrating` before an existing store is migrated. A new store takes only a moment. */
async function reportMigrating(db: Database, onMigrating: () => Promise<void>): Promise<void> {
  const { applied, pending } = await readSchemaState(db);
  if (applied.length > 0 && pending.length > 0) await onMigrating();
}

/** Logs which other users have access to the store, and how to fix it. */
function reportExposures(exposures: readonly Exposure[], log: Log): void {
  for (const { path, others, mode } of exposures) {
    const advice = `run \`chmod ${mode} ${path}\`, or set DATA_DIR to a private folder`;
    if (others === 'replace') log.error({ path }, `other users can replace the database and its key: ${advice}`);
    else log.warn({ path }, `other users can read files in the database folder: ${advice}`);
  }
}
