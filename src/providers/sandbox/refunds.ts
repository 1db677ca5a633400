import { US_PER_SECOND } from '../../core/durations.ts';
import type { PaymentMethod } from '../../core/payment.ts';
import { REFUND_ROUTES } from '../../core/refund.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import {
  ProviderRefused,
  ProviderUnavailable,
  type RefundCalls,
  type RefundOrder,
  type RefundReport,
} from '../provider.ts';

/** The reasons of a test refund that choose its outcome. With any other reason, or none, it succeeds. */
const REFUND_REASONS = {
  declined: 'test: declined',
  slow: 'test: slow',
  unknown: 'test: unknown',
  reversed: 'test: reversed',
} as const;

/** How long a simulated refund takes that does not end at once. */
const TAKES_US = 5 * US_PER_SECOND;

/** Simulated refunds. The same methods accept them as in live mode, and the reason of a refund chooses its outcome. */
export function sandboxRefunds(method: PaymentMethod, clock: Clock): RefundCalls | undefined {
  const { isSimulated, parts } = REFUND_ROUTES[method];
  if (!isSimulated) return undefined;
  return {
    canRefundParts: parts !== 'none',
    isRepeatable: true,
    lagUs: 0,
    send: async (_payment, order) => send(order, clock()),
    find: async (_payment, order) => find(order, clock()),
  };
}

function send(order: RefundOrder, nowUs: number): RefundReport {
  switch (order.reason) {
    case REFUND_REASONS.declined:
      throw new ProviderRefused('The refund was declined.', 'declined', 'the simulated provider declined the refund');
    case REFUND_REASONS.unknown:
      throw new ProviderUnavailable('the simulated provider did not respond', { why: 'silent' });
    case REFUND_REASONS.slow:
      return { status: 'pending', word: 'pending', nextCheckAtUs: nowUs + TAKES_US };
    default:
      return succeeded(order, nowUs);
  }
}

/** Only a refund that was sent can be found. Of these, only one that did not end at once, or that is still watched, is looked up. */
function find(order: RefundOrder, nowUs: number): RefundReport | undefined {
  if (order.attempts === 0) return undefined;
  if (order.reason === REFUND_REASONS.reversed)
    return { status: 'failed', providerRef: refOf(order), word: 'reversed' };
  return order.reason === REFUND_REASONS.slow || order.reason === REFUND_REASONS.unknown
    ? succeeded(order, nowUs)
    : undefined;
}

function succeeded(order: RefundOrder, nowUs: number): RefundReport {
  const isWatched = order.reason === REFUND_REASONS.reversed;
  return {
    status: 'succeeded',
    providerRef: refOf(order),
    word: 'succeeded',
    ...(isWatched && { nextCheckAtUs: nowUs + TAKES_US }),
  };
}

function refOf({ id }: RefundOrder): string {
  return `sandbox_${id}`;
}
