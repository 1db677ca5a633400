import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { DocumentedGateway } from './guide/section.ts';
import { type PreparedFile, prepareFile, sendFile } from './prepared-file.ts';
import { STYLE_HASH } from './style.ts';

/** What the docs page says about this gateway, besides its address. */
export type DocumentedSettings = Omit<DocumentedGateway, 'baseUrl'>;

/** Nothing but the page itself and its one style; the icon is a data address. */
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src '${STYLE_HASH}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The API reference for people at `/docs`, and for programs at `/openapi.json`. Both are made at the first request and kept,
 * so that they cost the start nothing. `/` leads to the docs.
 */
export function docsRoutes(
  app: FastifyInstance,
  gateway: DocumentedGateway,
  describe: () => Promise<OpenApiDocument>,
): void {
  serve(app, '/openapi.json', 'application/json; charset=utf-8', async () => JSON.stringify(await describe()));
  const page = async () => (await import('./docs-page.ts')).docsPage(await describe(), gateway);
  serve(app, '/docs', 'text/html; charset=utf-8', page, { 'content-security-policy': PAGE_POLICY });
  app.get('/', async (_request, reply) => reply.redirect('/docs', 302));
}

function serve(
  app: FastifyInstance,
  path: string,
  type: string,
  make: () => Promise<string>,
  headers: Record<string, string> = {},
): void {
  let file: Promise<PreparedFile> | undefined;
  app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    file ??= make().then((text) => prepareFile(type, text));
    try {
      return sendFile(request, reply.headers(headers), await file);
    } catch (error) {
      file = undefined;
      throw error;
    }
  });
}
