import type { Actor } from '../../core/actor.ts';
import { isFinal } from '../../core/payment.ts';
import type { Transaction } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { type ChooseDeps, closePayment, isSubmitted } from './choose-method.ts';
import { requireSession } from './require-session.ts';
import type { CheckoutSession } from './session.ts';
import { findSession, listPaymentsOfSession, setSessionCancelled } from './store/sessions.ts';

/**
 * Cancels a session for its merchant, and returns it: no payment can be started any more, and open payments are
 * cancelled where that is possible. A session that is paid stays paid, and an expired one
 * expired. While a payment may still be paid, the session is
 * `processing`.
 */
export async function cancelSession(deps: ChooseDeps, session: CheckoutSession, log: Log): Promise<CheckoutSession> {
  return cancel(deps, session, log, async () => {});
}

/** The same on the request of an operator or a merchant's user, which the audit log records. Throws OperatorError when the id is unknown. */
export async function cancelByHand(
  deps: ChooseDeps & { readonly actor: Actor },
  sessionId: string,
  log: Log,
): Promise<CheckoutSession> {
  const { clock, actor } = deps;
  const session = await requireSession(deps.db, sessionId);
  const { id, websiteId } = session;
  return cancel(deps, session, log, async (tx) => {
    const subject = { kind: 'checkout_session', id } as const;
    const facts = { before: { cancelled: false }, after: { cancelled: true } };
    await recordChange(tx, { actor, clock }, { action: 'checkout.cancel', subject, websiteId, ...facts });
  });
}

async function cancel(
  deps: ChooseDeps,
  session: CheckoutSession,
  log: Log,
  record: (tx: Transaction) => Promise<void>,
): Promise<CheckoutSession> {
  await deps.db.transaction(async (tx) => {
    if (await setSessionCancelled(tx, session.id, Math.floor(deps.clock()))) await record(tx);
  });
  for (const payment of await listPaymentsOfSession(deps.db, session.id)) {
    if (!isFinal(payment.status) && !isSubmitted(deps, payment)) await closePayment(deps, payment, log);
  }
  return (await findSession(deps.db, session.id)) ?? session;
}
