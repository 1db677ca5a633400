import type { FastifyReply } from 'fastify';
import type { Payment } from '../../core/payment.ts';
import type { OfferedMethod } from '../../features/links/offered-methods.ts';
import { noteOnRequest } from '../../http/note-on-request.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { pathOf } from '../../platform/network/web-url.ts';
import { paymentPagePath } from '../../providers/payment-page.ts';
import { layout, type PageParts } from '../layout.ts';
import { merchantOf } from '../merchant.ts';
import { pageHref } from '../page-href.ts';
import type { PagesDeps } from '../pages-deps.ts';
import { languageOf, type PageResponse, sendPage } from '../send-page.ts';
import { END_STATE, END_STATUS, type LinkEnd, linkEnd } from './link-end.ts';
import { type LinkErrors, linkForm, type TypedLink } from './link-view.ts';
import { type LinkExchange, newFormToken, startedPayment } from './started-payment.ts';

/** The parts of a form to show. */
interface FormParts {
  readonly typed: TypedLink;
  readonly errors: LinkErrors;
  /** The token of a form that is shown again; a new one otherwise. */
  readonly token?: string | undefined;
}

/** Sends the form of a link, with the typed values and their errors. */
export async function sendForm(
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
    startedHref: isOpen ? pageOf(deps, started, language) : undefined,
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
export function formTargets({ publicUrl }: Pick<PagesDeps, 'publicUrl'>): string {
  return publicUrl.startsWith('https:') ? "'self' https:" : "'self' https: http:";
}

/** Sends why a link cannot be paid, and the way to a payment that this browser has started for it. */
export async function sendEnd(
  deps: PagesDeps,
  exchange: Pick<LinkExchange, 'request' | 'reply'> & Partial<LinkExchange>,
  end: LinkEnd,
): Promise<FastifyReply> {
  const { request, link } = exchange;
  const language = languageOf(request);
  const payment = link && (await startedPayment(deps, request, link));
  const started = payment && payment.status !== 'failed' && { payment, href: pageOf(deps, payment, language) };
  const parts = linkEnd(end, language, {
    ...(link && { link }),
    started: started || undefined,
    hereHref: pageHref(language, ''),
  });
  if (END_STATUS[end] >= 400) noteOnRequest(request, { error: end === 'closed' ? 'website_inactive' : 'not_found' });
  return send(deps, exchange, { ...parts, state: END_STATE[end] }, { status: END_STATUS[end] });
}

/** Sends a page of a link in the layout of its merchant. */
export function send(
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

/** The address of a payment's own page in a language: on this origin, whatever path the gateway is below. */
export function pageOf({ publicUrl, box }: PagesDeps, { id }: Payment, language: Language): string {
  return `${pathOf(publicUrl)}/${paymentPagePath(box, id)}${pageHref(language, '')}`;
}
