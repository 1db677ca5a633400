import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { OpenApiDocument } from '../api/openapi/document.ts';
import { ApiError } from '../core/errors.ts';
import { asksForPage } from '../http/not-found.ts';
import { noteOnRequest } from '../http/note-on-request.ts';
import { type PreparedFile, prepareFile, sendFile } from '../http/prepared-file.ts';
import { cspHash } from '../http/security-headers.ts';
import { LANGUAGES, type Language, preferredLanguage } from '../platform/messages/language.ts';
import { loadOnce } from '../platform/tasks/promises.ts';
import type { DocsSite } from './docs-site.ts';
import type { DocumentedGateway } from './documented-gateway.ts';
import { downloadRoutes } from './downloads/download-routes.ts';
import { INDEX, markdownAddressOf } from './topics.ts';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
/** How many of a few hundred pages and indexes are cached. Each takes a tenth of a megabyte, with all encodings. */
const MAX_PREPARED = 40;

/**
 * The documentation for readers at `/docs`, one address for each topic. `/docs` itself redirects to the first page in the reader's
 * language, and `/` to `/docs`. For programs: `/openapi.json`, `/llms.txt`, and the Markdown of each topic below `/docs`. It is built by
 * the first request, so that it costs the start nothing, and the most recent pages are cached.
 */
export function docsRoutes(
  app: FastifyInstance,
  gateway: DocumentedGateway,
  describeRoutes: () => Promise<OpenApiDocument>,
): void {
  const describe = loadOnce(async () => {
    const { addCodeSamples } = await import('./operation-code.ts');
    return addCodeSamples(await describeRoutes(), gateway.publicUrl);
  });
  const loadSite = loadOnce(async () => {
    const { docsSite } = await import('./docs-site.ts');
    const site = await docsSite(await describe(), gateway);
    return { site, policy: { 'content-security-policy': pagePolicy(site) } };
  });
  const prepared = new LRUCache<string, Promise<PreparedFile>>({ max: MAX_PREPARED });
  const prepare = (name: string, type: string, make: () => Promise<string>): Promise<PreparedFile> => {
    const known = prepared.get(name);
    if (known) return known;
    const file = make().then((text) => prepareFile(type, text));
    prepared.set(name, file);
    file.catch(() => prepared.delete(name));
    return file;
  };

  const sendTopic = async (request: FastifyRequest, reply: FastifyReply, rest: string): Promise<FastifyReply> => {
    const { site, policy } = await loadSite();
    const place = site.find(rest);
    if (place === undefined) {
      if (!asksForPage(request)) throw new ApiError('not_found');
      noteOnRequest(request, { error: 'not_found' });
      return reply.code(404).headers(policy).type(HTML).send(site.notFoundPage(rest).toString());
    }
    const address = site.address(place);
    const markdown = rest.endsWith('.md') ? site.markdownAddress(place) : undefined;
    const isFallback = rest.endsWith('.md') && !markdown?.endsWith(markdownAddressOf(place.topic, place.language));
    if (!(markdown ?? address).endsWith(`/docs/${rest}`))
      // A translation, or the Markdown of a generated page, may be served here later.
      return reply.redirect(markdown ?? address, isFallback ? 302 : 301);
    if (markdown) return sendFile(request, reply, await prepare(markdown, MARKDOWN, async () => site.markdown(place)));
    const file = await prepare(address, HTML, async () => site.page(place).toString());
    return sendFile(request, reply.headers(policy), file);
  };
  const sendIndex = async (request: FastifyRequest, reply: FastifyReply, language: Language) => {
    const { site } = await loadSite();
    return sendFile(request, reply, await prepare(`search ${language}`, JSON_TYPE, () => site.searchIndex(language)));
  };

  /** Redirects to a topic in the language of the browser. */
  const sendTo = (topic: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { site } = await loadSite();
    const language = preferredLanguage(request.headers['accept-language']) ?? 'en';
    reply.headers({ vary: 'accept-language', 'cache-control': 'no-store' });
    return reply.redirect(site.address({ topic, language }), 302);
  };
  const sendFirst = sendTo(INDEX);

  app.get('/docs', sendFirst);
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const rest = request.params['*'];
    const search = /^(?:(\w\w)\/)?search\.json$/.exec(rest);
    const language = search && LANGUAGES.find((one) => one === (search[1] ?? 'en'));
    if (/^\/*$/.test(rest)) return sendFirst(request, reply);
    return language ? sendIndex(request, reply, language) : sendTopic(request, reply, rest);
  });
  // The metrics of requests count searches without results, in each language. The text of a search is not sent.
  for (const language of LANGUAGES) {
    app.post(`/docs/${language}/search/missed`, async (_request, reply) => reply.code(204).send());
  }
  app.get('/openapi.json', async (request, reply) =>
    sendFile(request, reply, await prepare('openapi', JSON_TYPE, async () => JSON.stringify(await describe()))),
  );
  for (const path of ['/downloads', '/downloads/']) app.get(path, sendTo('downloads'));
  downloadRoutes(app, { publicUrl: gateway.publicUrl, describe });
  app.get('/llms.txt', async (request, reply) => {
    const { site } = await loadSite();
    return sendFile(request, reply, await prepare('llms.txt', PLAIN, async () => site.llmsText()));
  });
  mcpRoute(app, { publicUrl: gateway.publicUrl, loadSite: async () => (await loadSite()).site, describe });
  app.get('/', async (_request, reply) => reply.redirect('/docs', 302));
}

/** The policy of pages. It allows only their one style and their one script, which loads the search index. The icon is a data URL. */
function pagePolicy({ assets: { script, style } }: DocsSite): string {
  return [
    "default-src 'none'",
    `script-src ${cspHash(script)}`,
    `style-src ${cspHash(style)}`,
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

interface McpDeps {
  readonly publicUrl: string;
  readonly loadSite: () => Promise<DocsSite>;
  readonly describe: () => Promise<OpenApiDocument>;
}

/**
 * The Model Context Protocol for agents, at `POST /mcp`: a stateless server whose tools read the documentation and, with a test key, create
 * and read test payments. One request has one JSON response; there are no sessions and no streams.
 */
function mcpRoute(app: FastifyInstance, deps: McpDeps): void {
  const { origin } = new URL(deps.publicUrl);
  const loadAnswer = loadOnce(async () => {
    const [{ answerMcp }, { apiCaller }, { mcpTools }] = await Promise.all([
      import('./mcp/answer-mcp.ts'),
      import('./mcp/call-api.ts'),
      import('./mcp/tools.ts'),
    ]);
    const tools = mcpTools(deps);
    return (request: FastifyRequest) => answerMcp(request.body, tools, apiCaller(app, request));
  });
  const plugin: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_request: unknown, text: string) => text,
    );
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => {
      throw new ApiError('unsupported_media_type');
    });
    scope.post('/mcp', async (request, reply) => {
      // A page of another website must not use a key that is in the reader's browser or network.
      const from = request.headers.origin;
      if (from !== undefined && from !== origin) return reply.code(403).send();
      const answer = await loadAnswer();
      const { status, body } = await answer(request);
      reply.code(status).header('cache-control', 'no-store');
      return body === undefined
        ? reply.send()
        : reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
    });
  };
  app.register(plugin);
}
