import type { Subscription } from '../../src/core/recurring.ts';

type Owner = Pick<Subscription, 'id' | 'firstPaymentId' | 'websiteId' | 'apiKeyId'>;

/** An active monthly subscription in test mode whose second cycle is due, but for these fields. */
export function testSubscription(fields: Owner & Partial<Subscription>): Subscription {
  return {
    mode: 'test',
    cardTokenSealed: 'sealed',
    interval: 'monthly',
    intervalCount: 1,
    anchorAtUs: 1,
    nextPeriod: 2,
    nextChargeAtUs: 1,
    status: 'active',
    consecutiveFailures: 0,
    periodsLeftOut: 0,
    endedAtUs: null,
    endReason: null,
    testClockUs: null,
    pausedAtUs: null,
    skippedUntilUs: null,
    createdAtUs: 1,
    ...fields,
  };
}
