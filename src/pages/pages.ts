import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyPluginAsync } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { PICTURE_TYPES } from '../features/websites/brand.ts';
import { findPicture, type PictureStore } from '../features/websites/store/pictures.ts';
import { countRequest } from '../http/count-request.ts';
import { parseFields } from '../http/form-fields.ts';
import type { SessionAddress } from './checkout/serve-session.ts';
import type { LinkAddress, ThanksAddress } from './links/started-payment.ts';
import type { PagesDeps } from './pages-deps.ts';
import type { PaymentAddress } from './serve-payment.ts';

const FILE = /^([\da-f]{64})\.(png|jpg|webp)$/;
/** The address contains the hash of the content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Pictures: rate limited as pages are, and cached by browsers for as long as they like. */
async function pictureRoutes(
  app: FastifyInstance,
  { db, pages }: Pick<PagesDeps, 'db' | 'pages'>,
  store: PictureStore,
): Promise<void> {
  app.addHook('onRequest', (request) => countRequest(pages, request));
  app.get<{ Params: { file: string } }>('/:file', async ({ params }, reply) => {
    const [, hash = '', type] = FILE.exec(params.file) ?? [];
    const picture = hash === '' ? undefined : await findPicture(db, store, hash);
    if (picture?.type !== type || !picture) throw new ApiError('not_found');
    return reply.header('cache-control', FOR_EVER).type(PICTURE_TYPES[picture.type]).send(picture.content);
  });
}

/** Larger than any form of the pages. */
const FORM_LIMIT_BYTES = 16 * 1024;
/** The policy of responses below `/widget` that are not pages: redirects and the script. */
const WIDGET_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/**
 * The hosted pages below `/pay`, the pages of payment links below `/l` and of checkout sessions below `/c`, the card widget below `/widget`, websites'
 * logos below `/logos`, and links' pictures below `/pictures`. The code of each is loaded by its first request, so that it does not slow the start.
 */
export async function pagesRoutes(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  await app.register(pageScope({ isWidget: false }, deps, payRoutes), { prefix: '/pay' });
  await app.register(pageScope({ isWidget: false }, deps, linkRoutes), { prefix: '/l' });
  await app.register(pageScope({ isWidget: false }, deps, sessionRoutes), { prefix: '/c' });
  await app.register(pageScope({ isWidget: true }, deps, widgetRoutes), { prefix: '/widget' });
  const logos: FastifyPluginAsync = (scope) => pictureRoutes(scope, deps, 'logos');
  await app.register(logos, { prefix: '/logos' });
  const pictures: FastifyPluginAsync = (scope) => pictureRoutes(scope, deps, 'link_pictures');
  await app.register(pictures, { prefix: '/pictures' });
}

/** A scope that parses only forms, and responds to every error with a page. Every request is rate limited before anything is read. */
function pageScope(
  kind: { isWidget: boolean },
  deps: PagesDeps,
  routes: (scope: FastifyInstance, deps: PagesDeps) => void,
) {
  return async (scope: FastifyInstance): Promise<void> => {
    // The widget is in a frame of the merchant's page, including the redirects that lead to it.
    if (kind.isWidget) {
      scope.addHook('onRequest', (_request, reply, done) => {
        reply.removeHeader('x-frame-options').header('content-security-policy', WIDGET_POLICY);
        done();
      });
    }
    scope.removeAllContentTypeParsers();
    await scope.register(formbody, { bodyLimit: FORM_LIMIT_BYTES, parser: parseFields });
    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      const { sendFailure } = await import('./send-page.ts');
      return sendFailure(error, { request, reply, ...kind });
    });
    scope.setNotFoundHandler(async (request, reply) => {
      const { sendNotFound } = await import('./send-page.ts');
      return sendNotFound({ request, reply, ...kind });
    });
    scope.addHook('onRequest', (request) => countRequest(deps.pages, request));
    routes(scope, deps);
  };
}

/** A payment's page: the form, the link to its provider's page, or the result. */
function payRoutes(app: FastifyInstance, deps: PagesDeps): void {
  const load = () => import('./serve-payment.ts');
  app.get<PaymentAddress>('/:transaction_id/:tag', async (request, reply) =>
    (await load()).showPaymentPage(deps, request, reply),
  );
  app.post<PaymentAddress>('/:transaction_id/:tag', async (request, reply) =>
    (await load()).submitPaymentPage(deps, request, reply),
  );
}

/** A payment link's page: what it sells, how to pay, and the seller's message to customers who have paid. Showing it writes nothing. */
function linkRoutes(app: FastifyInstance, deps: PagesDeps): void {
  const load = () => import('./links/serve-link.ts');
  app.get<LinkAddress>('/:code', async (request, reply) => (await load()).showLink(deps, request, reply));
  app.post<LinkAddress>('/:code', async (request, reply) => (await load()).submitLink(deps, request, reply));
  app.get<ThanksAddress>('/:code/:transaction_id/:tag', async (request, reply) =>
    (await load()).showThanks(deps, request, reply),
  );
}

/** A checkout session's page: the order, and the choice of a method. Showing it writes nothing. */
function sessionRoutes(app: FastifyInstance, deps: PagesDeps): void {
  const load = () => import('./checkout/serve-session.ts');
  app.get<SessionAddress>('/:code', async (request, reply) => (await load()).showSession(deps, request, reply));
  app.post<SessionAddress>('/:code', async (request, reply) => (await load()).submitSession(deps, request, reply));
}

/** The card widget: a script for the merchant's page, and the pages in the frame that it creates. */
function widgetRoutes(app: FastifyInstance, deps: PagesDeps): void {
  const load = () => import('./widget/serve-widget.ts');
  app.get('/v1/peye.js', async (_request, reply) => (await load()).sendScript(reply));
  app.get('/v1/card', async (request, reply) => (await load()).showCard(deps, request, reply));
  app.post('/v1/card/session', async (request, reply) => (await load()).openCard(deps, request, reply));
  app.post('/v1/card', async (request, reply) => (await load()).submitCard(deps, request, reply));
}
