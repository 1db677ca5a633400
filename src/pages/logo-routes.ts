import type { FastifyInstance } from 'fastify';
import { LOGO_TYPES } from '../core/brand.ts';
import { ApiError } from '../core/errors.ts';
import { findLogo } from '../features/websites/store/logos.ts';
import { countRequest } from '../http/count-request.ts';
import type { PagesDeps } from './pages-deps.ts';

const FILE = /^([\da-f]{64})\.(png|jpg|webp)$/;
/** The address contains the hash of the content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Websites' logos, below `/logos`: rate limited as pages are, and cached by browsers for as long as they like. */
export async function logoRoutes(app: FastifyInstance, { db, pages }: Pick<PagesDeps, 'db' | 'pages'>): Promise<void> {
  app.addHook('onRequest', (request) => countRequest(pages, request));
  app.get<{ Params: { file: string } }>('/:file', async ({ params }, reply) => {
    const [, hash = '', type] = FILE.exec(params.file) ?? [];
    const logo = hash === '' ? undefined : await findLogo(db, hash);
    if (logo?.type !== type || !logo) throw new ApiError('not_found');
    return reply.header('cache-control', FOR_EVER).type(LOGO_TYPES[logo.type]).send(logo.content);
  });
}
