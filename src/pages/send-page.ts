import type { FastifyReply } from 'fastify';
import { cspHash } from '../http/csp-hash.ts';
import { sendPacked } from '../http/send-packed.ts';
import type { Html } from '../platform/html/html.ts';
import { SCRIPT_HASH, STYLE_HASH } from './layout.ts';
import { colourStyle, type Merchant } from './merchant.ts';

export interface PageResponse {
  readonly status?: number;
  readonly html: Html;
  /** Whether the page shows another picture than the merchant's logo. */
  readonly hasPicture?: boolean | undefined;
  /** The merchant whose logo and colour the page shows. */
  readonly merchant?: Merchant | undefined;
  /** Whether the page has the script of the pages. */
  readonly hasScript?: boolean | undefined;
  /** The origin that a form of the page leads to, redirects included, for the policy: a provider's. Defaults to this origin. */
  readonly formTarget?: string | undefined;
}

/** Sends a page that no site may frame. It runs no script, or only that of the pages. */
export function sendPage(reply: FastifyReply, page: PageResponse): FastifyReply {
  const { status = 200, html } = page;
  reply.code(status).headers({
    'content-security-policy': payPolicy(page),
    'x-robots-tag': 'noindex, nofollow',
  });
  return sendPacked(reply, html);
}

function payPolicy({ merchant, hasPicture, hasScript, formTarget = "'self'" }: PageResponse): string {
  const colour = merchant?.colour === undefined ? '' : ` ${cspHash(colourStyle(merchant.colour))}`;
  const logo = merchant?.logoHref === undefined && !hasPicture ? '' : "'self' ";
  const script = hasScript ? ` script-src ${SCRIPT_HASH};` : '';
  return `default-src 'none';${script} style-src ${STYLE_HASH}${colour}; img-src ${logo}data:; base-uri 'none'; form-action ${formTarget}; frame-ancestors 'none'`;
}
