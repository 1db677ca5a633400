import { type Sabotage, sabotage } from './sabotage.ts';

const TRIES = 'features/webhooks/store/delivery-tries.ts';
const ATTEMPT = 'features/webhooks/attempt-delivery.ts';

/** Sabotages of the code that sends webhooks and stores their results. */
export const WEBHOOK_SABOTAGES: readonly Sabotage[] = [
  sabotage(
    'let-a-stale-lease-overwrite-a-result',
    'I3',
    TRIES,
    "where: 'deliveries.id = given.id AND deliveries.next_attempt_at_us = given.lease_until_us',",
    "where: 'deliveries.id = given.id AND (deliveries.next_attempt_at_us = given.lease_until_us OR given.lease_until_us > 0)',",
  ),
  sabotage(
    'send-every-webhook-twice',
    'I3',
    'features/webhooks/send.ts',
    'return timed(await attempt(keeping, url, headers, body));',
    'await attempt(keeping, url, headers, body);\n        return timed(await attempt(keeping, url, headers, body));',
  ),
  sabotage('store-no-attempts', 'I3', TRIES, 'if (tries.length === 0) return;', 'if (tries.length >= 0) return;'),
  sabotage(
    'count-no-attempts',
    'I3',
    TRIES,
    'attempts = attempts + 1, schedule_step',
    'attempts = attempts, schedule_step',
  ),
  sabotage(
    'claim-without-a-lease',
    'I3',
    'features/webhooks/store/claim-deliveries.ts',
    "'next_attempt_at_us = $2',",
    "'next_attempt_at_us = $1 + 0 * $2',",
  ),
  sabotage(
    'stamp-a-webhook-with-the-creation',
    'I3',
    'features/webhooks/sign.ts',
    'unixSeconds(payment.finishedAtUs ?? 0)',
    'unixSeconds(payment.createdAtUs)',
  ),
  sabotage(
    'send-another-timestamp-in-the-header',
    'I3',
    ATTEMPT,
    'timestampS: unixSeconds(eventAtUs)',
    'timestampS: unixSeconds(Date.now() * 1000)',
  ),
  sabotage(
    'call-every-event-a-success',
    'I2',
    'features/webhooks/event.ts',
    "return status === 'completed' ? 'payment.success' : 'payment.failed';",
    "return status !== ('' as string) ? 'payment.success' : 'payment.failed';",
  ),
];
