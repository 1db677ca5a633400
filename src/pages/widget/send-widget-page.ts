import type { FastifyReply } from 'fastify';
import { sendPacked } from '../../http/send-packed.ts';
import type { Html } from '../../platform/html/html.ts';
import type { CardFields } from '../../providers/card-widget.ts';
import { CARD_SCRIPT_HASH } from './card-scripts.ts';
import { WIDGET_SCRIPT_HASHES, WIDGET_STYLE_HASH } from './widget-layout.ts';

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
