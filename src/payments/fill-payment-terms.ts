import type { Database } from '../storage/database.ts';
import { fillTerms } from '../storage/payments/payment-terms.ts';

/** So few that nobody waits for them. */
const AT_ONCE = 200;

/**
 * One step of giving payments that were final before they could be found by name, phone number and e-mail address what they are found
 * by. Goes on where the last step ended, whoever made it. Nothing once all have it.
 */
export async function fillPaymentTerms({ db }: { db: Database }): Promise<{ isMoreWaiting: boolean }> {
  return { isMoreWaiting: await db.transaction((tx) => fillTerms(tx, AT_ONCE)) };
}
