import type { Config } from '../../config.ts';
import { US_PER_DAY, US_PER_MINUTE, US_PER_SECOND } from '../../lib/durations.ts';
import { type Finding, ok, problem, warning } from '../../operator/finding.ts';
import { hasLiveKey } from '../../storage/api-keys.ts';
import { listAuditRows } from '../../storage/audit-log.ts';
import type { Database } from '../../storage/database.ts';
import { nextRateFetchAtUs } from '../../storage/exchange-rates.ts';
import { readStore } from '../../storage/store-readings.ts';

/** Workers look every second; a busy one is behind for less. */
const WAITING_SECONDS = 120;
/** The newest backup of a store that is backed up daily is not older. */
const OLD_BACKUP_DAYS = 3;

/**
 * Whether a worker does the work that is due. With nothing due, the only trace that a worker leaves is the exchange rate that it
 * requests from a source, every so often.
 */
export async function checkWorker(
  { roles, exchangeRate }: Config,
  db: Database,
  nowUs = Date.now() * 1000,
): Promise<Finding[]> {
  const { dueDeliveries, overdueLivePayments } = await readStore(db, nowUs);
  const overdue = [...overdueLivePayments.values()].reduce((sum, each) => sum + each['1h'], 0);
  const waiting = [
    ...(dueDeliveries.seconds > WAITING_SECONDS
      ? [`webhooks have been due for ${Math.floor(dueDeliveries.seconds / 60)} minutes`]
      : []),
    ...(overdue > 0 ? [`${overdue} live payments expired more than an hour ago and are still open`] : []),
  ];
  const isHere = roles.includes('worker');
  if (waiting.length > 0) {
    const fix = isHere
      ? 'Start the gateway, and look into its log.'
      : `Start a gateway with the role worker on this store: ROLES is ${roles.join(',')} here.`;
    return [problem('worker', `no worker does its work: ${waiting.join('; ')}`, fix)];
  }
  if (isHere) return [];
  const message = `ROLES is ${roles.join(',')} here: webhooks are sent, and payments expire, only where a worker runs`;
  const { source } = exchangeRate;
  const nextUs = source ? await nextRateFetchAtUs(db, source.source) : undefined;
  if (nextUs !== undefined && nextUs > nowUs - WAITING_SECONDS * US_PER_SECOND) {
    return [ok('worker', `${message}; nothing is overdue, and one requested the exchange rate when it was due`)];
  }
  const trace =
    nextUs === undefined
      ? 'nothing is overdue, but nothing in the database shows that a worker runs'
      : `nothing is overdue, but no worker has requested the exchange rate, which has been due for ${Math.floor((nowUs - nextUs) / US_PER_MINUTE)} minutes`;
  const fix =
    'Make sure that a gateway with the role worker runs on this database: `peye doctor` on its machine, or its log.';
  return [warning('worker', `${message}; ${trace}`, fix)];
}

/** Whether a store with live keys was ever backed up by Peye. */
export async function checkBackup(db: Database, nowUs = Date.now() * 1000): Promise<Finding[]> {
  if (!(await hasLiveKey(db))) return [];
  const [newest] = await listAuditRows(db, { action: 'store.backup', limit: 1 });
  const fix =
    'peye backup FILE, daily: docs/backups.md. If something else backs this store up, make one now and then all the same.';
  if (!newest) return [warning('backup', 'this store takes live payments, and no backup of it was ever made', fix)];
  const days = Math.floor((nowUs - newest.atUs) / US_PER_DAY);
  const age = days < 1 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`;
  if (days < OLD_BACKUP_DAYS) return [ok('backup', `the newest backup is ${age} old`)];
  return [warning('backup', `the newest backup is ${age} old`, fix)];
}
