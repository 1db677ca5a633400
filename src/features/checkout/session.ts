import type { Currency } from '../../core/money.ts';
import type { Mode } from '../../core/payment.ts';
import type { LinkMethod } from '../links/payment-link.ts';

/** How many payments one session can start. The table has the same limit. */
export const MAX_ATTEMPTS = 20;

/** 22 base-62 characters hold 130 bits. The table has the same length. */
export const CODE_LENGTH = 22;
const CODE = new RegExp(`^[0-9A-Za-z]{${CODE_LENGTH}}$`);

/** The member of a payment's metadata that names its session. */
export const SESSION_MEMBER = 'checkout_session';

/**
 * The status of a session. `open`: a payment can be started. `processing`: none can be started any more, but one that
 * was started may still be paid. `paid`: one of its payments is completed. `expired` and `cancelled`: no payment was
 * completed, and none will be.
 */
export const SESSION_STATUSES = ['open', 'processing', 'paid', 'expired', 'cancelled'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** A checkout session as it is stored. The amount is in minor units of its currency, times are microseconds since 1970. */
export interface CheckoutSession {
  readonly id: string;
  /** The last part of its address, which no one can guess. */
  readonly code: string;
  readonly websiteId: string;
  /** The key under which its payments are listed. */
  readonly apiKeyId: string;
  readonly mode: Mode;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly reference: string | null;
  readonly description: string | null;
  /** The JSON text as the merchant sent it. */
  readonly metadata: string | null;
  readonly customerName: string | null;
  readonly customerEmail: string | null;
  readonly customerPhone: string | null;
  /** Where a customer who has paid returns to; null: the website's return URL. */
  readonly returnUrl: string | null;
  /** Where a customer who does not pay returns to; null: there is no such way. */
  readonly cancelUrl: string | null;
  readonly methods: readonly LinkMethod[];
  readonly createdAtUs: number;
  /** From then on no payment can be started. */
  readonly expiresAtUs: number;
  readonly cancelledAtUs: number | null;
  /** The payments that were started, and those of them that are not final. */
  readonly attempts: number;
  readonly openPayments: number;
  /** The one completed payment. */
  readonly paidPaymentId: number | null;
  readonly paidAtUs: number | null;
}

/** The status of a session at a moment, microseconds since 1970. */
export function sessionStatus(
  session: Pick<CheckoutSession, 'paidPaymentId' | 'cancelledAtUs' | 'expiresAtUs' | 'openPayments'>,
  nowUs: number,
): SessionStatus {
  if (session.paidPaymentId !== null) return 'paid';
  const isCancelled = session.cancelledAtUs !== null;
  if (!isCancelled && session.expiresAtUs > nowUs) return 'open';
  if (session.openPayments > 0) return 'processing';
  return isCancelled ? 'cancelled' : 'expired';
}

/** Whether a text has the form of a session's code. */
export function isSessionCode(text: string): boolean {
  return CODE.test(text);
}

/** The path of a session's page, relative to the gateway's address. */
export function sessionPath(code: string): string {
  return `/c/${code}`;
}

/** The metadata of a session's payments: the merchant's, after the session's id. */
export function paymentMetadata({ id, metadata }: Pick<CheckoutSession, 'id' | 'metadata'>): string {
  const own = `"${SESSION_MEMBER}":"${id}"`;
  const merchants = metadata?.trim().slice(1, -1).trim() ?? '';
  return merchants === '' ? `{${own}}` : `{${own},${merchants}}`;
}
