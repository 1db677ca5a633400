import { formatAmount } from '../../core/money.ts';
import { linkPath, linkState, type PaymentLink } from '../../core/payment-link.ts';
import { formatTimestamp, momentOf } from '../../core/timestamps.ts';

/** The public address of links, and the moment for which their state is computed. */
export interface LinkSetting {
  /** The public address of the gateway, without a trailing slash. */
  readonly publicUrl: string;
  /** Microseconds since 1970. */
  readonly nowUs: number;
}

/** A link as JSON: for operators, merchants and the console alike. */
export function linkJson(link: PaymentLink, { publicUrl, nowUs }: LinkSetting): Record<string, unknown> {
  const { stock, openPayments, paidPayments } = link;
  return {
    id: link.id,
    code: link.code,
    url: `${publicUrl}${linkPath(link.code)}`,
    website_id: link.websiteId,
    key_id: link.apiKeyId,
    mode: link.mode,
    state: linkState(link, nowUs),
    name: link.name,
    descriptions: { ...link.descriptions },
    amount_mode: link.amountMode,
    amount: amountOf(link.amountMinor),
    min_amount: amountOf(link.minMinor),
    max_amount: amountOf(link.maxMinor),
    currency: link.currency,
    methods: link.methods,
    stock,
    single_use: link.isSingleUse,
    places_left: stock === null ? null : stock - openPayments - paidPayments,
    expires_at: momentOf(link.expiresAtUs),
    asks_name: link.asksName,
    asks_phone: link.asksPhone,
    thanks: link.thanks,
    notify_email: link.notifyEmail,
    created_at: formatTimestamp(link.createdAtUs),
    created_by: link.createdBy,
    deactivated_at: momentOf(link.deactivatedAtUs),
    totals: {
      open: openPayments,
      paid: paidPayments,
      failed: link.failedPayments,
      paid_htg: formatAmount(link.paidHtgMinor),
      paid_usd: formatAmount(link.paidUsdMinor),
    },
  };
}

function amountOf(minor: number | null): string | null {
  return minor === null ? null : formatAmount(minor);
}
