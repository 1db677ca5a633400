import type { FastifyReply } from 'fastify';
import { linkState, type PaymentLink } from '../../features/links/payment-link.ts';
import { logoPath } from '../../features/websites/brand.ts';
import { findWebsite, type Website } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { qrSvg } from '../../platform/html/qr-code.ts';
import { around } from '../../platform/messages/catalogue.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import { formatHaitiTime, formatMoney, methodTitle } from '../../platform/wording/format.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import { CONSOLE_PATH } from '../console-path.ts';
import { notice } from '../views/parts.ts';
import { visibleLink } from '../visible.ts';
import { MENU_PATH, pathOf, spokenCode, urlOf } from './link-views.ts';

/** Customers read the poster, so its languages do not depend on the user's. */
const LANGUAGES = ['ht', 'fr'] as const;
type PosterLanguage = (typeof LANGUAGES)[number];

/** A link as a printable A5 page: for a counter, a door, a box of mangoes. */
export async function showPoster(context: SignedInContext): Promise<FastifyReply> {
  const { deps, language } = context;
  const texts = LINK_TEXTS[language];
  const link = await visibleLink(context, context.params.id ?? '');
  const website = await findWebsite(deps.db, link.websiteId);
  const state = linkState(link, deps.clock());
  const content = html`<p class="row"><a class="button quiet" href="${hrefOf(context, pathOf(link))}">«&nbsp;${texts.title}</a><button type="button" class="print" hidden>${texts.print}</button></p>
<p class="soft">${texts.printText}</p>${state === 'active' ? '' : notice('care', html`<p>${texts.stateTexts[state]}</p>`)}
${await poster(context, link, website)}`;
  return context.show({ title: texts.poster, content, place: MENU_PATH, isAlone: true });
}

async function poster(context: SignedInContext, link: PaymentLink, website: Website | undefined): Promise<Html> {
  const url = urlOf(context, link);
  const description = LANGUAGES.map((each) => link.descriptions[each]).find((text) => text !== null);
  return html`<article class="poster" lang="ht">
${link.mode === 'test' ? html`<p class="test">${inBoth((language) => wordsOf(language).test)}</p>` : ''}
<p class="shop">${website ? logoOf(context, website) : ''}<bdi>${website?.name ?? ''}</bdi></p>
<h2><bdi>${link.name}</bdi></h2>
${description ? html`<p class="about"><bdi>${description}</bdi></p>` : ''}
<p class="price">${priceOf(link)}</p>
<div class="qr" role="img" aria-label="${LINK_TEXTS[context.language].qr}">${await qrSvg(url)}</div>
<p class="spoken">${wordsOf('ht').code} <b>${spokenCode(link)}</b></p>
<div class="steps">${LANGUAGES.map((language) => stepsOf(language, url))}</div>
<p class="until">${waysToPay(link, website)}</p>
${website?.brand.contact ? html`<p class="until"><bdi>${website.brand.contact}</bdi></p>` : ''}
${link.expiresAtUs === null ? '' : html`<p class="until">${untilOf(link.expiresAtUs)}</p>`}
</article>`;
}

/** The three steps to pay. */
function stepsOf(language: PosterLanguage, url: string): Html {
  const { scan, type, choose, wait } = wordsOf(language);
  const [before, after] = around(type, 'address');
  const [, start = '', code] = /^(?:https?:\/\/)?(.*\/)([^/]*)$/.exec(url) ?? [];
  const address = html`<b>${start}</b><wbr><b class="code">${code}</b>`;
  return html`<ol lang="${language}"><li>${scan} ${before}${address}${after}</li><li>${choose}</li><li>${wait}</li></ol>`;
}

/** The methods that the customer can choose, by the names on their phones and cards. */
function waysToPay({ methods }: PaymentLink, website: Website | undefined): string {
  const offered = methods.filter((method) => website?.methods.includes(method) ?? true);
  return offered.map((method) => methodTitle(method, TEXTS.ht)).join(' · ');
}

/** The amount, or a note that the customer chooses it. */
function priceOf({ amountMode, amountMinor, currency }: PaymentLink): Html {
  return inBoth((language) =>
    amountMode === 'fixed' ? formatMoney(amountMinor ?? 0, currency, language) : wordsOf(language).chosen,
  );
}

function untilOf(us: number): Html {
  return inBoth((language) => wordsOf(language).until({ time: formatHaitiTime(us, language) }));
}

/** A text in both languages, each on its own line; once if only the grouping of digits differs. */
function inBoth(text: (language: PosterLanguage) => string): Html {
  const [first, ...others] = LANGUAGES.map((language) => [language, text(language)] as const);
  const digits = (line: string) => line.replaceAll(/[\u202f,.]/g, '');
  const different = others.filter(([, line]) => digits(line) !== digits(first?.[1] ?? ''));
  return html`${[first, ...different].map((line) => line && html`<span lang="${line[0]}">${line[1]}</span>`)}`;
}

function wordsOf(language: PosterLanguage) {
  return LINK_TEXTS[language].posterWords;
}

function logoOf({ base }: SignedInContext, { brand: { logo } }: Website): Html | '' {
  if (!logo) return '';
  const href = base.slice(0, -CONSOLE_PATH.length) + logoPath(logo);
  return html`<img src="${href}" width="${logo.width}" height="${logo.height}" class="logo" alt="">`;
}
