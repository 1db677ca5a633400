import { isMailAddress } from '../../platform/mail/mail-address.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { findPayment } from '../payments/store/find-payment.ts';
import { sendQueued } from '../receipts/send-queued.ts';
import type { ReceiptDeps } from '../receipts/send-receipts.ts';
import { findWebsite } from '../websites/store/websites.ts';
import { linkMail } from './link-mail.ts';
import { findLinkOfPayment } from './store/payment-links.ts';

/** Sends sellers a few of the queued e-mails about payments of their links, as `sendQueued` describes. */
export function sendLinkNotices(deps: Omit<ReceiptDeps, 'providerFor'>): Promise<{ isMoreWaiting: boolean }> {
  return sendQueued(deps, { queue: 'link_notices', called: "a link's notice", mailOf: (id) => mailOf(deps, id) });
}

async function mailOf(
  { db, from, sendsTests }: Omit<ReceiptDeps, 'providerFor'>,
  paymentId: number,
): Promise<Mail | string> {
  const payment = await findPayment(db, paymentId);
  const website = payment && (await findWebsite(db, payment.websiteId));
  const link = payment && (await findLinkOfPayment(db, paymentId));
  if (!payment || !website || !link) return 'no payment';
  if (payment.mode === 'test' && !sendsTests) return 'test mode';
  const to = link.notifyEmail;
  if (to === null || !isMailAddress(to)) return 'no address';
  return linkMail({ payment, website, link }, { to, from });
}
