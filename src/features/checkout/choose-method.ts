import { isFinal, type Payment } from '../../core/payment.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { LinkMethod } from '../links/payment-link.ts';
import { type CreatePaymentDeps, createPayment } from '../payments/create-payment.ts';
import { giveUpPayment } from '../payments/give-up-payment.ts';
import type { Settle } from '../payments/settle-payment.ts';
import { findPayment } from '../payments/store/find-payment.ts';
import { insertFree } from '../payments/store-payment.ts';
import type { VerifyDeps } from '../payments/verify-payment.ts';
import type { Website } from '../websites/store/websites.ts';
import { type CheckoutSession, MAX_ATTEMPTS, paymentMetadata, type SessionStatus, sessionStatus } from './session.ts';
import { findSession, insertSessionPayment, listPaymentsOfSession, reserveAttempt } from './store/sessions.ts';

/** The customer's name when the merchant sent none. */
const NO_NAME = 'Customer';
/** How often the choice is tried again when another request changes the session at the same time. */
const MAX_ROUNDS = 4;

export interface ChooseDeps extends Omit<CreatePaymentDeps, 'store'>, VerifyDeps {
  readonly db: Database;
  readonly settle: Settle;
}

/** A customer's choice on a session's page. */
export interface Choice {
  readonly method: LinkMethod;
  /** Whether the customer has read that an earlier payment may still be paid, and pays in another way all the same. */
  readonly isSure: boolean;
  /** Reads an open payment again, after a query to its provider if the rate limit allows one now. */
  readonly refresh: (payment: Payment) => Promise<Payment>;
}

/**
 * The result of a choice: the payment whose page the customer continues on, an earlier payment that may still be paid,
 * or why no payment can be started.
 */
export type Chosen =
  | { readonly kind: 'payment'; readonly payment: Payment }
  | { readonly kind: 'unsure'; readonly payment: Payment }
  | { readonly kind: 'over'; readonly status: Exclude<SessionStatus, 'open'> | 'used_up' | 'busy' };

/**
 * Starts the payment that a customer chooses on a session's page: an ordinary payment of the session's key, whose
 * metadata names the session. An open payment of the same method is continued. Open payments of other methods are
 * cancelled where that is possible. While one may still be paid, nothing is started unless the customer is sure.
 *
 * Concurrent choices of a session start one payment. Throws any error of `createPayment`; the attempt then counts only
 * if its payment was stored.
 */
export async function chooseMethod(
  deps: ChooseDeps,
  { session: { id }, website }: { session: Pick<CheckoutSession, 'id'>; website: Website },
  choice: Choice,
  log: Log,
): Promise<Chosen> {
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const session = await findSession(deps.db, id);
    const status = session ? sessionStatus(session, deps.clock()) : 'expired';
    if (!session || status !== 'open') return { kind: 'over', status: status === 'open' ? 'expired' : status };
    const open = await openAfterClosing(deps, session, choice, log);
    if (open === 'paid') return { kind: 'over', status: 'paid' };
    const continued = open.find((payment) => payment.method === choice.method || isSubmitted(deps, payment));
    if (continued) return { kind: 'payment', payment: continued };
    const [unsure] = open;
    if (unsure && !choice.isSure) return { kind: 'unsure', payment: unsure };
    if (session.attempts >= MAX_ATTEMPTS) return { kind: 'over', status: 'used_up' };
    try {
      return {
        kind: 'payment',
        payment: await startPayment(deps, { session, website, open: open.length }, choice, log),
      };
    } catch (error) {
      if (!(error instanceof AttemptRefused)) throw error;
    }
  }
  return { kind: 'over', status: 'busy' };
}

/** The payments of a session that may still be paid, newest first, after cancelling those of other methods. */
async function openAfterClosing(
  deps: ChooseDeps,
  session: CheckoutSession,
  { method, refresh }: Choice,
  log: Log,
): Promise<Payment[] | 'paid'> {
  const open: Payment[] = [];
  for (const found of await listPaymentsOfSession(deps.db, session.id)) {
    if (isFinal(found.status)) continue;
    const read = await refresh(found);
    const isOther = !isFinal(read.status) && read.method !== method && !isSubmitted(deps, read);
    const payment = isOther ? await closePayment(deps, read, log) : read;
    if (payment.status === 'completed') return 'paid';
    if (!isFinal(payment.status)) open.push(payment);
  }
  return open;
}

/** Cancels an open payment where that is possible, and returns it as it is then. */
export async function closePayment(deps: ChooseDeps, payment: Payment, log: Log): Promise<Payment> {
  if (deps.providerFor(payment.mode, payment.method)?.isLocal) {
    const outcome = { status: 'failed', failureReason: 'cancelled' } as const;
    return (await deps.settle(payment, outcome)) ?? (await findPayment(deps.db, payment.id)) ?? payment;
  }
  return (await giveUpPayment(deps, payment, log)) ?? payment;
}

/** Whether the customer has finished at the provider, as far as it says so: then no other method is offered. */
export function isSubmitted({ providerFor }: Pick<ChooseDeps, 'providerFor'>, payment: Payment): boolean {
  return providerFor(payment.mode, payment.method)?.isSubmitted?.(payment) ?? false;
}

async function startPayment(
  deps: ChooseDeps,
  { session, website, open }: { session: CheckoutSession; website: Website; open: number },
  { method }: Choice,
  log: Log,
): Promise<Payment> {
  const { db, clock } = deps;
  const write = async (tx: Transaction, payment: Payment) => {
    // The order of the locks is the same as when a payment is settled: the payment's own rows, then the session's.
    if (!(await insertFree(tx, [payment])).has(payment)) return false;
    await insertSessionPayment(tx, session.id, payment.id);
    if (!(await reserveAttempt(tx, { sessionId: session.id, mostOpen: open, nowUs: clock() }))) {
      throw new AttemptRefused();
    }
    return true;
  };
  const store: CreatePaymentDeps['store'] = (payment) => db.transaction((tx) => write(tx, payment));
  const creator = { apiKeyId: session.apiKeyId, mode: session.mode, website };
  const request = {
    amount: session,
    method,
    customerName: session.customerName ?? NO_NAME,
    customerEmail: session.customerEmail,
    customerPhone: session.customerPhone,
    reference: session.reference,
    description: session.description,
    metadata: paymentMetadata(session),
    recurringInterval: null,
    recurringIntervalCount: null,
  };
  return (await createPayment({ ...deps, store }, creator, request, log)).payment;
}

/** The session has changed since it was read. */
class AttemptRefused extends Error {}
