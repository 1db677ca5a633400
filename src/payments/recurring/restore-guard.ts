import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { randomBase62 } from '../../lib/secrets.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import {
  type ChargeMark,
  makeChargeMark,
  raiseChargeMark,
  readChargeMark,
} from '../../storage/recurring/charge-mark-file.ts';
import {
  type Charging,
  countCharge,
  nameCharging,
  pauseCharging,
  readCharging,
} from '../../storage/recurring/charging.ts';
import { placeReader, type ReadPlace } from '../../storage/store-place.ts';

const ID_CHARACTERS = 16;
const SAID_EVERY_MS = 60_000;

/** Why charging pauses, as it is stored and shown. */
const REASONS = {
  moved: 'PostgreSQL is on another timeline or another server than before: a failover or a restore',
  behind: 'the store is older than the mark beside it: it was restored from a backup',
  unmarked: 'the mark beside the store is missing or belongs to another store: it was restored or moved',
  told: 'peye restored',
} as const;

/**
 * Notices that the store has been rolled back, by what does not go back with it: an embedded store by a mark in a file beside
 * it, which is raised before each charge, PostgreSQL by where it is. Then live cards are not charged, in any process, until
 * `liftPause`: a store that has forgotten charges would make them again.
 */
export interface RestoreGuard {
  /** Looks, and pauses charging if it has to. Returns the pause, if there is one, and says so every minute. */
  check(): Promise<Charging['pause']>;
  /** Within the transaction that decides to ask for a charge: undefined when it must not be asked for. */
  admit(tx: Transaction): Promise<Admission | undefined>;
  /** After that transaction, and before the question: durable when it returns. Throws when the mark cannot be written. */
  note(admission: Admission): void;
  /** Somebody says that the store was restored. */
  told(): Promise<void>;
}

interface Admission {
  readonly mark: number;
  readonly storeId: string | null;
}

interface GuardDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Beside an embedded store; null with PostgreSQL. */
  readonly markFile: string | null;
}

/** What the store looks like at this moment, beside what it remembers. */
interface Sight {
  readonly charging: Charging;
  readonly file: ChargeMark | undefined;
  readonly place: string | null;
}

export function restoreGuard({ db, clock, log, markFile }: GuardDeps): RestoreGuard {
  let reader: ReadPlace | undefined;
  let saidAtMs = Number.NEGATIVE_INFINITY;
  const readPlace: ReadPlace = async (on) => (reader ??= await placeReader(db, log))(on);

  const look = async (): Promise<Sight> => {
    // The file before the store: a charge that another process asks for meanwhile raises the store first.
    const file = markFile === null ? undefined : readChargeMark(markFile);
    const place = await readPlace(db);
    return { charging: await readCharging(db), file, place };
  };

  /** The first look of a store that has never been looked at. */
  const begin = async ({ file, place }: Sight): Promise<void> => {
    const made = { storeId: file?.storeId ?? `store_${randomBase62(ID_CHARACTERS)}`, mark: 0 };
    if (markFile !== null) makeChargeMark(markFile, made);
    const storeId = markFile === null ? null : (readChargeMark(markFile)?.storeId ?? made.storeId);
    await db.transaction((tx) => nameCharging(tx, { storeId, place }));
  };

  const pause = async ({ charging, file, place }: Sight, reason: string): Promise<void> => {
    const storeId = charging.storeId ?? (markFile === null ? null : `store_${randomBase62(ID_CHARACTERS)}`);
    const mark = Math.max(charging.mark, file?.mark ?? 0);
    await db.transaction((tx) => pauseCharging(tx, { sinceUs: clock(), reason, storeId, mark, place }));
    // In this order: a crash in between is the same finding once more.
    if (markFile !== null && storeId !== null) raiseChargeMark(markFile, { storeId, mark });
  };

  return {
    async check() {
      const sight = await look();
      const reason = whyPause(sight, markFile !== null);
      if (reason !== undefined) await pause(sight, REASONS[reason]);
      else if (isNew(sight, markFile !== null)) await begin(sight);
      const { pause: paused } = reason === undefined ? sight.charging : await readCharging(db);
      if (paused && performance.now() - saidAtMs > SAID_EVERY_MS) {
        saidAtMs = performance.now();
        log.error(
          { reason: paused.reason },
          'NO LIVE CARD IS CHARGED AGAIN: the store may have forgotten charges. `peye recurring resume --help` says more',
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
    async told() {
      await pause(await look(), REASONS.told);
    },
  };
}

/** Undefined when the store is where it was. */
function whyPause({ charging, file, place }: Sight, hasFile: boolean): keyof typeof REASONS | undefined {
  if (!hasFile) return charging.place !== null && charging.place !== place ? 'moved' : undefined;
  // Of before there were marks: only a file that counts charges contradicts it.
  if (charging.storeId === null) return (file?.mark ?? 0) > 0 ? 'behind' : undefined;
  if (file?.storeId !== charging.storeId) return 'unmarked';
  return file.mark > charging.mark ? 'behind' : undefined;
}

function isNew({ charging, place }: Sight, hasFile: boolean): boolean {
  return hasFile ? charging.storeId === null : charging.place === null && place !== null;
}
