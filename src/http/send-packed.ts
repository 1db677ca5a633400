import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Html } from '../lib/html.ts';

const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;

/**
 * Sends a page, packed for a browser that can unpack it, which is every one: a slow line brings it sooner, and names and texts of any
 * length in any script stay within what a page may weigh. Packing tells nothing to who listens: a page holds no secret but those of its address.
 */
export function sendPacked(reply: FastifyReply, html: Html): FastifyReply {
  const text = html.toString();
  const isPacked = TAKES_GZIP.test(String(reply.request.headers['accept-encoding'] ?? ''));
  if (isPacked) reply.header('content-encoding', 'gzip');
  return reply
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
    .send(isPacked ? gzipSync(text) : text);
}
