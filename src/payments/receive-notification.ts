import { countAgainst } from '../auth/count-against.ts';
import type { RateLimit } from '../auth/rate-limits.ts';
import { ApiError } from '../domain/errors.ts';
import type { Payment, PaymentMethod } from '../domain/payment.ts';
import type { Log } from '../lib/log.ts';
import { type Incoming, type Notice, ProviderSilent } from '../providers/provider.ts';
import { updateProviderData } from '../storage/payments/update-provider-data.ts';
import { findNamedPayment } from '../storage/recurring/charges.ts';
import { applyVerification, isEarlier } from './apply-verification.ts';
import { type VerifyDeps, verifyPayment } from './verify-payment.ts';

export interface ReceiveDeps extends VerifyDeps {
  /** How often one payment may be asked about because of what comes in. */
  readonly verifications: RateLimit;
  /** What one address may send that proves nothing. */
  readonly pages: RateLimit;
  /** Questions to a provider about which payment a number means. */
  readonly lookups: RateLimit;
}

/** When a provider that told us of a payment could not be asked about it: soon again. */
const ASK_AGAIN_US = 5_000_000;
/** After a flood, whose payment has just been asked about many times: when it may have ended. */
const AFTER_FLOOD_US = 60_000_000;
/** What the paths of all providers look like, and slips of whoever enters them in a portal. */
const OWN_PATH = /^[a-z_-]{1,32}$/i;

/** Who sent it, as far as that is known. */
export interface Sender {
  /** The name under which its address is counted. */
  readonly address: string;
  /** The payments that this browser was led to the provider for. */
  readonly payers: readonly number[];
}

export interface Received {
  readonly answer: Notice['answer'];
  /** The payment it is about, as it is now; undefined when it is about none of ours. */
  readonly payment: Payment | undefined;
}

/** `receiveNotification` with its parts wired in. */
export type Receive = (
  method: PaymentMethod,
  incoming: Incoming,
  sender: Sender,
  log: Log,
) => Promise<Received | undefined>;

/**
 * Takes what came in below `/providers/<method>/`: it is only ever a reason to look at a payment. What carries no proof of
 * its own is followed by a question to the provider, and of any number of repetitions one settles. Undefined when no
 * provider of this method listens.
 *
 * Throws ApiError `rate_limit_exceeded` when the address has sent too much that proves nothing. What a provider has signed is
 * never counted.
 */
export async function receiveNotification(
  deps: ReceiveDeps,
  method: PaymentMethod,
  incoming: Incoming,
  sender: Sender,
  log: Log,
): Promise<Received | undefined> {
  const provider = deps.providerFor('live', method);
  const notice = provider?.notification?.(incoming, log);
  if (!notice?.isProven) await countAgainst(deps.pages, sender.address);
  if (!notice) return undefined;
  const { answer } = notice;
  let paymentId: number | undefined;
  try {
    paymentId = await paymentIdOf(deps, notice, sender, log);
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    log.warn(
      { method, reason: error.message },
      'a notification could not be looked into; its payment is checked later',
    );
    return { answer, payment: undefined };
  }
  const payment = await findNamedPayment(deps.db, { ...notice, paymentId });
  if (payment?.mode !== 'live' || payment.method !== method) {
    // A path can be anything that a stranger has written, and a link of a customer's among that.
    const path = OWN_PATH.test(incoming.path) ? incoming.path : 'another';
    log.warn({ method, path }, 'a notification is about no payment of ours, or is forged');
    return { answer, payment: undefined };
  }
  return { answer, payment: await lookInto(deps, payment, { notice, sender }, log) };
}

/** Throws ProviderSilent when the provider has to be asked which payment is meant, and cannot be. */
async function paymentIdOf(
  { lookups }: ReceiveDeps,
  { paymentId, lookUp }: Notice,
  { address, payers }: Sender,
  log: Log,
): Promise<number | undefined> {
  if (paymentId !== undefined || !lookUp) return paymentId;
  const [newest, ...others] = payers;
  // A browser that set out to pay one payment comes back from that one: nobody has to be asked.
  if (newest !== undefined && others.length === 0) return newest;
  // One that set out to pay several is counted by them, and has questions set aside: strangers cannot use those up.
  const wait = await lookups.consume(newest === undefined ? address : `payer:${newest}`);
  if (wait > 0) throw new ProviderSilent('too many numbers were asked about for one address');
  return lookUp(log, { isPayer: newest !== undefined });
}

async function lookInto(
  deps: ReceiveDeps,
  payment: Payment,
  { notice, sender }: { notice: Notice; sender: Sender },
  log: Log,
): Promise<Payment> {
  if (notice.verification) return applyVerification(deps, payment, notice.verification, log);
  // Nothing that can be said of it changes anything. Of one that failed, money may have come after all.
  if (payment.status === 'completed') return payment;
  // Counted apart: a stranger who has guessed a payment's number does not use up what its provider and its customer may ask.
  const isGenuine = notice.isProven === true || sender.payers.includes(payment.id);
  const isFlood = (await deps.verifications.consume(`${isGenuine ? 'proven' : 'notice'}:${payment.id}`)) > 0;
  try {
    if (!isFlood) return (await verifyPayment(deps, payment, log)).payment;
  } catch (error) {
    // No answer of the provider, which is logged by then.
    if (!(error instanceof ApiError)) throw error;
  }
  // The notification must not be lost with it: whoever works asks soon, and never later than planned.
  const checkByUs = deps.clock() + (isFlood ? AFTER_FLOOD_US : ASK_AGAIN_US);
  if (isEarlier(checkByUs, payment)) {
    await deps.db.transaction((tx) => updateProviderData(tx, payment.id, { checkByUs }));
  }
  return payment;
}
