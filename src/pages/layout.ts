import { readFileSync } from 'node:fs';
import { html } from 'ghtml';
import type { PaymentMethod } from '../domain/payment.ts';
import { LANGUAGES, type Language } from '../wording/language.ts';
import { TEXTS } from '../wording/texts.ts';
import { cspHash } from './csp-hash.ts';
import { colourStyle, type Merchant } from './merchant.ts';
import type { PageState } from './page-state.ts';
import { withoutSpace } from './without-space.ts';

const STYLE = withoutSpace(readFileSync(new URL('./style.css', import.meta.url), 'utf8'));

export const STYLE_HASH = cspHash(STYLE);

export interface PageParts {
  readonly language: Language;
  /** The same page in another language. */
  readonly hrefIn: (language: Language) => string;
  readonly title: string;
  readonly state: PageState;
  /** HTML of ours. */
  readonly content: string;
  readonly theme: PaymentMethod | 'plain';
  readonly brand: string;
  /** Whom the customer pays, where the page is about a payment. */
  readonly merchant?: Merchant | undefined;
  /** Whether no real money moves, which the page then shows at the top. */
  readonly isTest: boolean;
}

/** A whole page: one document, its style in it, nothing else to fetch. */
export function layout(parts: PageParts): string {
  const { language } = parts;
  const texts = TEXTS[language];
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${parts.title}</title>
<link rel="icon" href="data:,">
<style>!${STYLE}</style>!${colourOf(parts)}
</head>
<body class="${parts.theme}">
<header>
!${parts.isTest ? html`<p class="test">${texts.testMode}</p>` : ''}
<div class="bar"><div><p class="mark">!${markOf(parts)}</p>!${languageSwitch(parts)}</div></div>
</header>
<main data-state="${parts.state}">
!${parts.content}
</main>
</body>
</html>
`;
}

function colourOf({ merchant }: PageParts): string {
  return merchant?.colour === undefined ? '' : `<style>${colourStyle(merchant.colour)}</style>`;
}

/** The name is there in letters as well, so that the logo needs no words. */
function markOf({ brand, merchant }: PageParts): string {
  if (!merchant) return html`${brand}`;
  const { name, logoHref, logoWidth, logoHeight } = merchant;
  const logo =
    logoHref &&
    html`<img class="logo" src="${logoHref}" width="${logoWidth}" height="${logoHeight}" alt="" decoding="async">`;
  return html`!${logo}<bdi>${name}</bdi>`;
}

function languageSwitch({ language, hrefIn }: PageParts): string {
  const links = LANGUAGES.map((other) => {
    const current = other === language ? ' aria-current="true"' : '';
    return html`<a href="${hrefIn(other)}" lang="${other}" hreflang="${other}"!${current}>${TEXTS[other].languageName}</a>`;
  });
  return html`<nav aria-label="${TEXTS[language].chooseLanguage}">!${links}</nav>`;
}
