import type { FinalStatus, Payment } from '../../../core/payment.ts';
import type { Transaction } from '../../../database/database.ts';
import { callbackUrlSql } from '../../websites/store/websites.ts';
import { eventKind } from '../event.ts';
import { webhookBody } from '../sign.ts';

/**
 * Adds the event of a payment that has just become final to the outbox, with the bytes that every attempt will send.
 * Does nothing for a website without a callback URL for payments of its mode.
 *
 * @param firstWaitUs the wait before the first attempt
 */
export async function insertDelivery(tx: Transaction, payment: Payment, firstWaitUs: number): Promise<void> {
  const url = callbackUrlSql('w', payment.mode);
  await tx.query(
    `INSERT INTO deliveries (id, payment_id, website_id, event, url, body, event_at_us, status, attempts, schedule_step,
       next_attempt_at_us, created_at_us)
     SELECT $1, CAST($2 AS BIGINT), w.id, $3, ${url}, $4, CAST($5 AS BIGINT), 'pending', 0, 0, CAST($6 AS BIGINT),
       CAST($5 AS BIGINT) FROM websites w
      WHERE w.id = $7 AND ${url} IS NOT NULL`,
    [
      `dlv_${payment.id}`,
      payment.id,
      eventKind(payment.status as FinalStatus),
      webhookBody(payment),
      payment.finishedAtUs,
      (payment.finishedAtUs ?? 0) + firstWaitUs,
      payment.websiteId,
    ],
  );
}
