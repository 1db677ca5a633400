import type { FastifyReply } from 'fastify';
import type { CardFields } from '../providers/card-widget.ts';
import { CARD_SCRIPT_HASH } from './card-script.ts';
import { STYLE_HASH, WIDGET_SCRIPT_HASH } from './layout.ts';

const COMMON_POLICY = `default-src 'none'; style-src ${STYLE_HASH}; img-src data:; base-uri 'none'`;

export interface PageResponse {
  readonly status?: number;
  readonly html: string;
  readonly isWidget: boolean;
  /** The origin of a provider's page that this one holds a form for. */
  readonly formTarget?: string | undefined;
  /** Of the widget's page that holds a provider's card fields: where they come from. */
  readonly cardSources?: CardFields['sources'] | undefined;
}

/**
 * Sends a page. Only the widget's pages may be framed and run scripts: ours, by their hashes in the policy, and that of the
 * provider on the page with its card fields.
 */
export function sendPage(reply: FastifyReply, page: PageResponse): FastifyReply {
  const { status = 200, html, isWidget, formTarget, cardSources } = page;
  return reply
    .code(status)
    .headers({
      'content-security-policy': isWidget ? widgetPolicy(cardSources) : payPolicy(formTarget),
      'x-robots-tag': 'noindex, nofollow',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

function widgetPolicy(card: PageResponse['cardSources']): string {
  const scripts = [WIDGET_SCRIPT_HASH, ...(card ? [CARD_SCRIPT_HASH, ...card.script] : [])];
  const fields = card ? `; frame-src ${card.frame.join(' ')}; connect-src ${card.connect.join(' ')}` : '';
  return `${COMMON_POLICY}; form-action 'self'; script-src ${scripts.join(' ')}${fields}; frame-ancestors *`;
}

function payPolicy(formTarget = "'self'"): string {
  return `${COMMON_POLICY}; form-action ${formTarget}; frame-ancestors 'none'`;
}
