import type { FailureReason } from '../../core/payment.ts';

/**
 * The meaning of a decision with its reason code. `partial`: less than the requested amount was approved. `review`: an
 * employee has to review it, and it may still be paid. `unknown` proves nothing either way.
 */
export type Result =
  | { readonly kind: 'paid' | 'partial' | 'review' | 'unknown' }
  | { readonly kind: 'failed'; readonly failureReason: FailureReason };

const UNKNOWN: Result = { kind: 'unknown' };

/** Requests that were refused before anything was charged: fields missing, or not valid. */
const INVALID_REQUESTS = ['101', '102'];

export function readResult(decision: string | undefined, reasonCode: string | undefined): Result {
  switch (decision) {
    case 'ACCEPT':
      if (reasonCode === '100') return { kind: 'paid' };
      return reasonCode === '110' ? { kind: 'partial' } : UNKNOWN;
    case 'REVIEW':
      return { kind: 'review' };
    case 'DECLINE':
      return { kind: 'failed', failureReason: failureReasonOf(reasonCode) };
    case 'CANCEL':
      return { kind: 'failed', failureReason: 'cancelled' };
    case 'ERROR':
      // 150, 151 and 152 are server failures after which the charge may exist; 104 is about an earlier attempt.
      return INVALID_REQUESTS.includes(reasonCode ?? '')
        ? { kind: 'failed', failureReason: 'provider_error' }
        : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

function failureReasonOf(reasonCode: string | undefined): FailureReason {
  switch (reasonCode) {
    case '202':
      return 'expired_card';
    case '204':
      return 'insufficient_balance';
    case '101':
    case '102':
      return 'provider_error';
    default:
      return 'declined';
  }
}
