import type { AmountLimits } from '../../../payments/amount-limits.ts';

/** A part of the page with an entry in the table of contents. */
export interface Section {
  /** The anchor, which others may link to: never changes once published. */
  readonly id: string;
  readonly title: string;
  /** HTML below the heading. */
  readonly content: string;
}

/** What the texts say about the gateway that serves them. A limit of 0 is off. */
export interface DocumentedGateway {
  /** The gateway's public URL, without a trailing slash. */
  readonly publicUrl: string;
  /** The same for the API. */
  readonly baseUrl: string;
  readonly amountLimits: AmountLimits;
  readonly rateLimitPerMinute: number;
  readonly invalidKeyLimitPerHour: number;
  readonly verifyLimitPerMinute: number;
  readonly createWaitSeconds: number;
  readonly pageLimitPerMinute: number;
  readonly sandboxAutoCompleteSeconds: number | null;
  readonly sandboxExpirySeconds: number;
}
