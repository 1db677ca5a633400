import type { RateLimit } from '../auth/rate-limits.ts';
import { ApiError } from '../domain/errors.ts';
import type { Payment, PaymentMethod } from '../domain/payment.ts';
import type { Log } from '../lib/log.ts';
import { type Incoming, type Notice, ProviderSilent } from '../providers/provider.ts';
import { findPayment, scheduleNextCheck } from '../storage/payments.ts';
import { applyVerification } from './apply-verification.ts';
import { type VerifyDeps, verifyPayment } from './verify-payment.ts';

export interface ReceiveDeps extends VerifyDeps {
  /** How often strangers may cause a question about one payment. */
  readonly verifications: RateLimit;
}

/** When a provider that told us of a payment could not be asked about it: soon again. */
const ASK_AGAIN_US = 5_000_000;
/** What the paths of all providers look like, and slips of whoever enters them in a portal. */
const OWN_PATH = /^[a-z_-]{1,32}$/i;

export interface Received {
  readonly answer: Notice['answer'];
  /** The payment it is about, as it is now; undefined when it is about none of ours. */
  readonly payment: Payment | undefined;
}

/** `receiveNotification` with its parts wired in. */
export type Receive = (method: PaymentMethod, incoming: Incoming, log: Log) => Promise<Received | undefined>;

/**
 * Takes what came in below `/providers/<method>/`: it is only ever a reason to look at a payment. What carries no proof of
 * its own is followed by a question to the provider, and of any number of repetitions one settles. Undefined when no
 * provider of this method listens.
 */
export async function receiveNotification(
  deps: ReceiveDeps,
  method: PaymentMethod,
  incoming: Incoming,
  log: Log,
): Promise<Received | undefined> {
  const provider = deps.providerFor('live', method);
  if (!provider?.notification) return undefined;
  let notice: Notice;
  try {
    notice = await provider.notification(incoming, log);
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    log.warn(
      { method, reason: error.message },
      'a notification could not be looked into; its payment is checked later',
    );
    return { answer: 'visitor', payment: undefined };
  }
  const payment = notice.paymentId === undefined ? undefined : await findPayment(deps.db, notice.paymentId);
  if (payment?.mode !== 'live' || payment.method !== method) {
    // A path can be anything that a stranger has written, and a link of a customer's among that.
    const path = OWN_PATH.test(incoming.path) ? incoming.path : 'another';
    log.warn({ method, path }, 'a notification is about no payment of ours, or is forged');
    return { answer: notice.answer, payment: undefined };
  }
  return { answer: notice.answer, payment: await lookInto(deps, payment, notice, log) };
}

async function lookInto(deps: ReceiveDeps, payment: Payment, { verification }: Notice, log: Log): Promise<Payment> {
  if (verification) return applyVerification(deps, payment, verification, log);
  // Nothing that can be said of it changes anything. Of one that failed, money may have come after all.
  if (payment.status === 'completed') return payment;
  try {
    const isFlood = (await deps.verifications.consume(`notice:${payment.id}`)) > 0;
    if (!isFlood) return (await verifyPayment(deps, payment, log)).payment;
  } catch (error) {
    // No answer of the provider, which is logged by then.
    if (!(error instanceof ApiError)) throw error;
  }
  // The notification must not be lost with it: whoever works asks soon.
  await deps.db.transaction((tx) => scheduleNextCheck(tx, payment.id, deps.clock() + ASK_AGAIN_US));
  return payment;
}
