import { ApiError, validationError } from '../../core/errors.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { newId, randomBase62 } from '../../platform/secrets/secrets.ts';
import { type OfferDeps, type OfferedMethod, offeredMethods } from '../links/offered-methods.ts';
import type { Website } from '../websites/store/websites.ts';
import { type CheckoutSession, CODE_LENGTH } from './session.ts';
import { insertSession } from './store/sessions.ts';

/** The fields of a new session, each valid by itself. */
export type NewSession = Omit<
  CheckoutSession,
  'id' | 'code' | 'createdAtUs' | 'cancelledAtUs' | 'attempts' | 'openPayments' | 'paidPaymentId' | 'paidAtUs'
>;

/**
 * Stores a session, and returns it. Throws ApiError `payment_method_not_available` when the website can use none of its methods,
 * `amount_too_low` or `amount_too_high` when none of them accepts its amount, and `validation_error` when they take only
 * whole gourdes.
 */
export async function createSession(
  deps: OfferDeps & { readonly db: Database; readonly clock: Clock },
  fields: NewSession,
  website: Pick<Website, 'methods'>,
): Promise<CheckoutSession> {
  if (methodsOfSession(deps, fields, website).length === 0) throw refusalOf(deps, fields, website);
  const session: CheckoutSession = {
    ...fields,
    id: newId('cos'),
    code: randomBase62(CODE_LENGTH),
    createdAtUs: Math.floor(deps.clock()),
    cancelledAtUs: null,
    attempts: 0,
    openPayments: 0,
    paidPaymentId: null,
    paidAtUs: null,
  };
  await deps.db.transaction((tx) => insertSession(tx, session));
  return session;
}

type Offered = Pick<CheckoutSession, 'methods' | 'mode' | 'currency' | 'amountMinor'>;

/** The methods that can pay a session at this moment. */
export function methodsOfSession(
  deps: OfferDeps,
  session: Offered,
  website: Pick<Website, 'methods'>,
): OfferedMethod[] {
  return offeredMethods(deps, { ...session, amountMode: 'fixed', minMinor: null, maxMinor: null }, website);
}

/** Why no method can pay an amount. */
function refusalOf(deps: OfferDeps, session: Offered, website: Pick<Website, 'methods'>): ApiError {
  const usable = offeredMethods(deps, { ...session, amountMode: 'chosen', minMinor: null, maxMinor: null }, website);
  const { amountMinor } = session;
  if (usable.length === 0) return new ApiError('payment_method_not_available');
  if (usable.every(({ leastMinor }) => amountMinor < leastMinor)) return new ApiError('amount_too_low');
  if (usable.every(({ mostMinor }) => amountMinor > mostMinor)) return new ApiError('amount_too_high');
  return validationError({
    amount: ['The amount field must be an amount that one of the methods takes: some take no centimes in live mode.'],
  });
}
