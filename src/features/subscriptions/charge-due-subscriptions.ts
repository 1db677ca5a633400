import type { Mode } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { chargeSubscription } from './charge-subscription.ts';
import { CHARGE_LEASE_US } from './plan-charge.ts';
import type { RecurringDeps } from './recurring-deps.ts';
import { claimDueSubscriptions } from './store/subscriptions.ts';

/** A small batch: each charge may wait for a provider, and all finish well within the lease. */
const BATCH = 8;

/** Claims the due subscriptions of a mode and charges them; live ones only while charging is not paused. */
export async function chargeDueSubscriptions(
  deps: RecurringDeps & { readonly log: Log },
  mode: Mode,
): Promise<{ charged: number; isMoreWaiting: boolean }> {
  const { db, clock, log, restores } = deps;
  if (mode === 'live' && (await restores.check()) !== null) return { charged: 0, isMoreWaiting: false };
  const nowUs = clock();
  const due = await claimDueSubscriptions(db, mode, { nowUs, leaseUntilUs: nowUs + CHARGE_LEASE_US, limit: BATCH });
  await Promise.all(
    due.map(async (id) => {
      try {
        await chargeSubscription(deps, id, log);
      } catch (error) {
        log.error({ subscription: id, err: error }, 'a subscription could not be charged; it will be retried');
      }
    }),
  );
  return { charged: due.length, isMoreWaiting: due.length === BATCH };
}
