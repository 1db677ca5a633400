import { US_PER_HOUR, US_PER_SECOND } from '../core/durations.ts';

const FIRST_WAIT_US = 15 * US_PER_SECOND;
const LONGEST_WAIT_US = US_PER_HOUR;

/**
 * When to check an open payment again: often while it is young, then less and less often, and in any case when it
 * expires. Microseconds since 1970.
 */
export function nextCheck(payment: { createdAtUs: number; expiresAtUs: number }, nowUs: number): number {
  const ageUs = Math.max(0, nowUs - payment.createdAtUs);
  const waitUs = Math.min(Math.max(FIRST_WAIT_US, Math.floor(ageUs / 4)), LONGEST_WAIT_US);
  const next = nowUs + waitUs;
  // The payment is checked again at its expiry, whatever the interval was until then.
  return payment.expiresAtUs > nowUs ? Math.min(next, payment.expiresAtUs) : next;
}
