import type { SecretBox } from '../../lib/secrets.ts';
import type { ExchangeRates } from '../exchange-rate.ts';
import type { VerifyDeps } from '../verify-payment.ts';
import type { RestoreGuard } from './restore-guard.ts';

export interface RecurringSettings {
  /** A subscription is stopped after so many failed periods in a row. */
  readonly maxFailures: number;
  /** So many periods at most that fell due while nobody charged them are charged later; older ones are left out. */
  readonly catchUp: number;
}

/** What charging again works with. */
export interface RecurringDeps extends VerifyDeps {
  readonly box: SecretBox;
  readonly nextId: () => number;
  readonly rates: ExchangeRates;
  readonly settings: RecurringSettings;
  readonly restores: RestoreGuard;
}
