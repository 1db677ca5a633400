import type { Config } from '../../config.ts';
import { US_PER_DAY, US_PER_HOUR, US_PER_MINUTE, US_PER_SECOND } from '../../core/durations.ts';
import type { Database } from '../../database/database.ts';
import { checkAuditLog } from '../../features/audit/check-audit-log.ts';
import { listAuditRows } from '../../features/audit/store/audit-log.ts';
import { type Finding, ok, problem, warning } from '../../features/operations/finding.ts';
import { readStore } from '../../features/operations/store/store-readings.ts';
import { nextRateFetchAtUs } from '../../features/rates/store/exchange-rates.ts';
import { hasLiveKey } from '../../features/websites/store/api-keys.ts';
import { refusalText } from '../../platform/messages/refusals/refusal-messages.ts';
import { failureText } from '../failure.ts';

/** The number of newest changes to check, however long the log is. */
const CHECKED_CHANGES = 1000;

/** Workers poll every second. Even with busy workers, a due webhook does not wait this long. */
const WAITING_SECONDS = 120;
/** With daily backups, the newest backup is never this old. */
const OLD_BACKUP_DAYS = 3;
/** How long a live refund may wait: customers wait for their money. */
const OLD_REFUND_DAYS = 2;

/**
 * Checks that a worker does the work that is due. If no work is due, the only trace of a worker is the exchange rate,
 * which workers request regularly from a source.
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
      ? 'Start the gateway, and check its log.'
      : `Start a gateway with the role worker on this database: ROLES is ${roles.join(',')} here.`;
    return [problem('worker', `no worker is doing the work that is due in this database: ${waiting.join('; ')}`, fix)];
  }
  if (isHere) return [];
  const message = `ROLES is ${roles.join(',')} here: webhooks and expiry need a worker elsewhere`;
  const { source } = exchangeRate;
  const nextUs = source ? await nextRateFetchAtUs(db, source.source) : undefined;
  if (nextUs !== undefined && nextUs > nowUs - WAITING_SECONDS * US_PER_SECOND) {
    return [ok('worker', `${message}; nothing is overdue, and a worker requested the exchange rate on time`)];
  }
  const trace =
    nextUs === undefined
      ? 'nothing is overdue, but nothing in the database shows that a worker runs'
      : `nothing is overdue, but no worker has requested the exchange rate, which has been due for ${Math.floor((nowUs - nextUs) / US_PER_MINUTE)} minutes`;
  const fix =
    'Make sure that a gateway with the role worker runs on this database: run `peye doctor` on the machine of that gateway, or read its log.';
  return [warning('worker', `${message}; ${trace}`, fix)];
}

/** Lists live refunds that have waited for long, with the steps for a person. */
export async function checkRefundWork(db: Database, nowUs = Date.now() * 1000): Promise<Finding[]> {
  const { openRefunds, reversedRefunds } = await readStore(db, nowUs);
  const late = [...openRefunds].filter(([status, { sinceUs }]) => {
    return (
      sinceUs !== undefined && nowUs - sinceUs > (status === 'unknown' ? US_PER_HOUR : OLD_REFUND_DAYS * US_PER_DAY)
    );
  });
  const waiting = [
    ...late.map(
      ([status, { sinceUs = nowUs }]) =>
        `one has been ${status} for ${Math.floor((nowUs - sinceUs) / US_PER_HOUR)} hours`,
    ),
    ...(reversedRefunds > 0 ? [`the money of ${reversedRefunds} came back in the last day`] : []),
  ];
  if (waiting.length === 0) return [];
  return [
    warning('refunds', `live refunds wait: ${waiting.join('; ')}`, 'Run peye refunds list, and see docs/runbooks.md.'),
  ];
}

/** Checks the age of the newest backup of a store with live keys. */
export async function checkBackup(db: Database, nowUs = Date.now() * 1000): Promise<Finding[]> {
  if (!(await hasLiveKey(db))) return [];
  const [newest] = await listAuditRows(db, { action: 'store.backup', limit: 1 });
  const fix =
    'Run peye backup FILE daily: docs/backups.md. If another tool backs up this database, still run it from time to time.';
  if (!newest) return [warning('backup', 'this database has a live key, and Peye has never backed it up', fix)];
  const days = Math.floor((nowUs - newest.atUs) / US_PER_DAY);
  const age = days < 1 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`;
  if (days < OLD_BACKUP_DAYS) return [ok('backup', `the newest backup is ${age} old`)];
  return [warning('backup', `the newest backup is ${age} old`, fix)];
}

/** Checks the hash chain of the newest changes in the audit log. */
export async function checkAudit(db: Database): Promise<Finding> {
  try {
    const { fault, rows } = await checkAuditLog(db, { last: CHECKED_CHANGES });
    if (!fault) return ok('audit', `the newest ${rows} changes of the audit log are intact`);
    return problem(
      'audit',
      `the audit log is broken at position ${fault.position}. ${refusalText(fault.refusal, 'en')}`,
      'Find out who wrote to the database without Peye: run peye audit verify, and compare with your last export.',
    );
  } catch (error) {
    return problem('audit', failureText(error), 'See the message.');
  }
}
