import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { IDLE_LOOP, type Loop, startLoop } from '../lib/loop.ts';
import type { Database, Row } from './database.ts';

/** NTP keeps clocks far closer together than this, and so small a difference does no harm. */
const TOLERANCE_US = 500_000;
const FOLLOW = { name: "comparing this machine's clock with the store's", pollMs: 10_000, retryMs: 10_000 };

const DIFFERENT = "this machine's clock is wrong, or PostgreSQL's: PostgreSQL's time is used. Set both by NTP";
const AGREED = "this machine's clock agrees with PostgreSQL's again";

export interface StoreClock {
  /** Microseconds since 1970. */
  readonly clock: Clock;
  /** Begins to keep it right: compares the clocks every ten seconds. */
  readonly followClock: () => Loop;
}

/**
 * The time that nodes on one store agree on, whatever their own clocks say: PostgreSQL's. What has expired, what is due and
 * whose lease is over is judged by it. The machine's clock is compared with it before this returns and, from `followClock` on,
 * again and again; while the store is away, the last difference stays. An embedded store serves one machine, and has its clock.
 */
export async function storeClock({ db, log }: { db: Database; log: Log }, machineClock: Clock): Promise<StoreClock> {
  if (db.engine === 'sqlite') return fixedClock(machineClock);
  let aheadUs = 0;
  const compare = async () => {
    const askedAtUs = machineClock();
    const storeUs = await readTime(db);
    const answeredAtUs = machineClock();
    // The machine's clock was set back meanwhile: how long it took is not known.
    if (answeredAtUs < askedAtUs) return { isMoreWaiting: true };
    const differenceUs = Math.round(storeUs - (askedAtUs + answeredAtUs) / 2);
    const doubtUs = (answeredAtUs - askedAtUs) / 2;
    if (Math.abs(differenceUs - aheadUs) > TOLERANCE_US + doubtUs) {
      aheadUs = Math.abs(differenceUs) > TOLERANCE_US ? differenceUs : 0;
      log.warn({ storeAheadSeconds: aheadUs / 1_000_000 }, aheadUs === 0 ? AGREED : DIFFERENT);
    }
    return { isMoreWaiting: false };
  };
  await compare();
  return { clock: () => machineClock() + aheadUs, followClock: () => startLoop(compare, { ...FOLLOW, log }) };
}

async function readTime(db: Database): Promise<number> {
  const [row] = await db.query<Row & { us: number }>(
    'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT) AS us',
  );
  if (!row) throw new Error('the store did not tell its time');
  return row.us;
}

/** A clock that is right as it is. */
export function fixedClock(clock: Clock): StoreClock {
  return { clock, followClock: () => IDLE_LOOP };
}
