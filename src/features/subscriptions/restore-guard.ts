import { type Actor, SYSTEM } from '../../core/actor.ts';
import { MS_PER_MINUTE } from '../../core/durations.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { placeReader, type ReadPlace } from '../../database/store-place.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { newId } from '../../platform/secrets/secrets.ts';
import { type ChargeMark, makeChargeMark, raiseChargeMark, readChargeMark } from './store/charge-mark-file.ts';
import { type Charging, countCharge, nameCharging, readCharging, recordPause } from './store/charging.ts';

const REPORT_EVERY_MS = MS_PER_MINUTE;

/** Why charging pauses, as stored and shown. */
const REASONS = {
  moved: 'PostgreSQL is on another timeline or another server than before: a failover or a restore',
  behind: 'the store is older than the mark next to it: it was restored from a backup',
  unmarked: 'the mark next to the store is missing or belongs to another store: it was restored or moved',
  marked: 'peye restore --mark',
} as const;

/**
 * Detects that the store was rolled back, with data that is not rolled back with it: for an embedded store a mark in a
 * file next to it, raised before each charge; for PostgreSQL its location. After a rollback no process charges live
 * cards until `liftPause`: a store that has lost charges would repeat them.
 */
export interface RestoreGuard {
  /** Checks, and pauses charging if needed. Returns the pause, if there is one, and logs it every minute. */
  check(): Promise<Charging['pause']>;
  /**
   * Call it in the transaction that decides to request a charge. Returns undefined when the charge must not be
   * requested.
   */
  admit(tx: Transaction): Promise<Admission | undefined>;
  /**
   * Raises the mark of an embedded store. Call it after the transaction of `admit`, and before the request to the
   * provider: the mark is durable when this returns. Throws when it cannot be written.
   */
  note(admission: Admission): void;
  /** Pauses charging, because this actor declares that the store was restored. */
  markRestored(actor: Actor): Promise<void>;
}

interface Admission {
  readonly mark: number;
  readonly storeId: string | null;
}

interface GuardDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** The file of the mark next to an embedded store; null with PostgreSQL. */
  readonly markFile: string | null;
}

/** The stored state, and the current state of the mark file or the location. */
interface Sight {
  readonly charging: Charging;
  readonly file: ChargeMark | undefined;
  readonly place: string | null;
}

export function restoreGuard({ db, clock, log, markFile }: GuardDeps): RestoreGuard {
  let reader: ReadPlace | undefined;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  const readPlace: ReadPlace = async (on) => (reader ??= await placeReader(db, log))(on);

  const look = async (): Promise<Sight> => {
    // The file is read before the store: a charge that another process requests in the meantime raises the mark in the
    // store first.
    const file = markFile === null ? undefined : readChargeMark(markFile);
    const place = await readPlace(db);
    return { charging: await readCharging(db), file, place };
  };

  /** Prepares a store at its first check. */
  const begin = async ({ file, place }: Sight): Promise<void> => {
    const made = { storeId: file?.storeId ?? newId('store'), mark: 0 };
    if (markFile !== null) makeChargeMark(markFile, made);
    const storeId = markFile === null ? null : (readChargeMark(markFile)?.storeId ?? made.storeId);
    await db.transaction((tx) => nameCharging(tx, { storeId, place }));
  };

  const pause = async ({ charging, file, place }: Sight, reason: string, actor: Actor): Promise<void> => {
    const storeId = charging.storeId ?? (markFile === null ? null : newId('store'));
    const mark = Math.max(charging.mark, file?.mark ?? 0);
    await db.transaction((tx) => recordPause(tx, { actor, clock }, { reason, storeId, mark, place }));
    // The pause is stored before the file changes, so charging is paused even after a crash in between. If the file
    // changed first, it could match the store after a crash, and the next check would not pause charging.
    if (markFile !== null && storeId !== null) raiseChargeMark(markFile, { storeId, mark });
  };

  return {
    async check() {
      const sight = await look();
      const reason = pauseReason(sight, markFile !== null);
      if (reason !== undefined) await pause(sight, REASONS[reason], SYSTEM);
      else if (isNew(sight, markFile !== null)) await begin(sight);
      const { pause: paused } = reason === undefined ? sight.charging : await readCharging(db);
      if (paused && performance.now() - reportedAtMs > REPORT_EVERY_MS) {
        reportedAtMs = performance.now();
        log.error(
          { reason: paused.reason },
          'NO LIVE CARD IS CHARGED AGAIN: the store may have lost charges. `peye charging resume --help` says more',
        );
      }
      return paused;
    },
    async admit(tx) {
      const place = await readPlace(tx);
      const charging = await readCharging(tx);
      if (charging.pause !== null || charging.place !== place) return undefined;
      const mark = markFile === null ? charging.mark : await countCharge(tx);
      return mark === undefined ? undefined : { mark, storeId: charging.storeId };
    },
    note({ mark, storeId }) {
      if (markFile !== null && storeId !== null) raiseChargeMark(markFile, { storeId, mark });
    },
    async markRestored(actor) {
      await pause(await look(), REASONS.marked, actor);
    },
  };
}

/** Why charging must pause; undefined when nothing shows that the store was rolled back. */
function pauseReason({ charging, file, place }: Sight, hasFile: boolean): keyof typeof REASONS | undefined {
  if (!hasFile) return charging.place !== null && charging.place !== place ? 'moved' : undefined;
  // A store without an id is new, or from before marks existed: only a file with charges contradicts it.
  if (charging.storeId === null) return (file?.mark ?? 0) > 0 ? 'behind' : undefined;
  if (file?.storeId !== charging.storeId) return 'unmarked';
  return file.mark > charging.mark ? 'behind' : undefined;
}

function isNew({ charging, place }: Sight, hasFile: boolean): boolean {
  return hasFile ? charging.storeId === null : charging.place === null && place !== null;
}
