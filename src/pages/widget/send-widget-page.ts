import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { sendPacked } from '../../http/send-packed.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import { LANGUAGES, type Language } from '../../platform/messages/language.ts';
import type { CardFields } from '../../providers/card-widget.ts';
import { CARD_SCRIPT_HASH } from './card-scripts.ts';
import { WIDGET_SCRIPT_HASHES, WIDGET_STYLE_HASH, widgetLayout } from './widget-layout.ts';

/** The placeholder for texts in `peye.js`. */
const PLACE = "'TEXTS'";

/** The script for a shop's page: peye.js with its texts in every language. */
export function widgetScript(): string {
  const script = readFileSync(new URL('./peye.js', import.meta.url), 'utf8');
  const texts = LANGUAGES.map((language) => {
    const { unusable, unreachable, tryAgain } = TEXTS[language].widget;
    return [language, { unusable, unreachable, tryAgain }];
  });
  return script.replace(PLACE, () => JSON.stringify(Object.fromEntries(texts)));
}

const POLICY = `default-src 'none'; style-src ${WIDGET_STYLE_HASH}; img-src data:; base-uri 'none'; form-action 'self'`;

interface WidgetResponse {
  readonly status?: number;
  readonly html: Html;
  /** For the page with a provider's card fields: the origins that they load from. */
  readonly cardSources?: CardFields['sources'] | undefined;
}

/**
 * Sends a page of the card widget's frame. Any shop may frame it. It runs scripts: the gateway's own, by their hashes in the policy, and
 * the provider's on the page with its card fields.
 */
export function sendWidgetPage(reply: FastifyReply, { status = 200, html, cardSources }: WidgetResponse): FastifyReply {
  reply.code(status).headers({
    'content-security-policy': policy(cardSources),
    'x-robots-tag': 'noindex, nofollow',
  });
  return sendPacked(reply, html);
}

function policy(card: WidgetResponse['cardSources']): string {
  const scripts = [...WIDGET_SCRIPT_HASHES, ...(card ? [CARD_SCRIPT_HASH, ...card.script] : [])];
  const fields = card ? `; frame-src ${card.frame.join(' ')}; connect-src ${card.connect.join(' ')}` : '';
  return `${POLICY}; script-src ${scripts.join(' ')}${fields}; frame-ancestors *`;
}

/** The widget's first page: it requests the client secret from the page around it, and posts the secret here as a form. */
export function openingPage(language: Language): Html {
  const texts = TEXTS[language];
  return widgetLayout({
    language,
    title: '',
    state: 'opening',
    content: html`<h1 class="soft">${texts.opening}</h1>
<noscript><p>${texts.needsScript}</p></noscript>
<form method="post" action="card/session?lang=${language}" data-opens>
<input type="hidden" name="client_secret"><input type="hidden" name="publishable_key">
</form>`,
  });
}
