import type { Payment } from '../../core/payment.ts';
import type { Evidence } from '../../features/payments/shown-state.ts';
import { html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { formatMoney, methodLabel } from '../../platform/wording/format.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { timeView } from '../views/parts.ts';
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
  return [
    {
      key: 'created',
      label: texts.created,
      phone: 'second',
      sort,
      cell: ({ createdAtUs }) => timeView(createdAtUs, language),
    },
    {
      label: texts.payment,
      phone: 'link',
      cell: ({ id }) => html`<a href="${hrefOf(context, `${PAYMENTS_PLACE}/${id}`, query)}">${id}</a>`,
    },
    {
      key: 'status',
      label: texts.status,
      phone: 'second',
      cell: (payment) => stateBadge(payment, evidence.get(payment.id), language),
    },
    {
      label: texts.amount,
      phone: 'end',
      isNumber: true,
      cell: ({ amountMinor, currency }) => html`${formatMoney(amountMinor, currency, language)}`,
    },
    {
      key: 'method',
      label: texts.method,
      phone: 'second',
      cell: ({ method }) => html`${methodLabel(method, TEXTS[language])}`,
    },
    {
      key: 'customer',
      label: texts.customer,
      phone: 'lead',
      cell: ({ customerName }) => html`<bdi>${customerName}</bdi>`,
    },
    {
      key: 'reference',
      label: texts.reference,
      phone: 'second',
      cell: ({ reference }) => html`<bdi>${reference ?? ''}</bdi>`,
    },
    ...(websites
      ? [
          {
            key: 'website',
            label: texts.website,
            phone: 'second' as const,
            cell: ({ websiteId }: Payment) => html`<bdi>${websites.get(websiteId) ?? ''}</bdi>`,
          },
        ]
      : []),
  ];
}
