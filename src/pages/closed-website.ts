import type { FastifyReply } from 'fastify';
import { isFinal, type Payment } from '../core/payment.ts';
import { findWebsite } from '../features/websites/store/websites.ts';
import { noteOnRequest } from '../http/note-on-request.ts';
import type { Provider } from '../providers/provider.ts';
import type { PagesDeps } from './pages-deps.ts';
import { reloadSeconds } from './reload-seconds.ts';
import { type Exchange, sendMessage } from './send-page.ts';

/**
 * Whether a payment's page offers no way to pay, because its website is deactivated. A customer who has already submitted, or whose payment
 * is final, still sees the outcome.
 */
export async function isClosedTo(
  { db, providerFor }: Pick<PagesDeps, 'db' | 'providerFor'>,
  payment: Payment,
): Promise<boolean> {
  if (isFinal(payment.status) || hasSubmitted(payment, providerFor(payment.mode, payment.method))) return false;
  const website = await findWebsite(db, payment.websiteId);
  return website !== undefined && website.deactivatedAtUs !== null;
}

/**
 * Whether the customer has submitted, as far as the gateway knows. A subscription's charge has no customer, a card is `processing` once it
 * was submitted, and a provider's reference belongs to an attempt.
 */
function hasSubmitted(payment: Payment, provider: Provider | undefined): boolean {
  if (payment.subscriptionId !== null) return true;
  if (payment.method === 'card') return payment.status === 'processing';
  return provider?.isSubmitted?.(payment) ?? payment.providerRef !== null;
}

/** The page of a closed website. It reloads itself for customers who may have paid at the provider, until the result arrives. */
export function sendClosed(
  { providerFor, clock }: Pick<PagesDeps, 'providerFor' | 'clock'>,
  exchange: Exchange,
  { mode, method, createdAtUs }: Payment,
): FastifyReply {
  noteOnRequest(exchange.request, { error: 'website_inactive' });
  const seconds = reloadSeconds(clock() - createdAtUs);
  if (!providerFor(mode, method)?.form && seconds) exchange.reply.header('refresh', String(seconds));
  return sendMessage(exchange, 403, 'closed');
}
