import type { FailureReason, Payment } from '../core/payment.ts';
import type { SessionStatus } from '../features/checkout/session.ts';
import type { MoneyTaken } from './payment-facts.ts';

/** The title of a final payment's page. */
export type Title = 'paid' | 'already_paid' | 'given_back' | 'paid_late' | FailureReason;

/** A page's state: `<main data-state>`. Tests compare it with the payment's state, independent of layout and language. */
export type PageState =
  /** A form, or a button that leads to the provider's page. */
  | 'form'
  | 'code'
  | 'challenge'
  /** The customer has submitted. */
  | 'waiting'
  /** No new attempt can start, but an earlier one may have paid. */
  | 'time_is_over'
  | FinalState
  | 'opening'
  | Message;

/** The name of a message page, which shows no payment. The texts of its title and its body have the same name. */
export type Message =
  | 'notFound'
  | 'noPage'
  | 'unknownPayment'
  | 'refused'
  | 'returned'
  | 'systemError'
  | 'unavailable'
  | 'closed'
  | 'tooMany';

/** The states of payment links' pages. */
export type LinkPageState =
  | 'link'
  | 'thanks'
  | 'unknown'
  | 'expired_link'
  | 'sold_out'
  | 'used'
  | 'in_use'
  | 'deactivated'
  | 'closed_link';

/** Why a session's page offers no method. `closed`: the website or every method is off. `used_up`: too many payments were started. */
export type SessionEnd = Exclude<SessionStatus, 'open'> | 'closed' | 'used_up' | 'busy';

/** The states of the pages of checkout sessions. */
export type SessionPageState = 'session' | 'session_unsure' | `session_${SessionEnd}`;

/** `amount_mismatch` and `paid_late`: the customer's money has moved although the payment failed. */
export type FinalState = Exclude<Title, 'already_paid' | 'given_back'>;

/** The page state of a final payment. */
export function finalState({ status, failureReason }: Payment, taken: MoneyTaken): FinalState {
  if (status === 'completed') return 'paid';
  return taken === 'late' ? 'paid_late' : (failureReason ?? 'provider_error');
}
