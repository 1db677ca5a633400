import type { Payment } from '../../core/payment.ts';
import { findSessionOfPayment } from '../../features/checkout/store/sessions.ts';
import { findLinkOfPayment } from '../../features/links/store/payment-links.ts';
import { discrepanciesOf } from '../../features/payments/discrepancies/store/discrepancies.ts';
import { readEvidence } from '../../features/payments/shown-state.ts';
import { findReceipt } from '../../features/receipts/store/receipts.ts';
import { listDisputesOf } from '../../features/refunds/store/disputes.ts';
import { listRefundsOf } from '../../features/refunds/store/refunds.ts';
import { findPaymentDelivery } from '../../features/webhooks/store/list-deliveries.ts';
import { findApiKey, keyLabel } from '../../features/websites/store/api-keys.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { may, type SignedInContext } from '../console-context.ts';

/** What the page of a payment shows besides its row. */
export type PaymentRecord = Awaited<ReturnType<typeof readPaymentRecord>>;

/** Reads what belongs to a payment. Its key and its delivery are undefined for users who may not see them. */
export async function readPaymentRecord(context: SignedInContext, payment: Payment) {
  const { db } = context.deps;
  const [website, key, delivery, discrepancies, receipt, requested, sellerMail, link, session, refunds, disputes] =
    await Promise.all([
      findWebsite(db, payment.websiteId),
      may(context, 'keys.read') ? findApiKey(db, payment.apiKeyId) : undefined,
      may(context, 'deliveries.read') ? findPaymentDelivery(db, payment.id) : undefined,
      discrepanciesOf(db, payment.id),
      findReceipt(db, payment.id),
      findReceipt(db, payment.id, 'receipt_requests'),
      findReceipt(db, payment.id, 'link_notices'),
      findLinkOfPayment(db, payment.id),
      findSessionOfPayment(db, payment),
      listRefundsOf(db, payment.id),
      listDisputesOf(db, payment.id),
    ]);
  const evidence = (await readEvidence(db, [payment])).get(payment.id);
  const keyName = key && keyLabel(key);
  return {
    website,
    keyName,
    delivery,
    discrepancies,
    receipt,
    requested,
    sellerMail,
    link,
    session,
    refunds,
    disputes,
    evidence,
  };
}
