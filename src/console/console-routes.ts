import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { countRequest } from '../http/count-request.ts';
import { parseFields } from '../http/form-fields.ts';
import type { ConsoleParts } from './console-deps.ts';

/** More than any form of ours can hold, one with a logo too. */
const FORM_LIMIT_BYTES = 64 * 1024;
/** The one form with a file. */
const FILE_PATH = '/websites/:id/logo';
/** A box for each of many websites. */
const MAX_FIELDS = 1_000;

/**
 * The console below `/console`. Every request is counted before anything is read. What answers is loaded with the first one, so that a
 * start does not wait for it.
 */
export async function consoleRoutes(app: FastifyInstance, { loadUsers, ...parts }: ConsoleParts): Promise<void> {
  const load = later(async () => {
    const [{ consoleServer }, { exportPlaces }, users] = await Promise.all([
      import('./serve-console.ts'),
      import('./exports/export-places.ts'),
      loadUsers(),
    ]);
    return consoleServer({ ...parts, users, exportPlaces: exportPlaces() });
  });
  app.removeAllContentTypeParsers();
  await app.register(formbody, {
    bodyLimit: FORM_LIMIT_BYTES,
    parser: (text: string) => parseFields(text, MAX_FIELDS),
  });
  app.addHook('onRequest', (request) => countRequest(parts.limits.pages, request));
  app.setErrorHandler(async (error: FastifyError, request, reply) => (await load()).fail(request, reply, error));
  const serve = async (request: FastifyRequest, reply: FastifyReply) => (await load()).serve(request, reply);
  // Parsing parts costs fifteen times what another form does: only for a session, and only where a file is taken.
  const takesFile: FastifyPluginAsync = async (scope) => {
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: FORM_LIMIT_BYTES },
      async (request: FastifyRequest, body: Buffer) => {
        if (!(await (await load()).hasSession(request))) return {};
        const { parseMultipart } = await import('../http/multipart-fields.ts');
        return parseMultipart(body, request.headers['content-type'] ?? '');
      },
    );
    scope.route({ method: 'POST', url: FILE_PATH, handler: serve });
  };
  await app.register(takesFile);
  app.route({ method: ['GET', 'POST'], url: '', handler: serve });
  app.route({ method: ['GET', 'POST'], url: '/*', handler: serve });
}

/** Makes something at the first call, once; after a failure anew. */
function later<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
