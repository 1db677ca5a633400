import type { Payment } from '../core/payment.ts';
import { paymentJson } from '../core/payment-json.ts';
import { nextDueAtUs, type Subscription } from '../core/recurring.ts';
import { formatTimestamp } from '../core/timestamps.ts';
import { readEvidence } from '../features/payments/shown-state.ts';
import { endText } from '../features/subscriptions/has-ended.ts';
import { subscriptionJson, withFirstPayment } from '../features/subscriptions/subscription-json.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import { openLog } from './open-log.ts';
import { type JsonOption, printDocument, printLine } from './output.ts';
import type { Evidences } from './payment-text.ts';
import { chargeTable } from './subscription-text.ts';
import { withVerbs } from './with-store.ts';

/** Advances the test clock of a subscription, charges what is due until then, and prints the subscription with these charges. */
export async function advanceCommand(id: string, { to: toUs, json }: JsonOption & { to: number }): Promise<void> {
  await withVerbs(async (verbs, { db }, config) => {
    // Declined charges are in the result, so the log shows unexpected errors only.
    const log = await openLog({ ...config, logLevel: 'error' }, 'stderr');
    const { subscription, payments, isDone } = await verbs.recurring.moveTestClock({ id, toUs }, log);
    const described = await withFirstPayment(db, subscription);
    // Built from strings because metadata must be printed byte for byte as in the API.
    if (json) {
      const paymentsJson = payments.map(paymentJson).join(',');
      printDocument(`{"subscription":${JSON.stringify(subscriptionJson(described))},"payments":[${paymentsJson}]}`);
    } else printLine(advancedText(subscription, payments, await readEvidence(db, payments)));
    if (!isDone) throw new CommandFailure('a charge is still open. Run the same command again to continue.');
  });
}

function advancedText(subscription: Subscription, payments: readonly Payment[], evidence: Evidences): string {
  const charged =
    payments.length === 0 ? 'No charge was due until then.' : chargeTable(subscription, payments, evidence);
  if (subscription.status !== 'active') return `${charged}\n\nThe subscription has ended: ${endText(subscription)}.`;
  const dueUs = nextDueAtUs(subscription);
  if (dueUs === null) return `${charged}\n\nThe subscription is paused until you resume it.`;
  return `${charged}\n\nThe next charge is due at ${formatTimestamp(dueUs)}.`;
}
