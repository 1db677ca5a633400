import type { FastifyReply } from 'fastify';
import type { Mode } from '../core/payment.ts';
import { sendPacked } from '../http/send-packed.ts';
import type { Html } from '../platform/html/html.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Sends a page of the console: never cached, never in a frame, with only the console's own scripts and styles. Compression reveals no
 * secret, because forms have a different token in every response.
 */
export function sendConsolePage(reply: FastifyReply, { text, status }: { text: Html; status: number }): FastifyReply {
  reply.code(status).headers({
    'content-security-policy': POLICY,
    'x-robots-tag': 'noindex, nofollow',
    // With `no-referrer`, browsers would send `Origin: null` with the console's own forms.
    'referrer-policy': 'same-origin',
    // A page that opened the console in a window cannot access it.
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  return sendPacked(reply, text);
}

/** A page, without the frame around it. */
export interface ConsolePage {
  readonly title: string;
  readonly content: Html;
  /** Above the title: the list that the page belongs to, and links to its neighbours. */
  readonly trail?: Html | '';
  /** The menu entry that the page belongs to, below `/console`. */
  readonly place?: string | undefined;
  /** The mode of the page's content; undefined if it shows both modes, or neither. */
  readonly mode?: Mode | undefined;
  /** The page has no menu. */
  readonly isAlone?: boolean;
}
