import type { Payment } from '../../core/payment.ts';
import type { PaymentLink } from '../../features/links/payment-link.ts';
import { readEvidence } from '../../features/payments/shown-state.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { paymentsTable } from '../payments/payments-table.ts';

/** The newest payments of a link, and a link to all of them. */
export async function paymentsOfLink(
  context: SignedInContext,
  link: PaymentLink,
  payments: readonly Payment[],
): Promise<Html> {
  const { deps, language } = context;
  const texts = LINK_TEXTS[language];
  const evidence = await readEvidence(deps.db, payments);
  const table = paymentsTable(context, payments, { caption: texts.payments, empty: texts.paymentsNone, evidence });
  if (payments.length === 0) return table;
  const all = hrefOf(context, '/payments', { link: link.id, mode: link.mode });
  return html`${table}<p><a class="button quiet" href="${all}">${texts.paymentsAll}</a></p>`;
}
