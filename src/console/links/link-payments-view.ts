import type { Payment } from '../../core/payment.ts';
import type { PaymentLink } from '../../features/links/payment-link.ts';
import { readEvidence } from '../../features/payments/shown-state.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { PAYMENTS } from '../exports/exported-fields.ts';
import { stateBadge } from '../payments/state-badge.ts';
import { fieldColumns } from '../views/field-views.ts';
import { timeLink } from '../views/parts.ts';
import { tableView } from '../views/table.ts';

/** The newest payments of a link, and a link to all of them. */
export async function paymentsOfLink(
  context: SignedInContext,
  link: PaymentLink,
  payments: readonly Payment[],
): Promise<Html> {
  const { deps, language } = context;
  const evidence = await readEvidence(deps.db, payments);
  const texts = LINK_TEXTS[language];
  const words = LIST_TEXTS[language];
  const table = tableView(payments, {
    caption: texts.payments,
    empty: html`<p>${texts.paymentsNone}</p>`,
    columns: fieldColumns(context, PAYMENTS, [
      {
        field: 'created_at',
        label: words.created,
        cell: ({ id, createdAtUs }) => timeLink(context, `/payments/${id}`, createdAtUs),
      },
      { field: 'status', cell: (payment) => stateBadge(payment, evidence.get(payment.id), language) },
      { field: 'amount', isNumber: true },
      { field: 'payment_method', label: words.method },
      { field: 'customer_name' },
    ]),
  });
  if (payments.length === 0) return table;
  const all = hrefOf(context, '/payments', { link: link.id, mode: link.mode });
  return html`${table}<p><a class="button quiet" href="${all}">${texts.paymentsAll}</a></p>`;
}
