import type { FastifyReply } from 'fastify';
import { MODES } from '../../core/payment.ts';
import { qrPng, qrSvg } from '../../platform/html/qr-code.ts';
import type { SignedInContext } from '../console-context.ts';
import type { ConsoleRoute } from '../route.ts';
import { visibleLink } from '../visible.ts';
import { deactivatePages } from './deactivate-page.ts';
import { LINK_FIELDS } from './link-fields.ts';
import { showLink } from './link-page.ts';
import { MENU_PATH, newPath, urlOf } from './link-views.ts';
import { showLinks } from './links-page.ts';
import { newLinkPages } from './new-link-page.ts';
import { pictureForms } from './picture-section.ts';
import { showPoster } from './poster-page.ts';

const ONE = `${MENU_PATH}/:id`;

/** Payment links: the list, a link's page with its share sheet and poster, and the forms that create and deactivate a link. */
export const LINKS_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: MENU_PATH, access: 'links.read', handle: showLinks },
  ...MODES.flatMap((mode): ConsoleRoute[] => {
    const [{ show, make }, { ask, deactivate }] = [newLinkPages(mode), deactivatePages(mode)];
    const [create, end] = [`links.create.${mode}`, `links.deactivate.${mode}`] as const;
    const sends = { once: 'one', ...LINK_FIELDS } as const;
    const { save, remove } = pictureForms(mode);
    const picture = `${MENU_PATH}/${mode}/:id/picture`;
    const onPage = { method: 'POST', access: create, refused: showLink } as const;
    const ending = `${MENU_PATH}/${mode}/:id/deactivate`;
    return [
      { method: 'GET', path: newPath(mode), access: create, handle: show },
      { method: 'POST', path: newPath(mode), access: create, sends, ...make },
      { ...onPage, path: picture, sends: { seen: 'one', picture: 'maybe' }, handle: save },
      { ...onPage, path: `${picture}/remove`, sends: { seen: 'one' }, handle: remove },
      { method: 'GET', path: ending, access: end, handle: ask },
      { method: 'POST', path: ending, access: end, sends: {}, handle: deactivate },
    ];
  }),
  { method: 'GET', path: ONE, access: 'links.read', handle: showLink },
  { method: 'GET', path: `${ONE}/poster`, access: 'links.read', handle: showPoster },
  { method: 'GET', path: `${ONE}/qr.svg`, access: 'links.read', handle: sendQrSvg },
  { method: 'GET', path: `${ONE}/qr.png`, access: 'links.read', handle: sendQrPng },
];

/** Sends a link's QR code as SVG, for print: it scales without blurring. */
async function sendQrSvg(context: SignedInContext): Promise<FastifyReply> {
  const link = await visibleLink(context, context.params.id ?? '');
  return sendFile(context, (await qrSvg(urlOf(context, link))).toString(), {
    type: 'image/svg+xml; charset=utf-8',
    name: `${link.code}.svg`,
  });
}

/** The same as PNG, for programs that do not support SVG. */
async function sendQrPng(context: SignedInContext): Promise<FastifyReply> {
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
