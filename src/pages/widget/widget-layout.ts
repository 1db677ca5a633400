import { readFileSync } from 'node:fs';
import { isFinal, type Payment } from '../../core/payment.ts';
import { cspHash } from '../../http/security-headers.ts';
import { type Html, html, trustedHtml } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import type { PageState } from '../page-state.ts';
import { readStyle, shortenScript } from '../shorten.ts';

const STYLE = readStyle(new URL('./widget.css', import.meta.url));
/** The look is applied before anything is visible; the frame's messages are sent once the document is complete. */
const [LOOK, FRAME] = ['./widget-look.js', './widget-frame.js'].map((name) =>
  shortenScript(readFileSync(new URL(name, import.meta.url), 'utf8')),
) as [string, string];

export const WIDGET_STYLE_HASH = cspHash(STYLE);
export const WIDGET_SCRIPT_HASHES = [cspHash(LOOK), cspHash(FRAME)];

/** Codes that a shop's page gets in `onError`: docs/widget.md. Those of peye.js itself are not among them. */
export type WidgetError = 'invalid_client_secret' | 'website_closed' | 'too_many_requests' | 'gateway_error';

export interface WidgetParts {
  readonly language: Language;
  /** Empty for the opening page, which only loads the next page. */
  readonly title: string;
  readonly state: PageState;
  readonly content: Html;
  /** The payment that the page around the frame is notified of, once it is final. */
  readonly payment?: Payment;
  /** The error that the page around the frame gets when there is nothing to pay here. */
  readonly error?: WidgetError;
  /** Scripts after all other content. */
  readonly scripts?: Html;
}

// The style and the scripts are part of this repository, and neither language has entities, so they are inserted unescaped.

/**
 * A page inside the card widget's frame. The shop's page is around it, so it has no header, footer or margin: only its content, and in test
 * mode a short label.
 */
export function widgetLayout({ language, title, state, content, payment, error, scripts }: WidgetParts): Html {
  const isTest = payment?.mode === 'test';
  const status = payment && isFinal(payment.status) ? payment.status : undefined;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title && `${title} · `}Peye</title>
<link rel="icon" href="data:,">
<style>${trustedHtml(STYLE)}</style>
</head>
<body data-transaction-id="${payment?.id}" data-status="${status}" data-error="${error}">
<script>${trustedHtml(LOOK)}</script>
<main data-state="${state}">
${isTest ? html`<p class="test">${TEXTS[language].testMode}</p>` : ''}
${content}
</main>
<script>${trustedHtml(FRAME)}</script>
${scripts}
</body>
</html>
`;
}
