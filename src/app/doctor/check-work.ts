import type { Config } from '../../config.ts';
import { US_PER_DAY } from '../../lib/durations.ts';
import { type Finding, ok, problem, warning } from '../../operator/finding.ts';
import { hasLiveKey } from '../../storage/api-keys.ts';
import { listAuditRows } from '../../storage/audit-log.ts';
import type { Database } from '../../storage/database.ts';
import { readStore } from '../../storage/store-readings.ts';

/** Workers look every second; a busy one is behind for less. */
const WAITING_SECONDS = 120;
/** The newest backup of a store that is backed up daily is not older. */
const OLD_BACKUP_DAYS = 3;

/** Whether a worker does the work that is due. A worker leaves no trace when nothing is due. */
export async function checkWorker({ roles }: Config, db: Database, nowUs = Date.now() * 1000): Promise<Finding[]> {
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
  return [ok('worker', `${message}; nothing is overdue`)];
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
