import { isFinal } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { type ChooseDeps, closePayment, isSubmitted } from './choose-method.ts';
import type { CheckoutSession } from './session.ts';
import { findSession, listPaymentsOfSession, setSessionCancelled } from './store/sessions.ts';

/**
 * Cancels a session for its merchant, and returns it: no payment can be started any more, and open payments are
 * cancelled where that is possible. A session that is paid stays paid, and an expired one
 * expired. While a payment may still be paid, the session is
 * `processing`.
 */
export async function cancelSession(deps: ChooseDeps, session: CheckoutSession, log: Log): Promise<CheckoutSession> {
  await deps.db.transaction((tx) => setSessionCancelled(tx, session.id, Math.floor(deps.clock())));
  for (const payment of await listPaymentsOfSession(deps.db, session.id)) {
    if (!isFinal(payment.status) && !isSubmitted(deps, payment)) await closePayment(deps, payment, log);
  }
  return (await findSession(deps.db, session.id)) ?? session;
}
