import type { FastifyReply } from 'fastify';
import { isFinal, type Payment } from '../domain/payment.ts';
import { noteOnRequest } from '../http/note-on-request.ts';
import { isSlowPayment } from '../providers/sandbox/provider.ts';
import type { Database } from '../storage/database.ts';
import { findWebsite } from '../storage/websites.ts';
import { type Exchange, sendMessage } from './messages.ts';

/**
 * Whether a payment's customer is given nothing to pay with, because its website is deactivated. Who has submitted already, or
 * whose payment is over, still sees what comes of it.
 */
export async function isClosedTo(db: Database, payment: Payment): Promise<boolean> {
  if (isFinal(payment.status) || hasSubmitted(payment)) return false;
  const website = await findWebsite(db, payment.websiteId);
  return website !== undefined && website.deactivatedAtUs !== null;
}

/**
 * As far as is known: a card that is charged again asks nobody, a card is `processing` once it was submitted, and a provider's
 * number is that of an attempt.
 */
function hasSubmitted(payment: Payment): boolean {
  if (payment.subscriptionId !== null) return true;
  if (payment.method === 'card') return payment.status === 'processing';
  return payment.mode === 'test' ? isSlowPayment(payment) : payment.providerRef !== null;
}

/** Says so. Of a live payment it looks again by itself, for who has paid and of whom nothing was heard yet. */
export function sendClosed(exchange: Exchange, { mode }: Payment): FastifyReply {
  noteOnRequest(exchange.request, { error: 'website_inactive' });
  if (mode === 'live') exchange.reply.header('refresh', '5');
  return sendMessage(exchange, 403, 'closed');
}
