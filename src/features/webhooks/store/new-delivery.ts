import type { FinalStatus, Mode, Payment } from '../../../core/payment.ts';
import type { InsertRows, Row } from '../../../database/database.ts';
import { callbackUrlSql } from '../../websites/store/websites.ts';
import { eventKind } from '../event.ts';
import { webhookBody } from '../sign.ts';
import { DELIVERIES } from './delivery-table.ts';

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
