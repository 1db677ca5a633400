import type { Transaction } from '../database.ts';

/** Puts the e-mail about a payment that has just been completed in the queue, if its link has an address for that. */
export async function queueLinkNotice(
  tx: Transaction,
  { paymentId, linkId, nowUs }: { paymentId: number; linkId: string; nowUs: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO link_notices (payment_id, status, attempts, next_attempt_at_us, created_at_us)
     SELECT CAST($1 AS BIGINT), 'pending', 0, CAST($2 AS BIGINT), CAST($2 AS BIGINT)
       FROM payment_links WHERE id = $3 AND notify_email IS NOT NULL`,
    [paymentId, nowUs, linkId],
  );
}
