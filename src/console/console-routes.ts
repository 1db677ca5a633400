import type { IncomingMessage } from 'node:http';
import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { MAX_STATEMENT_BYTES } from '../features/payouts/payout-rules.ts';
import { MAX_PICTURE_FILE_BYTES } from '../features/websites/brand.ts';
import { countRequest } from '../http/count-request.ts';
import { parseFields } from '../http/form-fields.ts';
import { loadOnce } from '../platform/tasks/promises.ts';
import type { ConsoleParts } from './console-deps.ts';

/** Larger than any form of the console without a file. */
const FORM_LIMIT_BYTES = 64 * 1024;
/** How many forms with a large file a process reads at once. Each takes three times the size of the form in memory. */
const LARGE_FORMS = 4;
/** A statement as text of base64, with the other fields of its form. */
const STATEMENT_LIMIT_BYTES = Math.ceil((MAX_STATEMENT_BYTES * 4) / 3) + FORM_LIMIT_BYTES;
/** The forms with a file, and the largest body of each of them. */
const FILE_FORMS = [
  { paths: ['/websites/:id/logo', '/links/:mode/:id/picture'], bodyLimit: MAX_PICTURE_FILE_BYTES + FORM_LIMIT_BYTES },
  { paths: ['/payouts/import', '/payouts/import/confirm'], bodyLimit: STATEMENT_LIMIT_BYTES },
];
/** How much of a file that is too large is read before it is refused, and for how long. */
const READ_REST_BYTES = 32_000_000;
const READ_REST_MS = 15_000;
/** One checkbox for each of many websites. */
const MAX_FIELDS = 1_000;

/**
 * The console below `/console`. Every request counts towards the rate limit before anything is read. The server behind it is loaded by the
 * first request, so that it does not slow the start.
 */
export async function consoleRoutes(app: FastifyInstance, { loadUsers, ...parts }: ConsoleParts): Promise<void> {
  const load = loadOnce(async () => {
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
  const few = onlyFewLarge(async (request) => (await load()).mayUpload(request));
  // Parsing a multipart body costs fifteen times as much as parsing another form. So it is done only for signed-in
  // users, and only on these paths.
  const takesFile: FastifyPluginAsync<(typeof FILE_FORMS)[number]> = async (scope, { paths, bodyLimit }) => {
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit },
      async (request: FastifyRequest, body: Buffer) => {
        if (!(await (await load()).hasSession(request))) return {};
        const { parseMultipart } = await import('../http/form-fields.ts');
        return parseMultipart(body, request.headers['content-type'] ?? '');
      },
    );
    scope.addHook('preParsing', few);
    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      const server = await load();
      if (error.statusCode !== 413) return server.fail(request, reply, error);
      // A browser that is still sending would get a broken connection in place of the page with the error.
      if (await server.hasSession(request)) await readRest(request.raw);
      return server.refuseFile(request, reply);
    });
    for (const url of paths) scope.route({ method: 'POST', url, handler: serve });
  };
  for (const forms of FILE_FORMS) await app.register(takesFile, forms);
  app.route({ method: ['GET', 'POST'], url: '', handler: serve });
  app.route({ method: ['GET', 'POST'], url: '/*', handler: serve });
}

/** Reads the rest of a body and drops it: until its end, for a bounded time, and up to a bounded size. */
async function readRest(body: IncomingMessage): Promise<void> {
  if (body.complete || body.destroyed) return;
  let bytes = 0;
  await new Promise<void>((done) => {
    const timer = setTimeout(done, READ_REST_MS);
    const end = () => {
      clearTimeout(timer);
      done();
    };
    body.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > READ_REST_BYTES) end();
    });
    for (const event of ['end', 'close', 'error']) body.once(event, end);
  });
}

/**
 * Refuses a large body before it is read, if the user may not upload it, or while this process reads several others.
 */
function onlyFewLarge(mayUpload: (request: FastifyRequest) => Promise<boolean>) {
  let reading = 0;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (Number(request.headers['content-length'] ?? Number.NaN) <= FORM_LIMIT_BYTES) return;
    const isAllowed = await mayUpload(request);
    // Without this check, a client that has already disconnected would keep its slot for ever, because its connection
    // does not close again.
    if (!isAllowed || reply.raw.destroyed) throw Object.assign(new Error('the body is too large'), { statusCode: 413 });
    if (reading >= LARGE_FORMS) throw new ApiError('rate_limit_exceeded', { retryAfterSeconds: 5 });
    reading++;
    reply.raw.once('close', () => void reading--);
  };
}
