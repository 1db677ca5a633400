import type { Payment } from '../../core/payment.ts';
import type { readEvidence } from '../../features/payments/shown-state.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import type { SignedInContext } from '../console-context.ts';
import { PAYMENTS } from '../exports/exported-fields.ts';
import { fieldColumns } from '../views/field-views.ts';
import { timeLink } from '../views/parts.ts';
import { tableView } from '../views/table.ts';
import { stateBadge } from './state-badge.ts';

/** The payments of a link or a checkout session, each with a link to its page. */
export function paymentsTable(
  context: SignedInContext,
  payments: readonly Payment[],
  { caption, empty, evidence }: { caption: string; empty: string; evidence: Awaited<ReturnType<typeof readEvidence>> },
): Html {
  const words = LIST_TEXTS[context.language];
  return tableView(payments, {
    caption,
    empty: html`<p>${empty}</p>`,
    columns: fieldColumns(context, PAYMENTS, [
      {
        field: 'created_at',
        label: words.created,
        cell: ({ id, createdAtUs }) => timeLink(context, `/payments/${id}`, createdAtUs),
      },
      { field: 'status', cell: (payment) => stateBadge(payment, evidence.get(payment.id), context.language) },
      { field: 'amount', isNumber: true },
      { field: 'payment_method', label: words.method },
      { field: 'customer_name' },
    ]),
  });
}
