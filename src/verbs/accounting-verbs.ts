import type { CreateWebsiteDeps } from '../features/websites/create-website.ts';
import { wiring } from './wiring.ts';

/** The operator's functions about fees, payouts and discrepancies. */
export function accountingVerbs(parts: CreateWebsiteDeps) {
  const wired = wiring(parts);
  return {
    setFee: wired(async () => (await import('../features/fees/set-fee.ts')).setFee),
    recordPayout: wired(async () => (await import('../features/payouts/payout-verbs.ts')).recordPayout),
    importStatement: wired(async () => (await import('../features/payouts/payout-verbs.ts')).importStatement),
    reversePayout: wired(async () => (await import('../features/payouts/payout-verbs.ts')).reversePayout),
    rematchPayout: wired(async () => (await import('../features/payouts/payout-verbs.ts')).rematchPayout),
    settlePayoutLine: wired(async () => (await import('../features/payouts/payout-verbs.ts')).settlePayoutLine),
    matchLines: wired(async () => (await import('../features/payouts/match-due-lines.ts')).matchDueLines),
    countOutstanding: wired(async () => (await import('../features/payouts/count-outstanding.ts')).countOutstanding),
    resolveDiscrepancy: wired(
      async () => (await import('../features/payments/discrepancies/resolve-discrepancies.ts')).resolveDiscrepancy,
    ),
  };
}
