import type { Database } from '../../src/database/database.ts';
import type { SettleDeps } from '../../src/features/payments/settle-payment.ts';
import type { Clock } from '../../src/platform/clock/clock.ts';
import type { SecretBox } from '../../src/platform/secrets/secrets.ts';
import { settleSteps } from '../../src/verbs/settle-steps.ts';

/** The dependencies of `settlePayment`, with the steps of all features, for tests without a gateway. */
export function settling({ db, clock, box }: { db: Database; clock: Clock; box: SecretBox }): SettleDeps {
  return { db, clock, steps: settleSteps({ clock, box, canSendNotices: false }) };
}
