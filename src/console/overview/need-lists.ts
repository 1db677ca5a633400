import type { FastifyReply } from 'fastify';
import { PAYMENT_METHODS } from '../../core/payment.ts';
import type { WaitingPayment } from '../../features/operations/store/count-work.ts';
import { queryField } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { OVERVIEW_TEXTS } from '../../platform/messages/overview/overview-messages.ts';
import { methodLabel } from '../../platform/wording/format.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { timeView } from '../views/parts.ts';
import { type Column, tableView } from '../views/table.ts';
import { lostReceipts, overduePayments, waitingPayments } from './needs.ts';

/** The maximum number of rows on a page. */
const SHOWN = 200;

// The lists behind the items of the first page that no other list shows exactly.

/** Live payments that are overdue. */
export async function showOverdue(context: SignedInContext): Promise<FastifyReply> {
  const texts = OVERVIEW_TEXTS[context.language];
  const payments = await overduePayments(context);
  return showList(context, texts.overdueTitle, texts.overdueText, payments.length, paymentTable(context, payments));
}

/** Live payments that wait for their provider. */
export async function showWaiting(context: SignedInContext): Promise<FastifyReply> {
  const texts = OVERVIEW_TEXTS[context.language];
  const method = PAYMENT_METHODS.find((each) => each === queryField(context.request, 'method'));
  const payments = await waitingPayments(context, method);
  return showList(context, texts.waitingTitle, texts.waitingText, payments.length, paymentTable(context, payments));
}

/** Receipts that could not be sent. */
export async function showLostReceipts(context: SignedInContext): Promise<FastifyReply> {
  const { language } = context;
  const texts = OVERVIEW_TEXTS[language];
  const website = queryField(context.request, 'website');
  const receipts = (await lostReceipts(context)).filter(({ websiteId }) => website === '' || websiteId === website);
  const table = tableView(receipts.slice(0, SHOWN), {
    caption: texts.receiptsTitle,
    empty: html`<p>${texts.noneLeft}</p>`,
    columns: [
      { label: texts.givenUp, cell: ({ endedAtUs }) => timeView(endedAtUs, language) },
      paymentColumn(context, ({ paymentId }) => paymentId),
      { label: texts.error, cell: ({ error }) => html`<bdi>${error ?? ''}</bdi>` },
    ],
  });
  return showList(context, texts.receiptsTitle, texts.receiptsText, receipts.length, table);
}

function paymentTable(context: SignedInContext, payments: readonly WaitingPayment[]): Html {
  const { language } = context;
  const texts = OVERVIEW_TEXTS[language];
  const oldestFirst = [...payments].sort((one, other) => one.expiresAtUs - other.expiresAtUs);
  return tableView(oldestFirst.slice(0, SHOWN), {
    caption: texts.payment,
    empty: html`<p>${texts.noneLeft}</p>`,
    columns: [
      { label: texts.created, cell: ({ createdAtUs }) => timeView(createdAtUs, language) },
      { label: texts.expired, cell: ({ expiresAtUs }) => timeView(expiresAtUs, language) },
      { label: texts.method, cell: ({ method }) => html`${methodLabel(method, TEXTS[language])}` },
      paymentColumn(context, ({ id }) => id),
    ],
  });
}

function paymentColumn<Item>(context: SignedInContext, idOf: (item: Item) => number): Column<Item> {
  return {
    label: OVERVIEW_TEXTS[context.language].payment,
    cell: (item) => html`<a href="${hrefOf(context, `/payments/${idOf(item)}`)}">${idOf(item)}</a>`,
  };
}

function showList(
  context: SignedInContext,
  title: string,
  text: string,
  count: number,
  table: Html,
): Promise<FastifyReply> {
  const part =
    count > SHOWN ? html`<p class="hint">${OVERVIEW_TEXTS[context.language].firstShown({ count: SHOWN })}</p>` : '';
  return context.show({ title, content: html`<p>${text}</p>${part}${table}`, place: '' });
}
