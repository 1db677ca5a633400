import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseTransactionId } from '../../core/ids.ts';
import type { Payment } from '../../core/payment.ts';
import type { OfferedMethod } from '../../features/links/offered-methods.ts';
import { linkPath, linkState, parseLinkCode } from '../../features/links/payment-link.ts';
import { findLinkCodeOfPayment } from '../../features/links/store/link-payments.ts';
import { findLinkByCode } from '../../features/links/store/payment-links.ts';
import { findPayment } from '../../features/payments/store/find-payment.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { countVisit } from '../../http/count-request.ts';
import { formField, seeOther } from '../../http/form-fields.ts';
import { noteOnRequest } from '../../http/note-on-request.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { pathOf } from '../../platform/network/web-url.ts';
import { isPaymentTag, paymentPagePath } from '../../providers/payment-page.ts';
import { isLanguageSwitch } from '../language-switch.ts';
import { layout, type PageParts } from '../layout.ts';
import { merchantOf } from '../merchant.ts';
import { languageOf } from '../messages.ts';
import { pageHref } from '../page-href.ts';
import type { PagesDeps } from '../pages-deps.ts';
import { type PageResponse, sendPage } from '../send-page.ts';
import { formIdOf, newFormToken } from './form-token.ts';
import { END_STATE, END_STATUS, type LinkEnd, linkEnd, thanksContent } from './link-end.ts';
import type { LinkAddress, LinkExchange, ThanksAddress } from './link-exchange.ts';
import { type LinkErrors, linkForm, proposedAmount, type TypedLink } from './link-view.ts';
import { payLink, typedIn } from './pay-link.ts';
import { startedPayment } from './started-payment.ts';

/**
 * Shows a link: the form, or why it cannot be paid. Writes nothing. It redirects to the canonical spelling of the code, because the cookie
 * that finds a payment again is sent only there.
 */
export async function showLink(
  deps: PagesDeps,
  request: FastifyRequest<LinkAddress>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const exchange = await exchangeOf(deps, request, reply);
  if (!exchange) return sendEnd(deps, { request, reply }, 'unknown');
  const { code } = exchange.link;
  if (request.params.code !== code) {
    return seeOther(reply, `${pathOf(deps.publicUrl)}${linkPath(code)}?lang=${languageOf(request)}`);
  }
  const offer = await offerOf(deps, exchange);
  if (typeof offer === 'string') return sendEnd(deps, exchange, offer);
  const language = languageOf(request);
  const typed = {
    amount: proposedAmount(exchange.link, language),
    quantity: '1',
    method: '',
    name: '',
    phone: '',
    email: '',
  };
  return sendForm(deps, exchange, offer, { typed, errors: {} });
}

/** Creates the payment that a form requests, and redirects to its page. Errors are shown in the form, with everything that was typed. */
export async function submitLink(
  deps: PagesDeps,
  request: FastifyRequest<LinkAddress>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const exchange = await exchangeOf(deps, request, reply);
  if (!exchange) return sendEnd(deps, { request, reply }, 'unknown');
  if (isLanguageSwitch(request)) return sendTyped(deps, exchange);
  const submitted = await payLink(deps, exchange, () => offerOf(deps, exchange));
  if ('payment' in submitted) {
    noteOnRequest(request, { paymentId: submitted.payment.id });
    return seeOther(reply, `${pageOf(deps, submitted.payment)}?lang=${languageOf(request)}`);
  }
  if ('end' in submitted) return sendEnd(deps, exchange, submitted.end);
  return sendForm(deps, { ...exchange, link: submitted.link ?? exchange.link }, submitted.methods, submitted);
}

/** Shows the form in another language, with everything that was typed. It creates nothing, so it counts as a visit only. */
async function sendTyped(deps: PagesDeps, exchange: LinkExchange): Promise<FastifyReply> {
  const { request, link } = exchange;
  const offer = await offerOf(deps, exchange);
  if (typeof offer === 'string') return sendEnd(deps, exchange, offer);
  const token = formField(request, 'form');
  const isOwn = formIdOf(deps.box, link.id, token) !== undefined;
  return sendForm(deps, exchange, offer, { typed: typedIn(request), errors: {}, token: isOwn ? token : undefined });
}

/** Shows the seller's message to a customer who has paid. Anyone with the address of the payment's page may open it. */
export async function showThanks(
  deps: PagesDeps,
  request: FastifyRequest<ThanksAddress>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { transaction_id: transactionId, tag } = request.params;
  const id = parseTransactionId(transactionId);
  const exchange = await exchangeOf(deps, request, reply);
  if (!exchange || id === undefined || !isPaymentTag(deps.box, id, tag))
    return sendEnd(deps, { request, reply }, 'unknown');
  await countVisit(deps.visits, id);
  const payment = await findPayment(deps.db, id);
  const { link } = exchange;
  if (!payment || (await findLinkCodeOfPayment(deps.db, id)) !== link.code) return sendEnd(deps, exchange, 'unknown');
  if (payment.status !== 'completed') return seeOther(reply, `${pageOf(deps, payment)}?lang=${languageOf(request)}`);
  const language = languageOf(request);
  const content = thanksContent({ link, payment }, language, `${pageOf(deps, payment)}?lang=${language}`);
  return send(deps, exchange, { content, title: TEXTS[language].link.thanks, state: 'thanks' });
}

async function exchangeOf(
  { db }: PagesDeps,
  request: FastifyRequest<LinkAddress> | FastifyRequest<ThanksAddress>,
  reply: FastifyReply,
): Promise<LinkExchange | undefined> {
  const code = parseLinkCode(request.params.code);
  const link = code === undefined ? undefined : await findLinkByCode(db, code);
  const website = link && (await findWebsite(db, link.websiteId));
  return link && website && { request: request as FastifyRequest, reply, link, website };
}

/** The methods that can pay the link now, or why it cannot be paid. */
async function offerOf(
  { clock, methodsForLink }: PagesDeps,
  { link, website }: LinkExchange,
): Promise<readonly OfferedMethod[] | LinkEnd> {
  const state = linkState(link, clock());
  if (state === 'sold_out' && link.isSingleUse) return 'used';
  if (state !== 'active') return state;
  if (website.deactivatedAtUs !== null) return 'closed';
  const methods = await methodsForLink(link, website);
  return methods.length === 0 ? 'closed' : methods;
}

/** The parts of a form to show. */
interface FormParts {
  readonly typed: TypedLink;
  readonly errors: LinkErrors;
  /** The token of a form that is shown again; a new one otherwise. */
  readonly token?: string | undefined;
}

async function sendForm(
  deps: PagesDeps,
  exchange: LinkExchange,
  methods: readonly OfferedMethod[],
  { typed, errors, token }: FormParts,
): Promise<FastifyReply> {
  const { request, link } = exchange;
  const language = languageOf(request);
  const texts = TEXTS[language];
  const started = await startedPayment(deps, request, link);
  const isOpen = started !== undefined && started.status !== 'completed' && started.status !== 'failed';
  const content = linkForm({
    link,
    language,
    texts,
    methods,
    typed,
    errors,
    token: token ?? newFormToken(deps.box, link.id),
    base: pathOf(deps.publicUrl),
    startedHref: isOpen ? `${pageOf(deps, started)}?lang=${language}` : undefined,
  });
  const isWrong = Object.keys(errors).length > 0;
  const title = isWrong ? texts.errorTitle({ title: link.name }) : link.name;
  const formTarget = formTargets(deps);
  return send(
    deps,
    exchange,
    { content, title, state: 'link', keepsTyped: true },
    { status: isWrong ? 422 : 200, formTarget, hasPicture: link.picture !== null },
  );
}

/**
 * The origins that the form may lead to. Browsers apply the policy to every redirect, and the page of a live payment redirects to its
 * provider's page, which redirects to hosts that only the provider knows. Plain HTTP is allowed only where the gateway itself uses it: in a
 * rehearsal.
 */
function formTargets({ publicUrl }: Pick<PagesDeps, 'publicUrl'>): string {
  return publicUrl.startsWith('https:') ? "'self' https:" : "'self' https: http:";
}

async function sendEnd(
  deps: PagesDeps,
  exchange: Pick<LinkExchange, 'request' | 'reply'> & Partial<LinkExchange>,
  end: LinkEnd,
): Promise<FastifyReply> {
  const { request, link } = exchange;
  const language = languageOf(request);
  const payment = link && (await startedPayment(deps, request, link));
  const started = payment &&
    payment.status !== 'failed' && { payment, href: `${pageOf(deps, payment)}?lang=${language}` };
  const parts = linkEnd(end, language, {
    ...(link && { link }),
    started: started || undefined,
    hereHref: pageHref(language, ''),
  });
  if (END_STATUS[end] >= 400) noteOnRequest(request, { error: end === 'closed' ? 'website_inactive' : 'not_found' });
  return send(deps, exchange, { ...parts, state: END_STATE[end] }, { status: END_STATUS[end] });
}

function send(
  { publicUrl }: PagesDeps,
  { request, reply, link, website }: Pick<LinkExchange, 'request' | 'reply'> & Partial<LinkExchange>,
  parts: Pick<PageParts, 'content' | 'title' | 'state' | 'keepsTyped'>,
  response: Pick<PageResponse, 'status' | 'formTarget' | 'hasPicture'> = {},
): FastifyReply {
  const merchant = merchantOf(website, publicUrl);
  const html = layout({
    ...parts,
    language: languageOf(request),
    hrefIn: (language) => pageHref(language, ''),
    merchant,
    isTest: link?.mode === 'test',
  });
  return sendPage(reply, { ...response, html, merchant });
}

/** The address of a payment's own page: on this origin, whatever path the gateway is below. */
function pageOf({ publicUrl, box }: PagesDeps, { id }: Payment): string {
  return `${pathOf(publicUrl)}/${paymentPagePath(box, id)}`;
}
