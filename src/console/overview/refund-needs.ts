import { US_PER_DAY, US_PER_HOUR } from '../../core/durations.ts';
import { MOST_WORK } from '../../features/operations/method-health.ts';
import { waitOf } from '../../features/refunds/refund-waits.ts';
import {
  countReversedRefunds,
  countWaitingRefunds,
  readKeptRefunds,
} from '../../features/refunds/store/count-refunds.ts';
import { countDisputeWork } from '../../features/refunds/store/disputes.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import { REFUND_TEXTS } from '../../platform/messages/refunds/refunds-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { visibleWebsites } from '../visible.ts';
import { counted, type DismissibleNeed, type Need } from './need.ts';

/** How long a refund may be without an outcome before users see it here. */
const UNKNOWN_AFTER_US = US_PER_HOUR;
/** How long an approved refund may wait before operators see it here. */
const KEPT_AFTER_US = US_PER_HOUR;
/** How long a provider may take for a refund before users see it here. */
const SLOW_AFTER_US = US_PER_DAY;
/** A refund that was requested this often is shown at once, because each request restarts its time. */
const MANY_REQUESTS = 3;

/** Live refunds that wait for the operator, that their provider does not finish, and those without an outcome, which their merchants must not pay themselves. */
export async function refundNeeds(context: SignedInContext): Promise<Need[]> {
  const { deps, who, language } = context;
  const texts = OVERVIEW_TEXTS[language];
  const scope = { websiteIds: who.websiteIds, most: MOST_WORK + 1 };
  const wanted = [
    ['unknown', texts.refundsUnknown],
    ['sent', texts.refundsSlow],
    ...(who.websiteIds === null
      ? ([
          ['manual', texts.refundsToPay],
          ['requested', texts.refundsToApprove],
        ] as const)
      : []),
  ] as const;
  const found = await Promise.all(wanted.map(([status]) => countWaitingRefunds(deps.db, status, scope)));
  return wanted.flatMap(([status, text], at): Need[] => {
    const { count = 0, sinceUs = deps.clock(), attempts = 0 } = found[at] ?? {};
    const waitedUs = deps.clock() - sinceUs;
    const isSoon = status === 'unknown' && waitedUs < UNKNOWN_AFTER_US && attempts < MANY_REQUESTS;
    if (count === 0 || isSoon || (status === 'sent' && waitedUs < SLOW_AFTER_US)) return [];
    return [{ ...counted(count, text), href: hrefOf(context, '/refunds', { status, mode: 'live' }), sinceUs }];
  });
}

/** Live disputes whose time for evidence ends soon, and those whose decision is overdue. Only the operator has access to the provider's portal. */
export async function disputeNeeds(context: SignedInContext): Promise<Need[]> {
  const { deps, who, language } = context;
  if (who.websiteIds !== null) return [];
  const { disputesDue, disputesUndecided } = OVERVIEW_TEXTS[language];
  return (await countDisputeWork(deps.db, deps.clock())).map(({ kind, count, sinceUs }) => ({
    ...counted(count, kind === 'evidence_due' ? disputesDue : disputesUndecided),
    href: hrefOf(context, '/disputes', { work: kind, mode: 'live' }),
    sinceUs,
  }));
}

/** Approved live refunds that are not sent, for each reason, with what to do. */
export async function keptNeeds(context: SignedInContext): Promise<Need[]> {
  const { deps, who, language } = context;
  if (who.websiteIds !== null) return [];
  const { waits } = REFUND_TEXTS[language];
  const kept = await readKeptRefunds(deps.db, { beforeUs: deps.clock() - KEPT_AFTER_US, most: MOST_WORK + 1 });
  // Oldest first. The messages of providers are one reason: the item shows that of the oldest refund.
  return [...Map.groupBy(kept, ({ word }) => waitOf(word))].map(([wait, group]) => {
    const why = waits[wait ?? 'none'];
    const count = group.reduce((sum, each) => sum + each.count, 0);
    return {
      ...counted(count, (values) => OVERVIEW_TEXTS[language].refundsKept({ ...values, why })),
      href: hrefOf(context, '/refunds', { status: 'approved', mode: 'live' }),
      sinceUs: group[0]?.sinceUs,
      error: wait === 'other' ? (group[0]?.word ?? null) : null,
    };
  });
}

/**
 * Refunds whose money came back, for each website. The item does not end by itself, so users dismiss it once the
 * customer has the money.
 */
export async function reversedNeeds(context: SignedInContext): Promise<DismissibleNeed[]> {
  const { deps, who, language } = context;
  const found = await countReversedRefunds(deps.db, who.websiteIds);
  if (found.length === 0) return [];
  const names = new Map((await visibleWebsites(context)).map(({ id, name }) => [id, name]));
  return found.map(({ websiteId, count, oldestUs, newestUs }) => ({
    need: {
      ...counted(count, (values) =>
        OVERVIEW_TEXTS[language].refundsReversed({ ...values, website: names.get(websiteId) ?? websiteId }),
      ),
      href: hrefOf(context, '/refunds', { status: 'reversed', website: websiteId, mode: 'live' }),
      sinceUs: oldestUs,
      item: { websiteId, kind: 'reversed' },
    },
    lastUs: async () => newestUs,
  }));
}
