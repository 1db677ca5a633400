import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { connectionFault } from '../../database/postgres/connection-limit.ts';
import { type Finding, ok, problem, warning } from '../../features/operations/finding.ts';
import { storeClock } from '../../features/operations/store/store-clock.ts';
import { type Clock, systemClock } from '../../platform/clock/clock.ts';
import { createLog } from '../../platform/log/log.ts';
import { failureText } from '../failure.ts';
import { processCount } from '../processes/process-count.ts';
import { doubtText } from './finding-texts.ts';

/** Compares the clocks of this machine and PostgreSQL. An embedded store uses the machine's clock. */
export async function checkClock(db: Database, machineClock: Clock = systemClock()): Promise<Finding[]> {
  if (db.engine === 'sqlite') return [];
  const { clock } = await storeClock({ db, log: createLog('silent') }, machineClock);
  const aheadSeconds = Math.round((machineClock() - clock()) / 100_000) / 10;
  if (aheadSeconds === 0) return [ok('clock', 'the clocks of this machine and PostgreSQL agree')];
  const difference = `${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead of' : 'behind'}`;
  return [
    warning(
      'clock',
      `the clock of this machine is ${difference} the clock of PostgreSQL, which Peye uses`,
      'Synchronise both with NTP: one of them is wrong.',
    ),
  ];
}

/**
 * Checks whether the clock is trusted. A clock that was changed, or that is behind the store, pauses everything that depends on
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
      `the clock is not trusted: ${doubtText(doubt)}. Until it is trusted, payments do not expire and subscriptions are not charged`,
      'Synchronise the clock with NTP. If it is right, run peye clock confirm.',
    ),
  ];
}

/** Checks that the store, existing or not created yet, can serve PROCESSES processes. Reports nothing for one process. */
export async function checkProcesses(config: Config, db: Database | undefined): Promise<Finding[]> {
  let count: number;
  try {
    count = processCount(config.processes, config);
  } catch (error) {
    return [problem('processes', failureText(error), 'Unset PROCESSES, or set DATABASE_URL.')];
  }
  if (count === 1) return [];
  const fault = config.databasePooler || db === undefined ? undefined : await connectionFault(db, count);
  if (fault !== undefined) return [problem('processes', fault, 'Lower PROCESSES, or raise max_connections.')];
  return [ok('processes', `${count} processes share the port`)];
}
