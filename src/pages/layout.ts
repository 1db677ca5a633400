import { readFileSync } from 'node:fs';
import { FAVICON, PEYE_MARK } from '../http/peye-mark.ts';
import { cspHash } from '../http/security-headers.ts';
import { type Html, html, trustedHtml } from '../platform/html/html.ts';
import { TEXTS } from '../platform/messages/customer/customer-messages.ts';
import { LANGUAGES, type Language } from '../platform/messages/language.ts';
import { LOCK, monogram } from './marks.ts';
import { colourStyle, type Merchant } from './merchant.ts';
import { SWITCH_FIELD } from './page-href.ts';
import type { LinkPageState, PageState, SessionPageState } from './page-state.ts';
import { readStyle, shortenScript } from './shorten.ts';
import { contactView } from './views/contact.ts';
import type { PaymentView } from './views/view.ts';

const STYLE = readStyle(new URL('./style.css', import.meta.url));

export const STYLE_HASH = cspHash(STYLE);
/**
 * CSS has no entities, so escaping a character would change it. It would also change a merchant's colour style, whose hash is in the
 * policy.
 */
const STYLE_TEXT = trustedHtml(STYLE);

const SCRIPT = shortenScript(readFileSync(new URL('./page.js', import.meta.url), 'utf8'));
export const SCRIPT_HASH = cspHash(SCRIPT);

/** The id of the form whose typed values the language switch keeps. */
export const TYPED_FORM = 'typed';

export interface PageParts {
  readonly language: Language;
  /** The address of the same page in another language. */
  readonly hrefIn: (language: Language) => string;
  readonly title: string;
  readonly state: PageState | LinkPageState | SessionPageState;
  readonly content: Html;
  /** Whether the content has the form TYPED_FORM: the language switch then sends it, so that the page can show its values again. */
  readonly keepsTyped?: boolean | undefined;
  /** The merchant, if the page is about a payment. */
  readonly merchant?: Merchant | undefined;
  /** The transaction id that customers quote to the merchant when they need help. */
  readonly transactionId?: number;
  /** Whether the page needs the script. */
  readonly hasScript?: boolean | undefined;
  /** Whether this is a test, with no real money. The page shows it at the top. */
  readonly isTest: boolean;
}

/** A whole page: one document with inline style. Only a merchant's logo is loaded separately. */
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
${parts.hasScript && html`<script>${trustedHtml(SCRIPT)}</script>`}
</body>
</html>
`;
}

/** The parts of a payment's page that depend on its state. */
export interface StateParts extends Pick<PageParts, 'content' | 'title' | 'keepsTyped'> {
  readonly state: PageState;
  readonly hasScript?: boolean;
}

/** A page about a payment: the merchant, and where to get help. */
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

/** The merchant comes first, because customers know the merchant. The name is there as text, so a logo needs no alternative text. */
function whoIsPaid(merchant: Merchant | undefined): Html {
  if (!merchant) return html`<p class="who">${PEYE_MARK}Peye</p>`;
  const { name, logoHref, logoWidth, logoHeight, colour } = merchant;
  const logo = logoHref
    ? html`<img class="logo" src="${logoHref}" width="${logoWidth}" height="${logoHeight}" alt="" decoding="async">`
    : monogram(name, colour);
  return html`<p class="who">${logo}<bdi>${name}</bdi></p>`;
}

/** The footer: the connection is secure, where to get help, and how typed data is used. */
function footer(parts: PageParts): Html {
  const texts = TEXTS[parts.language];
  // The reader of an unknown address is perhaps not a customer.
  if (parts.state === 'noPage') return html``;
  return html`<footer>
<p class="trust">${LOCK}${texts.secure}<span>${PEYE_MARK}Peye</span></p>
${help(parts)}
<p>${texts.privacy}</p>
</footer>`;
}

function help({ language, merchant, transactionId }: PageParts): Html {
  const texts = TEXTS[language];
  const line = (label: string, value: Html | string) => html`<p>${label}${texts.colon} <bdi>${value}</bdi></p>`;
  return html`<details><summary>${texts.help}</summary>
<p>${texts.helpText}</p>
${merchant && line(texts.merchant, merchant.name)}
${merchant?.contact && line(texts.receipt.contact, contactView(merchant.contact))}
${transactionId && line(texts.transaction, String(transactionId))}
${merchant?.siteHref && html`<a class="link" href="${merchant.siteHref}" rel="noreferrer">${new URL(merchant.siteHref).host}</a>`}
</details>`;
}

function languageSwitch({ language, hrefIn, keepsTyped }: PageParts): Html {
  const choices = LANGUAGES.map((other) => {
    const current = other === language ? html` aria-current="true"` : '';
    const name = TEXTS[other].languageName;
    return keepsTyped
      ? html`<input type="submit" form="${TYPED_FORM}" formaction="${hrefIn(other)}" formnovalidate name="${SWITCH_FIELD}" value="${name}" lang="${other}"${current}>`
      : html`<a href="${hrefIn(other)}" lang="${other}" hreflang="${other}"${current}>${name}</a>`;
  });
  // The Enter key presses the first submit button of a form. Without this button, Enter would change the language.
  const first =
    keepsTyped && html`<input type="submit" form="${TYPED_FORM}" class="default" tabindex="-1" aria-hidden="true">`;
  return html`${first}<nav aria-label="${TEXTS[language].chooseLanguage}">${choices}</nav>`;
}
