import type { FastifyReply } from 'fastify';
import { cspHash } from '../http/csp-hash.ts';
import { sendPacked } from '../http/send-packed.ts';
import type { Html } from '../lib/html.ts';
import { STYLE_HASH } from './layout.ts';
import { colourStyle, type Merchant } from './merchant.ts';

export interface PageResponse {
  readonly status?: number;
  readonly html: Html;
  /** Whose logo and colour the page has. */
  readonly merchant?: Merchant | undefined;
  /** Where a form of the page leads, redirects behind it included, as the policy names it: a provider's origin. This one when left out. */
  readonly formTarget?: string | undefined;
}

/** Sends a page that nobody may frame and that runs no script. */
export function sendPage(reply: FastifyReply, page: PageResponse): FastifyReply {
  const { status = 200, html, merchant, formTarget } = page;
  reply.code(status).headers({
    'content-security-policy': payPolicy(merchant, formTarget),
    'x-robots-tag': 'noindex, nofollow',
  });
  return sendPacked(reply, html);
}

function payPolicy(merchant: Merchant | undefined, formTarget = "'self'"): string {
  const colour = merchant?.colour === undefined ? '' : ` ${cspHash(colourStyle(merchant.colour))}`;
  const logo = merchant?.logoHref === undefined ? '' : "'self' ";
  return `default-src 'none'; style-src ${STYLE_HASH}${colour}; img-src ${logo}data:; base-uri 'none'; form-action ${formTarget}; frame-ancestors 'none'`;
}
