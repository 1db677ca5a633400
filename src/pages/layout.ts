import { readFileSync } from 'node:fs';
import { html } from 'ghtml';
import type { PaymentMethod } from '../domain/payment.ts';
import { LANGUAGES, type Language } from '../wording/language.ts';
import { TEXTS } from '../wording/texts.ts';
import { cspHash } from './csp-hash.ts';
import type { PageState } from './page-state.ts';

const STYLE = withoutSpace(readFileSync(new URL('./style.css', import.meta.url), 'utf8'));
const WIDGET_SCRIPT = readFileSync(new URL('./widget-frame.js', import.meta.url), 'utf8');

export const STYLE_HASH = cspHash(STYLE);
export const WIDGET_SCRIPT_HASH = cspHash(WIDGET_SCRIPT);

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
  /** Whether no real money moves, which the page then shows at the top. */
  readonly isTest: boolean;
  /** For a page inside the card widget: what its script tells the page around it. */
  readonly widget?: WidgetData | undefined;
  /** HTML of ours behind everything else. */
  readonly scripts?: string;
}

interface WidgetData {
  readonly transactionId?: string;
  /** Set once the payment is final. */
  readonly status?: string;
}

/** A whole page: one document, its style in it, nothing else to fetch. */
export function layout(parts: PageParts): string {
  const { language, widget } = parts;
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
<style>!${STYLE}</style>
</head>
<body class="${parts.theme}${widget ? ' widget' : ''}" data-transaction-id="${widget?.transactionId}" data-status="${widget?.status}">
<header>
!${parts.isTest ? html`<p class="test">${texts.testMode}</p>` : ''}
<div class="bar"><div><p class="mark">${parts.brand}</p>!${languageSwitch(parts)}</div></div>
</header>
<main data-state="${parts.state}">
!${parts.content}
</main>
!${widget ? `<script>${WIDGET_SCRIPT}</script>` : ''}
!${parts.scripts}
</body>
</html>
`;
}

function languageSwitch({ language, hrefIn }: PageParts): string {
  const links = LANGUAGES.map((other) => {
    const current = other === language ? ' aria-current="true"' : '';
    return html`<a href="${hrefIn(other)}" lang="${other}" hreflang="${other}"!${current}>${TEXTS[other].languageName}</a>`;
  });
  return html`<nav aria-label="${TEXTS[language].chooseLanguage}">!${links}</nav>`;
}

/** A third fewer bytes on a slow line. A space before a colon stays: in a selector it means something. */
function withoutSpace(css: string): string {
  return css
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .trim();
}
