import type { FastifyReply } from 'fastify';
import { qrPng, qrSvg } from '../../lib/qr-code.ts';
import { visibleLink } from '../visible.ts';
import type { SignedInVisit } from '../visit.ts';
import { urlOf } from './link-views.ts';

/** Sends a link's QR code as SVG, for print: it scales without blurring. */
export async function sendQrSvg(visit: SignedInVisit): Promise<FastifyReply> {
  const link = await visibleLink(visit, visit.params.id ?? '');
  return sendFile(visit, (await qrSvg(urlOf(visit, link))).toString(), {
    type: 'image/svg+xml; charset=utf-8',
    name: `${link.code}.svg`,
  });
}

/** The same as PNG, for programs that do not support SVG. */
export async function sendQrPng(visit: SignedInVisit): Promise<FastifyReply> {
  const link = await visibleLink(visit, visit.params.id ?? '');
  return sendFile(visit, await qrPng(urlOf(visit, link)), { type: 'image/png', name: `${link.code}.png` });
}

function sendFile(
  { reply }: SignedInVisit,
  content: string | Buffer,
  { type, name }: { type: string; name: string },
): FastifyReply {
  return reply
    .headers({ 'content-type': type, 'content-disposition': `attachment; filename="peye-${name}"` })
    .send(content);
}
