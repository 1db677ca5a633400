import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { CardFields } from '../../providers/card-widget.ts';
import { CARD_SCRIPT_HASH } from './card-scripts.ts';
import { WIDGET_SCRIPT_HASHES, WIDGET_STYLE_HASH } from './widget-layout.ts';

const POLICY = `default-src 'none'; style-src ${WIDGET_STYLE_HASH}; img-src data:; base-uri 'none'; form-action 'self'`;

const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;

interface WidgetResponse {
  readonly status?: number;
  readonly html: string;
  /** Of the page that holds a provider's card fields: where they come from. */
  readonly cardSources?: CardFields['sources'] | undefined;
}

/**
 * Sends a page of the card widget's frame. Any shop may frame it, and it runs scripts: ours, by their hashes in the policy,
 * and that of the provider on the page with its card fields. Packed, because its scripts make it larger than other pages.
 */
export function sendWidgetPage(reply: FastifyReply, { status = 200, html, cardSources }: WidgetResponse): FastifyReply {
  const isPacked = TAKES_GZIP.test(String(reply.request.headers['accept-encoding'] ?? ''));
  if (isPacked) reply.header('content-encoding', 'gzip');
  return reply
    .code(status)
    .headers({
      'content-security-policy': policy(cardSources),
      'x-robots-tag': 'noindex, nofollow',
      vary: 'accept-encoding',
    })
    .type('text/html; charset=utf-8')
    .send(isPacked ? gzipSync(html) : html);
}

function policy(card: WidgetResponse['cardSources']): string {
  const scripts = [...WIDGET_SCRIPT_HASHES, ...(card ? [CARD_SCRIPT_HASH, ...card.script] : [])];
  const fields = card ? `; frame-src ${card.frame.join(' ')}; connect-src ${card.connect.join(' ')}` : '';
  return `${POLICY}; script-src ${scripts.join(' ')}${fields}; frame-ancestors *`;
}
