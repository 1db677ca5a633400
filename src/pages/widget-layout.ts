import { readFileSync } from 'node:fs';
import { html } from 'ghtml';
import { isFinal, type Payment } from '../domain/payment.ts';
import type { Language } from '../wording/language.ts';
import { TEXTS } from '../wording/texts.ts';
import { cspHash } from './csp-hash.ts';
import type { PageState } from './page-state.ts';
import { withoutSpace } from './without-space.ts';

const STYLE = withoutSpace(readFileSync(new URL('./widget.css', import.meta.url), 'utf8'));
const SCRIPT = readFileSync(new URL('./widget-frame.js', import.meta.url), 'utf8');

export const WIDGET_STYLE_HASH = cspHash(STYLE);
export const WIDGET_SCRIPT_HASH = cspHash(SCRIPT);

export interface WidgetParts {
  readonly language: Language;
  readonly title: string;
  readonly state: PageState;
  /** HTML of ours. */
  readonly content: string;
  /** What the page around the frame is told of, once it is final. */
  readonly payment?: Payment;
  /** HTML of ours behind everything else. */
  readonly scripts?: string;
}

/**
 * A page inside the card widget's frame. The shop's page is around it, so it has no header, no footer and no margin of its
 * own: what it holds, and in test mode a small word that says so.
 */
export function widgetLayout({ language, title, state, content, payment, scripts }: WidgetParts): string {
  const isTest = payment?.mode === 'test';
  const status = payment && isFinal(payment.status) ? payment.status : undefined;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>!${STYLE}</style>
</head>
<body data-transaction-id="${payment?.id}" data-status="${status}">
<main data-state="${state}">
!${isTest ? html`<p class="test">${TEXTS[language].testMode}</p>` : ''}
!${content}
</main>
<script>!${SCRIPT}</script>
!${scripts}
</body>
</html>
`;
}
