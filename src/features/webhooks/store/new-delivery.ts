import type { FinalStatus, Mode, Payment } from '../../../core/payment.ts';
import type { Refund } from '../../../core/refund.ts';
import type { InsertRows, Row, Transaction } from '../../../database/database.ts';
import { callbackUrlSql, refundCallbackUrlSql } from '../../websites/store/websites.ts';
import { eventKind, type RefundEventKind } from '../event.ts';
import { unixSeconds, webhookBody } from '../sign.ts';
import { DELIVERIES, refundDeliveryId } from './delivery-table.ts';

/** An event of a refund, in the transaction that changes the refund. */
interface RefundEvent {
  readonly refund: Pick<Refund, 'id' | 'websiteId' | 'mode'>;
  readonly kind: RefundEventKind;
  readonly atUs: number;
  /** The refund as JSON: the bytes that every attempt sends. */
  readonly data: string;
}

/** The column `event_url` of a payment's row: where the events of the payment are sent now; null if they are not sent. */
export function eventUrlColumn(mode: Mode): string {
  return `(SELECT ${callbackUrlSql('w', mode)} FROM websites w WHERE w.id = payments.website_id) AS event_url`;
}

/**
 * The row that adds the event of a payment that has just become final to the outbox, with the bytes that every attempt
 * will send. No row if the website has no callback URL for payments of its mode.
 *
 * @param row has the column `event_url`, as it was when the payment became final
 * @param firstWaitUs the wait before the first attempt
 */
export function newDelivery(payment: Payment, { event_url: url }: Row, firstWaitUs: number): InsertRows {
  const eventAtUs = payment.finishedAtUs ?? 0;
  return DELIVERIES.rowsOf(
    typeof url !== 'string'
      ? []
      : [
          {
            id: `dlv_${payment.id}`,
            paymentId: payment.id,
            refundId: null,
            websiteId: payment.websiteId,
            event: eventKind(payment.status as FinalStatus),
            url,
            body: webhookBody(payment),
            eventAtUs,
            status: 'pending',
            attempts: 0,
            scheduleStep: 0,
            lastError: null,
            lastStatusCode: null,
            nextAttemptAtUs: eventAtUs + firstWaitUs,
            createdAtUs: eventAtUs,
            deliveredAtUs: null,
          },
        ],
  );
}

/**
 * Adds an event of a refund to the outbox, due at once. Does nothing for a website without a refund URL for the mode,
 * or for an event that is already stored. Contract: REFUND-11.
 */
export async function insertRefundDelivery(tx: Transaction, { refund, kind, atUs, data }: RefundEvent): Promise<void> {
  const url = refundCallbackUrlSql('w', refund.mode);
  await tx.query(
    `INSERT INTO deliveries (id, refund_id, website_id, event, url, body, event_at_us, status, attempts, schedule_step,
       next_attempt_at_us, created_at_us)
     SELECT $1, $2, w.id, $3, ${url}, $4, CAST($5 AS BIGINT), 'pending', 0, 0, CAST($5 AS BIGINT), CAST($5 AS BIGINT)
       FROM websites w WHERE w.id = $6 AND ${url} IS NOT NULL
     ON CONFLICT (id) DO NOTHING`,
    [
      refundDeliveryId(refund.id, kind),
      refund.id,
      kind,
      `{"event":"${kind}","timestamp":${unixSeconds(atUs)},"data":${data}}`,
      atUs,
      refund.websiteId,
    ],
  );
}
