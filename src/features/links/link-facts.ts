import type { AuditFacts } from '../../core/audit.ts';
import { formatAmount } from '../../core/money.ts';
import type { PaymentLink } from '../../core/payment-link.ts';
import { momentOf } from '../../core/timestamps.ts';

/** The merchant's fields of a link as the audit log stores them, under the names of the link's JSON. */
export function linkFacts(link: PaymentLink): AuditFacts {
  const { amountMinor, minMinor, maxMinor } = link;
  return {
    code: link.code,
    mode: link.mode,
    name: link.name,
    amount_mode: link.amountMode,
    ...(amountMinor !== null && { amount: formatAmount(amountMinor) }),
    ...(minMinor !== null && { min_amount: formatAmount(minMinor) }),
    ...(maxMinor !== null && { max_amount: formatAmount(maxMinor) }),
    currency: link.currency,
    methods: link.methods,
    ...(link.stock !== null && { stock: link.stock }),
    ...(link.expiresAtUs !== null && { expires_at: momentOf(link.expiresAtUs) }),
    ...(link.notifyEmail !== null && { notify_email: link.notifyEmail }),
  };
}
