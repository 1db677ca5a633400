import type { FastifyReply } from 'fastify';
import { qrPng, qrSvg } from '../../platform/html/qr-code.ts';
import type { SignedInContext } from '../console-context.ts';
import { visibleLink } from '../visible.ts';
import { urlOf } from './link-views.ts';

/** Sends a link's QR code as SVG, for print: it scales without blurring. */
export async function sendQrSvg(context: SignedInContext): Promise<FastifyReply> {
  const link = await visibleLink(context, context.params.id ?? '');
  return sendFile(context, (await qrSvg(urlOf(context, link))).toString(), {
    type: 'image/svg+xml; charset=utf-8',
    name: `${link.code}.svg`,
  });
}

/** The same as PNG, for programs that do not support SVG. */
export async function sendQrPng(context: SignedInContext): Promise<FastifyReply> {
  const link = await visibleLink(context, context.params.id ?? '');
  return sendFile(context, await qrPng(urlOf(context, link)), { type: 'image/png', name: `${link.code}.png` });
}

function sendFile(
  { reply }: SignedInContext,
  content: string | Buffer,
  { type, name }: { type: string; name: string },
): FastifyReply {
  return reply
    .headers({ 'content-type': type, 'content-disposition': `attachment; filename="peye-${name}"` })
    .send(content);
}
