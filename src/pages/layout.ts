import { cspHash } from '../http/csp-hash.ts';
import { FAVICON, PEYE_MARK } from '../http/peye-mark.ts';
import { type Html, html, trustedHtml } from '../lib/html.ts';
import { TEXTS } from '../messages/customer/customer-messages.ts';
import { LANGUAGES, type Language } from '../messages/language.ts';
import { LOCK, monogram } from './marks.ts';
import { colourStyle, type Merchant } from './merchant.ts';
import type { LinkPageState, PageState } from './page-state.ts';
import { readStyle } from './shorten.ts';
import type { PaymentView } from './views/view.ts';

const STYLE = readStyle(new URL('./style.css', import.meta.url));

export const STYLE_HASH = cspHash(STYLE);
/** CSS, which has no entities: an escaped character would change it. So would one in the style of a merchant's colour, whose hash is sent. */
const STYLE_TEXT = trustedHtml(STYLE);

export interface PageParts {
  readonly language: Language;
  /** The same page in another language. */
  readonly hrefIn: (language: Language) => string;
  readonly title: string;
  readonly state: PageState | LinkPageState;
  readonly content: Html;
  /** Whom the customer pays, where the page is about a payment. */
  readonly merchant?: Merchant | undefined;
  /** The payment that who needs help names to the merchant. */
  readonly transactionId?: number;
  /** Whether no real money moves, which the page then shows at the top. */
  readonly isTest: boolean;
}

/** A whole page: one document, its style in it, nothing else to fetch but a merchant's logo. */
export function layout(parts: PageParts): Html {
  const { language, merchant } = parts;
  const texts = TEXTS[language];
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${parts.title} · Peye</title>
<link rel="icon" href="${FAVICON}">
<style>${STYLE_TEXT}</style>${merchant?.colour && html`<style>${trustedHtml(colourStyle(merchant.colour))}</style>`}
</head>
<body class="page">
<header>
${parts.isTest ? html`<p class="test">${texts.testMode}</p>` : ''}
<div class="bar">${whoIsPaid(merchant)}${languageSwitch(parts)}</div>
</header>
<main data-state="${parts.state}">
${parts.content}
</main>
${footer(parts)}
</body>
</html>
`;
}

/** What differs between the states of a payment's page. */
export interface StateParts extends Pick<PageParts, 'content' | 'title'> {
  readonly state: PageState;
}

/** A page about a payment: whose it is, and where to get help with it. */
export function paymentLayout(
  { payment, language, merchant }: Pick<PaymentView, 'payment' | 'language' | 'merchant'>,
  parts: StateParts,
  hrefIn: (language: Language) => string,
): Html {
  return layout({
    ...parts,
    language,
    hrefIn,
    merchant,
    transactionId: payment.id,
    isTest: payment.mode === 'test',
  });
}

/** The merchant first, because it is the merchant whom the customer knows. The name is there in letters: a logo needs no words. */
function whoIsPaid(merchant: Merchant | undefined): Html {
  if (!merchant) return html`<p class="who">${PEYE_MARK}Peye</p>`;
  const { name, logoHref, logoWidth, logoHeight, colour } = merchant;
  const logo = logoHref
    ? html`<img class="logo" src="${logoHref}" width="${logoWidth}" height="${logoHeight}" alt="" decoding="async">`
    : monogram(name, colour);
  return html`<p class="who">${logo}<bdi>${name}</bdi></p>`;
}

/** That it is safe, what to do in doubt, and what becomes of what is typed. */
function footer(parts: PageParts): Html {
  const texts = TEXTS[parts.language];
  return html`<footer>
<p class="trust">${LOCK}${texts.secure}<span>${PEYE_MARK}Peye</span></p>
${help(parts)}
<p>${texts.privacy}</p>
</footer>`;
}

function help({ language, merchant, transactionId }: PageParts): Html {
  const texts = TEXTS[language];
  const line = (label: string, value: string) => html`<p>${label}${texts.colon} <bdi>${value}</bdi></p>`;
  return html`<details><summary>${texts.help}</summary>
<p>${texts.helpText}</p>
${merchant && line(texts.merchant, merchant.name)}
${merchant?.contact && line(texts.receipt.contact, merchant.contact)}
${transactionId && line(texts.transaction, String(transactionId))}
${merchant?.siteHref && html`<a class="link" href="${merchant.siteHref}" rel="noreferrer">${new URL(merchant.siteHref).host}</a>`}
</details>`;
}

function languageSwitch({ language, hrefIn }: PageParts): Html {
  const links = LANGUAGES.map((other) => {
    const current = other === language ? html` aria-current="true"` : '';
    return html`<a href="${hrefIn(other)}" lang="${other}" hreflang="${other}"${current}>${TEXTS[other].languageName}</a>`;
  });
  return html`<nav aria-label="${TEXTS[language].chooseLanguage}">${links}</nav>`;
}
