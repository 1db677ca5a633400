import type { Payment } from '../../core/payment.ts';
import { isMailAddress } from '../../platform/mail/mail-address.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { findWebsite } from '../websites/store/websites.ts';
import { chargedOtherwise } from './receipt.ts';
import { receiptMail } from './receipt-mail.ts';
import { type QueueDeps, sendQueued } from './send-queued.ts';

export interface ReceiptDeps extends QueueDeps {
  readonly providerFor: ProviderRegistry;
  /**
   * Reads a payment. The composition root supplies this function: payments import receipts, so receipts cannot import
   * payments.
   */
  readonly findPayment: (id: number) => Promise<Payment | undefined>;
  /** The sender's address. */
  readonly from: string;
  /**
   * Whether receipts of test payments are sent too. Anyone with a test key can complete payments for any address, for
   * free.
   */
  readonly sendsTests: boolean;
}

/** Sends a few of the receipts that are due, as `sendQueued` describes. */
export function sendReceipts(deps: ReceiptDeps): Promise<{ isMoreWaiting: boolean }> {
  return sendQueued(deps, { queue: 'receipts', called: 'a receipt', mailOf: (id) => mailOf(deps, id) });
}

async function mailOf(
  { db, findPayment, providerFor, from, sendsTests }: ReceiptDeps,
  paymentId: number,
): Promise<Mail | string> {
  const payment = await findPayment(paymentId);
  const website = payment && (await findWebsite(db, payment.websiteId));
  if (!payment || !website) return 'no payment';
  if (payment.mode === 'test' && !sendsTests) return 'test mode';
  const to = payment.customerEmail;
  if (to === null || !isMailAddress(to)) return 'no address';
  if (!website.sendsReceipts) return 'switched off';
  const charged = chargedOtherwise(payment, providerFor(payment.mode, payment.method));
  return receiptMail({ payment, website, charged }, { to, from });
}
