import type { FastifyReply } from 'fastify';
import { sendPacked } from '../http/send-packed.ts';
import type { Html } from '../lib/html.ts';

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
 * Sends a page of the console: kept by no cache, in no frame, with scripts and styles of ours alone. That it is packed tells nothing of
 * what is secret: its forms have another token in every response.
 */
export function sendConsolePage(reply: FastifyReply, { text, status }: { text: Html; status: number }): FastifyReply {
  reply.code(status).headers({
    'content-security-policy': POLICY,
    'x-robots-tag': 'noindex, nofollow',
    // Without any, browsers would say of our own forms that they come from nowhere.
    'referrer-policy': 'same-origin',
    // A page that has opened ours in a window can look at nothing of it.
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  return sendPacked(reply, text);
}
