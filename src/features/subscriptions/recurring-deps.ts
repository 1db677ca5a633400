import type { Actor } from '../../core/actor.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import type { VerifyDeps } from '../payments/verify-payment.ts';
import type { ExchangeRates } from '../rates/exchange-rate.ts';
import type { RestoreGuard } from './restore-guard.ts';

export interface RecurringSettings {
  /** A subscription is stopped after this many failed cycles in a row. */
  readonly maxFailures: number;
  /** At most this many missed cycles are charged later; older ones are skipped. */
  readonly catchUp: number;
}

/** The dependencies of subscription charges. */
export interface RecurringDeps extends VerifyDeps {
  readonly box: SecretBox;
  readonly nextId: () => number;
  readonly rates: ExchangeRates;
  readonly settings: RecurringSettings;
  readonly restores: RestoreGuard;
  /** The actor of manual actions. */
  readonly actor: Actor;
}
