import type { Payment } from '../domain/payment.ts';
import type { Database } from '../storage/database.ts';
import { startProcessing } from '../storage/payments/finish-payment.ts';
import { changeCounts } from '../storage/payments/payment-counts.ts';
import { type ProviderNews, updateProviderData } from '../storage/payments/update-provider-data.ts';

/**
 * The customer has submitted: a `pending` payment becomes `processing`, one that is `processing` stays so. With
 * `provider`, what the provider now needs to know is kept with it in the same transaction. A final payment stays as it is.
 */
export async function beginProcessing(
  db: Database,
  payment: Pick<Payment, 'id'>,
  provider?: ProviderNews,
): Promise<void> {
  await db.transaction(async (tx) => {
    const moved = await startProcessing(tx, payment.id);
    if (moved) {
      await changeCounts(tx, [
        { payment: moved, status: 'pending', by: -1 },
        { payment: moved, status: 'processing', by: 1 },
      ]);
    }
    if (provider) await updateProviderData(tx, payment.id, provider);
  });
}
