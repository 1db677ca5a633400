import type { FastifyReply } from 'fastify';
import { MODES, type Payment } from '../../core/payment.ts';
import { listNewestLinks } from '../../features/links/store/payment-links.ts';
import { readEvidence } from '../../features/payments/shown-state.ts';
import { findPaymentsByText } from '../../features/payments/store/find-by-text.ts';
import { readTermFill } from '../../features/payments/store/payment-terms.ts';
import { listNewestWebsites } from '../../features/websites/store/websites.ts';
import { queryField, seeOther } from '../../http/form-fields.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { LIST_TEXTS } from '../../platform/messages/payment-list/payment-list-messages.ts';
import { SEARCH_TEXTS } from '../../platform/messages/search/search-messages.ts';
import { isStorableText } from '../../platform/text/json-body.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { customersMeant } from '../payments/customer-page.ts';
import { paymentColumns } from '../payments/payment-columns.ts';
import { searchedNote } from '../payments/search-notes.ts';
import type { ConsoleRoute } from '../route.ts';
import { notice } from '../views/parts.ts';
import { tableView } from '../views/table.ts';
import { visibleWebsites } from '../visible.ts';
import { pathOfId } from './path-of-id.ts';

const LONGEST_TEXT = 255;
/** The newest payments that are read; further ones are in the list of payments. */
const MOST_PAYMENTS = 20;
const MOST_OTHERS = 5;

/** The search of the header. */
export const SEARCH_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/search', access: 'overview.read', handle: showSearch },
];

/**
 * All matches of a text that the user may see. A text that is an id, or that finds only a website, leads to its page.
 */
async function showSearch(context: SignedInContext): Promise<FastifyReply> {
  const { deps, who, mode, language, request } = context;
  const texts = SEARCH_TEXTS[language];
  const { title } = texts;
  const text = queryField(request, 'q').trim();
  if (text === '') return context.show({ title, content: html`<p>${texts.empty}</p>` });
  if (!isStorableText(text) || [...text].length > LONGEST_TEXT) {
    return context.show({ title, content: html`<p role="alert">${LIST_TEXTS[language].wrongText}</p>` }, 422);
  }
  const named = await pathOfId(context, text);
  if (named !== undefined) return seeOther(context.reply, hrefOf(context, named));
  const { websiteIds } = who;
  const ids = websiteIds ?? undefined;
  const [{ payments, endedAt }, websites, links, fill] = await Promise.all([
    findPaymentsByText(deps.db, { mode, websiteIds: ids, limit: MOST_PAYMENTS }, text),
    listNewestWebsites(deps.db, { ids, text, limit: MOST_OTHERS }),
    listNewestLinks(deps.db, { websiteIds: ids, mode, text, limit: MOST_OTHERS }),
    readTermFill(deps.db),
  ]);
  const [only] = websites.length === 1 ? websites : [];
  if (only && payments.length === 0 && links.length === 0 && !endedAt && fill === null) {
    return seeOther(context.reply, hrefOf(context, `/websites/${only.id}`));
  }
  const customers = customersMeant(payments, text).map(({ paymentId, by, value }) =>
    link(context, `/payments/${paymentId}/customer`, value, { by }),
  );
  const parts = [
    list(texts.customers, customers),
    list(
      texts.websites,
      websites.map(({ id, name }) => link(context, `/websites/${id}`, name)),
    ),
    list(
      texts.links,
      links.map(({ id, name }) => link(context, `/links/${id}`, name)),
    ),
    await paymentsView(context, payments, text),
  ].filter((part) => part !== '');
  const [other = mode] = MODES.filter((each) => each !== mode);
  const elsewhere = html`<p><a href="${hrefOf(context, '/search', { q: text, mode: other })}">${texts.inMode[other]}</a></p>`;
  // The search ended before the oldest payment: the list continues.
  const all = html`<p><a class="button quiet" href="${hrefOf(context, '/payments', { q: text, mode })}">${texts.allPayments}</a></p>`;
  const none = html`<div class="empty"><p>${endedAt ? LIST_TEXTS[language].noMatchYet : texts.none({ text })}</p>${endedAt ? all : ''}</div>`;
  const filling = fill === null ? '' : notice('care', html`<p>${LIST_TEXTS[language].filling}</p>`);
  const content = html`${searchedNote(context, text)}${filling}${parts.length === 0 ? none : parts}${elsewhere}`;
  return context.show({ title, content, mode });
}

async function paymentsView(context: SignedInContext, payments: readonly Payment[], text: string): Promise<Html | ''> {
  if (payments.length === 0) return '';
  const { deps, language, mode } = context;
  const texts = SEARCH_TEXTS[language];
  const [evidence, websites] = await Promise.all([readEvidence(deps.db, payments), visibleWebsites(context)]);
  const names = websites.length > 1 ? new Map(websites.map(({ id, name }) => [id, name])) : undefined;
  const all = hrefOf(context, '/payments', { q: text, mode });
  return html`<h2>${texts.payments}</h2>${tableView(payments, { caption: texts.payments, columns: paymentColumns(context, evidence, names), empty: '' })}
<p><a class="button quiet" href="${all}">${texts.allPayments}</a></p>`;
}

function link(
  context: SignedInContext,
  path: string,
  text: string,
  query: Readonly<Record<string, string>> = {},
): Html {
  return html`<li><a href="${hrefOf(context, path, query)}"><bdi>${text}</bdi></a></li>`;
}

function list(title: string, items: readonly Html[]): Html | '' {
  return items.length === 0 ? '' : html`<h2>${title}</h2><ul class="sheet plain found">${items}</ul>`;
}
