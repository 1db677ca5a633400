import type { Refund } from '../../../core/refund.ts';
import type { Transaction } from '../../../database/database.ts';
import { refundCallbackUrlSql } from '../../websites/store/websites.ts';
import type { RefundEventKind } from '../event.ts';
import { unixSeconds } from '../sign.ts';
import { refundDeliveryId } from './delivery-table.ts';

/** An event of a refund, in the transaction that changes the refund. */
interface RefundEvent {
  readonly refund: Pick<Refund, 'id' | 'websiteId' | 'mode'>;
  readonly kind: RefundEventKind;
  readonly atUs: number;
  /** The refund as JSON: the bytes that every attempt sends. */
  readonly data: string;
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
