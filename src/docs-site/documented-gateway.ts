import type { AmountLimits } from '../features/payments/amount-limits.ts';

/** The facts about the serving gateway in the documentation. A limit of 0 means no limit. */
export interface DocumentedGateway {
  /** The gateway's public URL, without a trailing slash. */
  readonly publicUrl: string;
  readonly amountLimits: AmountLimits;
  readonly rateLimitPerMinute: number;
  readonly invalidKeyLimitPerHour: number;
  readonly verifyLimitPerMinute: number;
  readonly createWaitSeconds: number;
  readonly pageLimitPerMinute: number;
  readonly sandboxAutoCompleteSeconds: number | null;
  readonly sandboxExpirySeconds: number;
}
