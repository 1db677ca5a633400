import type { AmountLimits } from '../features/payments/amount-limits.ts';

/** What the documentation says about the gateway that serves it. A limit of 0 means no limit. */
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
