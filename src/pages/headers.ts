import type { FastifyReply } from 'fastify';
import { STYLE_HASH } from './layout.ts';

const COMMON_POLICY = `default-src 'none'; style-src ${STYLE_HASH}; img-src data:; base-uri 'none'`;

export interface PageResponse {
  readonly status?: number;
  readonly html: string;
  /** The origin of a provider's page that this one holds a form for. */
  readonly formTarget?: string | undefined;
}

/** Sends a page that nobody may frame and that runs no script. */
export function sendPage(reply: FastifyReply, page: PageResponse): FastifyReply {
  const { status = 200, html, formTarget } = page;
  return reply
    .code(status)
    .headers({
      'content-security-policy': payPolicy(formTarget),
      'x-robots-tag': 'noindex, nofollow',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

function payPolicy(formTarget = "'self'"): string {
  return `${COMMON_POLICY}; form-action ${formTarget}; frame-ancestors 'none'`;
}
