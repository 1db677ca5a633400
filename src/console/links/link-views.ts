import type { Mode } from '../../core/payment.ts';
import {
  linkPath,
  linkState,
  type PaymentLink,
  type SharedLink,
  shareLink,
} from '../../features/links/payment-link.ts';
import { readFirstSteps } from '../../features/operations/store/count-work.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { qrSvg } from '../../platform/html/qr-code.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LANGUAGES, type Language } from '../../platform/messages/language.ts';
import { LINK_TEXTS } from '../../platform/messages/links/links-messages.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { badge } from '../views/parts.ts';

/** The filter's values: `open` for links that can be paid, or may be again when a unit is released, and `ended` for the others. */
export const LINK_FILTER_STATES = ['open', 'ended'] as const;

/** The menu's path. */
export const MENU_PATH = '/links';

/** Hosts that no other machine can reach. */
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The path of a link's page, below `/console`. */
export function pathOf({ id }: Pick<PaymentLink, 'id'>): string {
  return `${MENU_PATH}/${encodeURIComponent(id)}`;
}

/** The path of the form for a new link of a mode, because permissions depend on the mode. */
export function newPath(mode: Mode): string {
  return `${MENU_PATH}/${mode}/new`;
}

/** The address that customers open. */
export function urlOf({ deps }: Pick<SignedInContext, 'deps'>, { code }: Pick<PaymentLink, 'code'>): string {
  return `${deps.publicUrl}${linkPath(code)}`;
}

/** A code for dictation: in two halves. The hyphen is optional when the code is typed. */
export function spokenCode({ code }: Pick<PaymentLink, 'code'>): string {
  return `${code.slice(0, code.length / 2)}-${code.slice(code.length / 2)}`;
}

/** Whether a link can be paid now, as a badge. */
export function stateBadge({ language, deps }: SignedInContext, link: PaymentLink): Html {
  const state = linkState(link, deps.clock());
  const tone = state === 'active' ? 'good' : state === 'in_use' ? 'care' : state === 'sold_out' ? 'calm' : 'bad';
  return badge(tone, LINK_TEXTS[language].states[state]);
}

/** The amount, and whether the seller or the customer sets it. */
export function amountText({ language }: Pick<SignedInContext, 'language'>, link: PaymentLink): string {
  const texts = LINK_TEXTS[language];
  const { amountMode, amountMinor, currency, minMinor, maxMinor } = link;
  const money = (minor: number) => formatMoney(minor, currency, language);
  if (amountMode === 'fixed') return money(amountMinor ?? 0);
  const who =
    amountMinor === null ? `${texts.amountChosen} (${currency})` : texts.amountAbout({ amount: money(amountMinor) });
  const [least, most] = [minMinor, maxMinor].map((minor) => (minor === null ? undefined : money(minor)));
  if (least === undefined && most === undefined) return who;
  const pattern = least === undefined ? texts.atMost : most === undefined ? texts.atLeast : texts.between;
  return `${who}${TEXTS[language].colon} ${pattern({ least: least ?? '', most: most ?? '' })}`;
}

/** The sum that a link has received, in each currency with a payment. */
export function receivedText({ language }: Pick<SignedInContext, 'language'>, link: PaymentLink): string {
  const sums = (['HTG', 'USD'] as const).flatMap((currency) => {
    const minor = currency === 'HTG' ? link.paidHtgMinor : link.paidUsdMinor;
    return minor > 0 ? [formatMoney(minor, currency, language)] : [];
  });
  return sums.join(' + ') || formatMoney(0, link.currency, language);
}

/** The buttons that create a link, for the modes that the user may use. Live comes first, once there is a live key. */
export async function makeButtons(context: SignedInContext): Promise<Html | ''> {
  const { deps, who, language } = context;
  const modes = (['live', 'test'] as const).filter((mode) => may(context, `links.create.${mode}`));
  if (modes.length === 0) return '';
  const { hasLiveKey } = await readFirstSteps(deps.db, who.websiteIds);
  const buttons = (hasLiveKey ? modes : modes.toReversed()).map(
    (mode, at) =>
      html`<a class="${at === 0 ? 'button' : 'button quiet'}" href="${hrefOf(context, newPath(mode))}">${LINK_TEXTS[language].make[mode]}</a>`,
  );
  return html`${buttons}`;
}

/** The parts that a seller shares: a message for WhatsApp, the address, the code, the QR code. */
export async function shareSheet(context: SignedInContext, link: PaymentLink): Promise<Html> {
  const { language, deps } = context;
  const texts = LINK_TEXTS[language];
  const url = urlOf(context, link);
  const isOver = !['active', 'in_use'].includes(linkState(link, deps.clock()));
  const file = (name: string, text: string) =>
    html`<a class="button quiet" href="${hrefOf(context, `${pathOf(link)}/${name}`)}">${text}</a>`;
  const local = THIS_MACHINE.test(new URL(deps.publicUrl).hostname) ? html`<p class="soft">${texts.localOnly}</p>` : '';
  return html`<h2>${texts.share}</h2><div class="sheet share"><div>
${isOver ? '' : messages(context, shareLink(link, deps.publicUrl))}
<h3>${texts.address}</h3><p><a href="${url}" id="link-url" rel="noreferrer">${url}</a></p>${local}
<p class="row"><a class="button quiet" href="${url}" rel="noreferrer">${texts.tryIt}</a>${copyButton('link-url', texts.copyAddress)}</p>
<h3>${texts.code}</h3><p><code class="spoken">${spokenCode(link)}</code></p><p class="soft">${texts.codeHint}</p></div>
<div><div class="qr" role="img" aria-label="${texts.qr}">${await qrSvg(url)}</div>
<p class="row">${file('poster', texts.poster)}${file('qr.svg', texts.qrSvg)}${file('qr.png', texts.qrPng)}</p></div></div>`;
}

/** The message in the user's language; those in the other languages are folded. */
function messages({ language }: SignedInContext, shared: Readonly<Record<Language, SharedLink>>): Html {
  const texts = LINK_TEXTS[language];
  const message = (each: Language) => {
    const { text, whatsapp } = shared[each];
    const id = `message-${each}`;
    const about = each === language ? '' : html`<span class="hidden"> ${TEXTS[each].languageName}</span>`;
    return html`<pre id="${id}" class="message" lang="${each}" tabindex="0">${text}</pre>
<p class="row"><a class="button" href="${whatsapp}" rel="noreferrer">${texts.whatsapp}${about}</a>${copyButton(id, texts.copy, about)}</p>`;
  };
  const others = LANGUAGES.filter((each) => each !== language);
  return html`<h3>${texts.message}</h3>${message(language)}
<details><summary>${texts.messageOthers}</summary>${others.map((each) => html`<h4 lang="${each}">${TEXTS[each].languageName}</h4>${message(each)}`)}</details>`;
}

function copyButton(id: string, text: string, about: Html | '' = ''): Html {
  return html`<button type="button" class="quiet copy" data-copy="${id}" hidden>${text}${about}</button>`;
}
