import { ApiError } from '../domain/errors.ts';
import { parseTransactionId } from '../domain/ids.ts';
import type { Payment } from '../domain/payment.ts';
import type { PaymentLink } from '../domain/payment-link.ts';
import { findLink } from '../storage/links/payment-links.ts';
import { findPayment } from '../storage/payments/find-payment.ts';
import { findWebsite, listWebsites, type Website } from '../storage/websites.ts';
import type { SignedInVisit } from './visit.ts';

// What somebody may not see is not there. Whatever is read by an id that a browser has sent goes through here, or is bound to websites
// that do.

/** Whether a website's things may be seen: those of the operator see all, a merchant's people their own. */
export function isVisible({ who }: Pick<SignedInVisit, 'who'>, websiteId: string): boolean {
  return who.websiteIds === null || who.websiteIds.includes(websiteId);
}

/** The websites that may be seen, oldest first. */
export async function visibleWebsites(visit: SignedInVisit): Promise<Website[]> {
  const websites = await listWebsites(visit.deps.db);
  return websites.filter(({ id }) => isVisible(visit, id));
}

/** A website by its id. Throws ApiError `not_found` for one that is not there or may not be seen. */
export async function visibleWebsite(visit: SignedInVisit, id: string): Promise<Website> {
  const website = isVisible(visit, id) ? await findWebsite(visit.deps.db, id) : undefined;
  if (!website) throw new ApiError('not_found');
  return website;
}

/** A payment by its id as it came. Throws ApiError `not_found` for one that is not there or may not be seen. */
export async function visiblePayment(visit: SignedInVisit, id: string): Promise<Payment> {
  const number = parseTransactionId(id);
  const payment = number === undefined ? undefined : await findPayment(visit.deps.db, number);
  if (!payment || !isVisible(visit, payment.websiteId)) throw new ApiError('not_found');
  return payment;
}

/** A payment link by its id. Throws ApiError `not_found` for one that is not there or may not be seen. */
export async function visibleLink(visit: SignedInVisit, id: string): Promise<PaymentLink> {
  const link = await findLink(visit.deps.db, id);
  if (!link || !isVisible(visit, link.websiteId)) throw new ApiError('not_found');
  return link;
}
