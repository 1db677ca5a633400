import type { FailureReason, Payment } from '../domain/payment.ts';
import type { Taken } from './payment-facts.ts';

/** A title of the page of a final payment. */
export type Title = 'paid' | 'already_paid' | 'paid_late' | FailureReason;

/**
 * What a page says about a payment, in one word: `<main data-state>`. Tests hold it to what has happened, whatever the page
 * looks like and whichever language it is in.
 */
export type PageState =
  /** There is something to type, or a button that leads to the provider's page. */
  | 'form'
  | 'code'
  | 'challenge'
  /** The customer has done their part. */
  | 'waiting'
  /** Nobody can start to pay any more, but an earlier attempt may have paid. */
  | 'time_is_over'
  | FinalState
  | 'opening'
  | Message;

/** What a page says that is about no payment. Its title and its text have these names in the wording. */
export type Message =
  | 'notFound'
  | 'unknownPayment'
  | 'refused'
  | 'returned'
  | 'systemError'
  | 'unavailable'
  | 'closed'
  | 'tooMany';

/** The same of the pages of payment links. */
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

/** `amount_mismatch` and `paid_late` are those where the customer's money has moved though the payment failed. */
export type FinalState = Exclude<Title, 'already_paid'>;

/** What there is to say of a final payment. */
export function finalState({ status, failureReason }: Payment, taken: Taken): FinalState {
  if (status === 'completed') return 'paid';
  return taken === 'late' ? 'paid_late' : (failureReason ?? 'provider_error');
}
