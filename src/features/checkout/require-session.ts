import type { Database } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { CheckoutSession } from './session.ts';
import { findSession } from './store/sessions.ts';

/** The session with this id. Throws OperatorError `not_found` when there is none. */
export async function requireSession(db: Pick<Database, 'query'>, id: string): Promise<CheckoutSession> {
  const session = await findSession(db, id);
  if (session) return session;
  throw new OperatorError('not_found', 'checkout_session', refusal('checkoutNotFound', { id }));
}
