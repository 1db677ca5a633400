import type { Store } from '../app/open-store.ts';
import type { Config } from '../config.ts';
import { type Settle, settlePayment } from '../payments/settle-payment.ts';

/** Finishes payments of a store that a command has opened. The webhooks are sent by whoever works on it. */
export function settleWith({ db, clock, box }: Store, { webhookRetrySeconds: [firstWaitSeconds] }: Config): Settle {
  return (payment, outcome, details) => settlePayment({ db, clock, box, firstWaitSeconds }, payment, outcome, details);
}
