import { type Clock, systemClock } from '../../lib/clock.ts';
import { createLog } from '../../lib/log.ts';
import { type Finding, ok, warning } from '../../operator/finding.ts';
import { storeClock } from '../../storage/clock/store-clock.ts';
import type { Database } from '../../storage/database.ts';
import { doubtText } from './doubt-text.ts';

/** Whether this machine and the store agree on the time of day. An embedded store has the machine's clock. */
export async function checkClock(db: Database, machineClock: Clock = systemClock()): Promise<Finding[]> {
  if (db.engine === 'sqlite') return [];
  const { clock } = await storeClock({ db, log: createLog('silent') }, machineClock);
  const aheadSeconds = Math.round((machineClock() - clock()) / 100_000) / 10;
  if (aheadSeconds === 0) return [ok('clock', 'this machine and PostgreSQL agree on the time')];
  const difference = `${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead of' : 'behind'}`;
  return [
    warning(
      'clock',
      `this machine's clock is ${difference} PostgreSQL's, whose time Peye goes by`,
      'Set both by NTP: one of them is wrong.',
    ),
  ];
}

/**
 * Whether the time is certain: a clock that was changed, or that is behind the store, suspends everything that depends on
 * elapsed time.
 */
export async function checkTime(db: Database): Promise<Finding[]> {
  const time = await storeClock({ db, log: createLog('silent') }, systemClock());
  await time.recall();
  const doubt = time.doubt();
  if (!doubt) return [];
  return [
    warning(
      'clock',
      `the time is in doubt: ${doubtText(doubt)}. Until it is certain nothing expires and no card is charged again`,
      'Set the clock by NTP. If it is right as it is, run peye clock confirm.',
    ),
  ];
}
