import { ApiError } from '../core/errors.ts';
import { parseTransactionId, transactionIdTimeUs } from '../core/ids.ts';
import type { Payment } from '../core/payment.ts';
import type { Refund } from '../core/refund.ts';
import { findArchivedBefore } from '../features/archive/store/archives.ts';
import type { CheckoutSession } from '../features/checkout/session.ts';
import { findSession } from '../features/checkout/store/sessions.ts';
import type { PaymentLink } from '../features/links/payment-link.ts';
import { findLink } from '../features/links/store/payment-links.ts';
import type { Discrepancy } from '../features/payments/discrepancies/discrepancy.ts';
import { findDiscrepancy } from '../features/payments/discrepancies/store/discrepancies.ts';
import { findPayment } from '../features/payments/store/find-payment.ts';
import type { Payout } from '../features/payouts/payout.ts';
import { findPayout } from '../features/payouts/store/payouts.ts';
import { findRefund } from '../features/refunds/store/refunds.ts';
import { findWebsite, listWebsites, type Website } from '../features/websites/store/websites.ts';
import type { SignedInContext } from './console-context.ts';

// An object that the user may not see is not found. Every read by an id from a browser goes through here, or is limited to websites that
// the user may see.

/** Whether the user may see the objects of a website: the operator's users see all, a merchant's users see their own. */
export function isVisible({ who }: Pick<SignedInContext, 'who'>, websiteId: string): boolean {
  return who.websiteIds === null || who.websiteIds.includes(websiteId);
}

/** The websites that the user may see, oldest first. */
export async function visibleWebsites(context: SignedInContext): Promise<Website[]> {
  const websites = await listWebsites(context.deps.db);
  return websites.filter(({ id }) => isVisible(context, id));
}

/** A website by its id. Throws ApiError `not_found` if there is none or the user may not see it. */
export async function visibleWebsite(context: SignedInContext, id: string): Promise<Website> {
  const website = isVisible(context, id) ? await findWebsite(context.deps.db, id) : undefined;
  if (!website) throw new ApiError('not_found');
  return website;
}

/** A payment by its id from an address. Throws ApiError `not_found` if there is none or the user may not see it. */
export async function visiblePayment(context: SignedInContext, id: string): Promise<Payment> {
  const number = parseTransactionId(id);
  const payment = number === undefined ? undefined : await findPayment(context.deps.db, number);
  if (!payment || !isVisible(context, payment.websiteId)) throw new ApiError('not_found');
  return payment;
}

/**
 * A payment for its page. It is `archived` if it is not found and payments of the time of its id were archived. Throws ApiError `not_found`
 * if it cannot be in an archive either. A payment that the user may not see has the same result as one that does not exist.
 */
export async function visiblePaymentOrArchived(context: SignedInContext, id: string): Promise<Payment | 'archived'> {
  try {
    return await visiblePayment(context, id);
  } catch (error) {
    const number = error instanceof ApiError ? parseTransactionId(id) : undefined;
    const archivedBeforeUs = number === undefined ? undefined : await findArchivedBefore(context.deps.db);
    if (number === undefined || transactionIdTimeUs(number) >= (archivedBeforeUs ?? 0)) throw error;
    return 'archived';
  }
}

/** A refund by its id. Throws ApiError `not_found` if there is none or the user may not see it. */
export async function visibleRefund(context: SignedInContext, id: string): Promise<Refund> {
  const refund = await findRefund(context.deps.db, id);
  if (!refund || !isVisible(context, refund.websiteId)) throw new ApiError('not_found');
  return refund;
}

/** A payout by its id: only the operator's users see payouts. Throws ApiError `not_found` if there is none. */
export async function visiblePayout(context: SignedInContext, id: string): Promise<Payout> {
  const payout = context.who.websiteIds === null ? await findPayout(context.deps.db, id) : undefined;
  if (!payout) throw new ApiError('not_found');
  return payout;
}

/** A payment link by its id. Throws ApiError `not_found` if there is none or the user may not see it. */
export async function visibleLink(context: SignedInContext, id: string): Promise<PaymentLink> {
  const link = await findLink(context.deps.db, id);
  if (!link || !isVisible(context, link.websiteId)) throw new ApiError('not_found');
  return link;
}

/** A checkout session by its id. Throws ApiError `not_found` if there is none or the user may not see it. */
export async function visibleSession(context: SignedInContext, id: string): Promise<CheckoutSession> {
  const session = await findSession(context.deps.db, id);
  if (!session || !isVisible(context, session.websiteId)) throw new ApiError('not_found');
  return session;
}

/**
 * A discrepancy by its id. Throws ApiError `not_found` if there is none or the user may not see it: a merchant's users see those of their
 * payments, and never an unknown payment.
 */
export async function visibleDiscrepancy(context: SignedInContext, id: string): Promise<Discrepancy> {
  const found = await findDiscrepancy(context.deps.db, id);
  const isSeen = found?.expected ? isVisible(context, found.expected.websiteId) : context.who.websiteIds === null;
  if (!found || !isSeen) throw new ApiError('not_found');
  return found;
}
