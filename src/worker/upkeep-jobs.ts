import { MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from '../core/durations.ts';
import { DatabaseUnavailable } from '../database/database.ts';
import type { RequestLines } from '../features/requests/request-lines.ts';
import type { KeyUses } from '../features/websites/key-uses.ts';
import type { Log } from '../platform/log/log.ts';
import type { OperatorVerbs } from '../verbs/operator-verbs.ts';
import type { PaymentVerbs } from '../verbs/payment-verbs.ts';
import type { Job, Round } from './job.ts';

/**
 * The pause between two steps of retention, each of which takes a few milliseconds, so that a busy gateway is not
 * slowed down.
 */
const RETENTION_REST_MS = 50;

/** After how many days data is deleted; null: never. */
interface Retention {
  readonly webhookLogDays: number;
  readonly testPaymentDays: number | null;
  readonly eventDays: number | null;
  readonly paymentHistoryDays: number;
  readonly checkoutSessionDays: number;
}

/** The dependencies of the jobs that maintain the store. */
export interface UpkeepJobParts {
  readonly log: Log;
  readonly operator: Pick<
    OperatorVerbs,
    | 'deleteOldDeliveries'
    | 'deleteOldTestPayments'
    | 'deleteOldEvents'
    | 'deleteOldHistory'
    | 'deleteUnusedSessions'
    | 'deleteOldSessions'
    | 'updatePaymentSums'
    | 'issueStatements'
    | 'noteKeyUses'
    | 'writeRequests'
    | 'deleteOldRequests'
    | 'matchLines'
    | 'countOutstanding'
  >;
  /** The keys that requests on this node have used. */
  readonly uses: Pick<KeyUses, 'take' | 'giveBack'>;
  /** Lines of the request log that requests on this node have left. */
  readonly lines: Pick<RequestLines, 'take' | 'giveBack' | 'drop'>;
  readonly payments: Pick<PaymentVerbs, 'fillTerms' | 'fillLedger'>;
  readonly retention: Retention;
}

/** The jobs that maintain the store: old data that is deleted, ended sessions and one-time links of users, search terms and entries of older payments, uses of keys, sums of payments, and statements. */
export function upkeepJobs(parts: UpkeepJobParts): Job[] {
  const { operator, payments } = parts;
  return [
    ...retentionJobs(parts),
    {
      name: 'ended sessions and links',
      runsOn: 'workers',
      everyMs: MS_PER_HOUR,
      restMs: RETENTION_REST_MS,
      retryMs: MS_PER_MINUTE,
      needsCertainTime: true,
      round: operator.deleteOldSessions,
    },
    {
      // After the last older payment, a round reads only one row.
      name: 'what older payments are found by',
      runsOn: 'workers',
      everyMs: 10 * MS_PER_MINUTE,
      restMs: RETENTION_REST_MS,
      retryMs: MS_PER_MINUTE,
      needsCertainTime: false,
      round: payments.fillTerms,
    },
    {
      // After the last older payment, a round reads only one row.
      name: 'the ledger of older payments',
      runsOn: 'workers',
      everyMs: 10 * MS_PER_MINUTE,
      restMs: RETENTION_REST_MS,
      retryMs: MS_PER_MINUTE,
      needsCertainTime: false,
      round: payments.fillLedger,
    },
    {
      // Without a new line of a payout, a round reads only one row.
      name: 'lines of payouts',
      runsOn: 'workers',
      everyMs: 5 * MS_PER_SECOND,
      restMs: RETENTION_REST_MS,
      retryMs: MS_PER_MINUTE,
      needsCertainTime: false,
      round: () => operator.matchLines(),
    },
    {
      // Without a payout to count, a round reads the list of payouts, which are few.
      name: 'payments without a payout',
      runsOn: 'workers',
      everyMs: 10 * MS_PER_MINUTE,
      restMs: RETENTION_REST_MS,
      retryMs: 10 * MS_PER_MINUTE,
      needsCertainTime: true,
      round: () => operator.countOutstanding(),
    },
    {
      // Many uses are recorded at once, outside requests, so that no request waits. The next round repeats a failed
      // one.
      name: 'uses of keys',
      runsOn: 'every node',
      everyMs: 10 * MS_PER_SECOND,
      retryMs: 30 * MS_PER_SECOND,
      needsCertainTime: true,
      round: () => noteUses(parts),
    },
    {
      // Written outside requests, so that no request waits. The next round repeats one during which the store was unavailable.
      name: 'lines of the request log',
      runsOn: 'every node',
      everyMs: 2 * MS_PER_SECOND,
      restMs: RETENTION_REST_MS,
      retryMs: 5 * MS_PER_SECOND,
      needsCertainTime: false,
      round: () => writeLines(parts),
    },
    {
      name: 'old lines of the request log',
      runsOn: 'workers',
      everyMs: MS_PER_MINUTE,
      restMs: RETENTION_REST_MS,
      retryMs: MS_PER_MINUTE,
      needsCertainTime: true,
      round: () => operator.deleteOldRequests(),
    },
    {
      name: 'sums of payments',
      runsOn: 'workers',
      everyMs: MS_PER_MINUTE,
      restMs: RETENTION_REST_MS,
      retryMs: MS_PER_MINUTE,
      needsCertainTime: true,
      round: () => operator.updatePaymentSums(),
    },
    {
      // Once every website has its statement of the last month, a round only reads the month of each website's last one.
      name: 'monthly statements',
      runsOn: 'workers',
      everyMs: 10 * MS_PER_MINUTE,
      restMs: RETENTION_REST_MS,
      retryMs: 10 * MS_PER_MINUTE,
      needsCertainTime: true,
      round: () => operator.issueStatements(),
    },
  ];
}

async function noteUses({ uses, operator }: UpkeepJobParts): Promise<{ isMoreWaiting: boolean }> {
  const ids = uses.take();
  if (ids.length === 0) return { isMoreWaiting: false };
  try {
    await operator.noteKeyUses(ids);
  } catch (error) {
    uses.giveBack(ids);
    throw error;
  }
  return { isMoreWaiting: true };
}

async function writeLines({ lines, operator }: UpkeepJobParts): Promise<{ isMoreWaiting: boolean }> {
  const { batch, isMoreDue } = lines.take();
  if (batch.length === 0) return { isMoreWaiting: false };
  try {
    await operator.writeRequests(batch);
  } catch (error) {
    // Only an unavailable store has certainly written nothing, and would accept the same lines later.
    if (error instanceof DatabaseUnavailable) lines.giveBack(batch);
    else lines.drop(batch);
    throw error;
  }
  return { isMoreWaiting: isMoreDue };
}

/** The jobs that delete old data. */
function retentionJobs({ operator, retention, log }: UpkeepJobParts): Job[] {
  const { webhookLogDays, testPaymentDays, eventDays, paymentHistoryDays, checkoutSessionDays } = retention;
  const deletionJob = (
    name: string,
    days: number | null,
    verb: (step: {
      olderThanDays: number;
      removedBefore: number;
    }) => Promise<{ removed: number; isMoreWaiting: boolean }>,
  ): Job[] => {
    if (days === null) return [];
    let removedSince = 0;
    const round: Round = async () => {
      const { removed, isMoreWaiting } = await verb({ olderThanDays: days, removedBefore: removedSince });
      removedSince += removed;
      if (!isMoreWaiting && removedSince > 0) {
        log.info({ removed: removedSince, older_than_days: days }, `${name} were removed`);
        removedSince = 0;
      }
      return { isMoreWaiting };
    };
    const pace = { everyMs: MS_PER_HOUR, restMs: RETENTION_REST_MS, retryMs: MS_PER_MINUTE };
    return [{ name, runsOn: 'workers', ...pace, needsCertainTime: true, round }];
  };
  return [
    ...deletionJob('old deliveries', webhookLogDays, operator.deleteOldDeliveries),
    ...deletionJob('old test payments', testPaymentDays, operator.deleteOldTestPayments),
    ...deletionJob('old events', eventDays, operator.deleteOldEvents),
    ...deletionJob('old entries of payment histories', paymentHistoryDays, operator.deleteOldHistory),
    ...deletionJob('old checkout sessions without payments', checkoutSessionDays, operator.deleteUnusedSessions),
  ];
}
