import type { FastifyReply } from 'fastify';
import { STYLE_HASH, WIDGET_SCRIPT_HASH } from './layout.ts';

const COMMON_POLICY = `default-src 'none'; style-src ${STYLE_HASH}; img-src data:; base-uri 'none'`;
const WIDGET_POLICY = `${COMMON_POLICY}; form-action 'self'; script-src ${WIDGET_SCRIPT_HASH}; frame-ancestors *`;

export interface PageAnswer {
  readonly status?: number;
  readonly html: string;
  readonly isWidget: boolean;
  /** The origin of a provider's page that this one holds a form for. */
  readonly formTarget?: string | undefined;
}

/** Sends a page. Only the widget's may stand in a frame and run a script: the one script whose hash is in the policy. */
export function sendPage(reply: FastifyReply, { status = 200, html, isWidget, formTarget }: PageAnswer): FastifyReply {
  if (!isWidget) reply.header('x-frame-options', 'DENY');
  return reply
    .code(status)
    .headers({
      'content-security-policy': isWidget ? WIDGET_POLICY : payPolicy(formTarget),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

function payPolicy(formTarget = "'self'"): string {
  return `${COMMON_POLICY}; form-action ${formTarget}; frame-ancestors 'none'`;
}

/** After every form: the browser fetches the page it leads to, so that reloading it sends nothing twice. */
export function seeOther(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(303).headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send();
}
