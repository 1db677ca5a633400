import type { Payment } from '../../core/payment.ts';
import type { Evidence } from '../../features/payments/shown-state.ts';
import { html } from '../../platform/html/html.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { PAYMENTS } from '../exports/exported-fields.ts';
import { fieldColumns } from '../views/field-views.ts';
import type { Column } from '../views/table.ts';
import { PAYMENTS_PLACE } from './list-filter.ts';
import { stateBadge } from './state-badge.ts';

/**
 * The columns of a list of payments; `websites` names their websites, if there are several. In the list of payments, `query` is that of the
 * links to their pages, and `sort` turns its order round.
 */
export function paymentColumns(
  context: SignedInContext,
  evidence: ReadonlyMap<number, Evidence>,
  websites: ReadonlyMap<string, string> | undefined,
  { query = {}, sort }: { query?: Readonly<Record<string, string | undefined>>; sort?: Column<Payment>['sort'] } = {},
): Column<Payment>[] {
  const { language } = context;
  const texts = LIST_TEXTS[language];
  return fieldColumns(context, PAYMENTS, [
    { field: 'created_at', key: 'created', label: texts.created, phone: 'second', sort },
    {
      label: texts.payment,
      phone: 'link',
      cell: ({ id }) => html`<a href="${hrefOf(context, `${PAYMENTS_PLACE}/${id}`, query)}">${id}</a>`,
    },
    {
      field: 'status',
      key: 'status',
      phone: 'second',
      cell: (payment) => stateBadge(payment, evidence.get(payment.id), language),
    },
    { field: 'amount', phone: 'end', isNumber: true },
    { field: 'payment_method', key: 'method', label: texts.method, phone: 'second' },
    { field: 'customer_name', key: 'customer', phone: 'lead' },
    {
      field: 'reference',
      key: 'reference',
      phone: 'second',
      cell: ({ reference }) => html`<bdi>${reference ?? ''}</bdi>`,
    },
    ...(websites
      ? [
          {
            field: 'website_id' as const,
            key: 'website',
            phone: 'second' as const,
            cell: ({ websiteId }: Payment) => html`<bdi>${websites.get(websiteId) ?? ''}</bdi>`,
          },
        ]
      : []),
  ]);
}
