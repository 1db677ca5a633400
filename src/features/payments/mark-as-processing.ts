import type { Payment } from '../../core/payment.ts';
import type { Step } from '../../core/payment-history.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { addStep } from './history/record-history.ts';
import { startProcessing } from './store/finish-payment.ts';
import { changeCounts } from './store/payment-counts.ts';
import { type ProviderNews, updateProviderData } from './store/update-provider-data.ts';

/**
 * The customer has submitted the form: a `pending` payment becomes `processing`, and one that is `processing` stays so.
 * `provider` is stored with the payment in the same transaction, and so is the customer's step in `taken`. A final
 * payment does not change.
 */
export async function markAsProcessing(
  { db, onMoved }: { readonly db: Database; readonly onMoved?: ((payment: Payment) => void) | undefined },
  payment: Pick<Payment, 'id'>,
  provider?: ProviderNews,
  taken?: { readonly step: Step; readonly clock: Clock },
): Promise<void> {
  const started = await db.transaction(async (tx) => {
    const moved = await startProcessing(tx, payment.id);
    if (moved) {
      await changeCounts(tx, [
        { payment: moved, status: 'pending', by: -1 },
        { payment: moved, status: 'processing', by: 1 },
      ]);
    }
    if (provider) await updateProviderData(tx, payment.id, provider);
    if (taken) await addStep(tx, taken.clock, payment.id, taken.step);
    return moved;
  });
  if (started) onMoved?.(started);
}
