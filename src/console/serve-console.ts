import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isAllowed } from '../core/roles.ts';
import { isHalf, permissionFor, type SignedIn } from '../features/users/session-rules.ts';
import { wholeAddressOf } from '../http/count-request.ts';
import { formField, seeOther } from '../http/form-fields.ts';
import { noteOnRequest } from '../http/note-on-request.ts';
import { chooseLanguage, LANGUAGES, type Language } from '../platform/messages/language.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type ConsoleAssets, consoleAssets } from './console-assets.ts';
import { type ConsoleContext, hrefOf, ownPath, type SignedInContext } from './console-context.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { CONSOLE_PATH } from './console-path.ts';
import { CONSOLE_ROUTES } from './console-table.ts';
import { framePage } from './frame.ts';
import {
  clearKeptForm,
  isFormToken,
  isOwnRequest,
  isWholeForm,
  keepForm,
  keptForm,
  makeFormToken,
} from './kept-form.ts';
import { modeOf } from './mode.ts';
import { PAYOUTS_PATH } from './payouts/payout-views.ts';
import { type ConsoleRoute, findRoute, type Work } from './route.ts';
import { sendConsolePage } from './send-console-page.ts';
import { knownBrowser, markBrowser, sessionToken } from './session-cookie.ts';
import { showFailure, showMessage } from './show-failure.ts';

const PATHS: ReadonlySet<string> = new Set(
  CONSOLE_ROUTES.filter(({ method }) => method === 'GET').map(({ path }) => path),
);

/** Serves every request below `/console`. */
export interface ConsoleServer {
  readonly serve: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  /** Whether a request has a valid session. */
  readonly hasSession: (request: FastifyRequest) => Promise<boolean>;
  /** Whether its user may upload files. */
  readonly mayUpload: (request: FastifyRequest) => Promise<boolean>;
  /** Returns to the form of a file that was too large to be read. */
  readonly refuseFile: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  /** Shows an error page. */
  readonly fail: (request: FastifyRequest, reply: FastifyReply, error: FastifyError | Error) => Promise<FastifyReply>;
}

/**
 * Serves the console's requests by the table of routes. All requests pass one guard: a route that the user may not see responds as not
 * found, and only a form that was issued to the same session changes anything.
 */
export function consoleServer(deps: ConsoleDeps): ConsoleServer {
  const base = `${new URL(deps.publicUrl).pathname.replace(/\/$/, '')}${CONSOLE_PATH}`;
  const assets = consoleAssets(base);
  const visitOf = visits(deps, base, assets);
  const whoIs = async (request: FastifyRequest) => {
    const token = sessionToken(request, deps.publicUrl);
    return token === undefined ? undefined : deps.users.readSession(token, wholeAddressOf(request) ?? null);
  };
  return {
    hasSession: async (request) => (await whoIs(request)) !== undefined,
    mayUpload: async (request) => {
      const who = await whoIs(request);
      if (who === undefined || isHalf(who)) return false;
      const access = findRoute(CONSOLE_ROUTES, 'POST', pathOf(request))?.route.access ?? 'everybody';
      const needsAbility = access !== 'everybody' && access !== 'half' && access !== 'signed_in';
      return needsAbility && isAllowed(who.user.role, access);
    },
    refuseFile: (request, reply) => {
      const { page, field } = fileTarget(request);
      return seeOther(reply, hrefOf({ base }, page, { [field]: 'too_large' }));
    },
    async serve(request, reply) {
      const path = pathOf(request);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const asset = assets.find(path);
      if (asset && method === 'GET') return asset(request, reply);
      // Do not clear a token that opens no session: another request may have replaced it in the meantime.
      const token = sessionToken(request, deps.publicUrl);
      const who =
        token === undefined ? undefined : await deps.users.readSession(token, wholeAddressOf(request) ?? null);
      const found = findRoute(CONSOLE_ROUTES, method, path);
      const mode = await modeOf(request, deps, who);
      const context = visitOf(request, reply, { who, mode, params: found?.params ?? {} });
      if (!found) return showMessage(context, 404, 'notFound');
      noteOnRequest(request, { route: `/console${found.route.path}` });
      // The browser may lack this account's mark: the session may be older than the mark, or another account's mark has replaced it.
      if (who && !isHalf(who)) markBrowser(request, reply, { deps, email: who.user.email });
      try {
        return await guard(context, found.route);
      } catch (error) {
        return showFailure(context, error as Error);
      }
    },
    fail: (request, reply, error) =>
      showFailure(visitOf(request, reply, { who: undefined, mode: 'live', params: {} }), error),
  };
}

/** The path of a request below `/console`; empty for the first page. */
function pathOf(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0]?.slice(CONSOLE_PATH.length) ?? '';
  return path === '/' ? '' : path;
}

/** The page of the form that sends a file, and the field of the file. */
function fileTarget({ params }: FastifyRequest): { readonly page: string; readonly field: string } {
  const { id, mode } = params as { id?: string; mode?: string };
  if (id === undefined) return { page: `${PAYOUTS_PATH}/import`, field: 'file' };
  const name = encodeURIComponent(id);
  return mode === undefined
    ? { page: `/websites/${name}`, field: 'logo' }
    : { page: `/links/${name}`, field: 'picture' };
}

/** Creates the context of each request. */
function visits(deps: ConsoleDeps, base: string, assets: ConsoleAssets) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { who, mode, params }: Pick<ConsoleContext, 'who' | 'mode' | 'params'>,
  ): ConsoleContext => {
    // A form that is shown again keeps the language of its page.
    const wish = new URLSearchParams(ownPath({ request }).split('?', 2)[1]).get('lang');
    const chosen = who?.user.language ?? LANGUAGES.find((language) => language === wish);
    const formToken = makeFormToken(deps.box, who?.session.hash);
    const kept =
      request.method === 'GET' && who && isOwnBrowser(request, deps, who) ? keptForm(request, deps) : undefined;
    const contextIn = (language: Language): ConsoleContext => {
      const context: ConsoleContext = {
        request,
        reply,
        deps,
        base,
        who,
        mode,
        params,
        language,
        formToken,
        kept,
        preferring: (preferred) => (chosen === undefined ? contextIn(preferred) : context),
        show: async (page, status = 200) =>
          sendConsolePage(reply, { text: framePage(context, { ...assets, paths: PATHS }, page), status }),
      };
      return context;
    };
    return contextIn(chosen ?? chooseLanguage(undefined, request.headers['accept-language']));
  };
}

/** Whether this browser's mark belongs to the signed-in user: a saved form opens for no one else. */
function isOwnBrowser(request: FastifyRequest, deps: ConsoleDeps, who: SignedIn): boolean {
  return !isHalf(who) && knownBrowser(request, deps, who.user.email) !== undefined;
}

/** The guard of every route. */
async function guard(context: ConsoleContext, route: ConsoleRoute): Promise<FastifyReply> {
  const { request, reply, deps } = context;
  if (hasNul(context)) {
    noteOnRequest(request, { error: 'bad_request' });
    return showMessage(context, 400, 'refused');
  }
  const isStrange = route.method === 'POST' && !isOurForm(context);
  if (route.access === 'everybody') return isStrange ? refuseForm(context) : run(context, route);
  // If the session has ended, sign in again. Nothing else is revealed about the form.
  if (!isSignedIn(context)) {
    const lost = keepForm(context, route) === 'too_long' ? 1 : undefined;
    return seeOther(reply, hrefOf(context, '/sign-in', { next: ownPath(context), lost }));
  }
  if (isStrange) return refuseForm(context);
  if (route.access === 'half') return run(context, route);
  // Every signed-in user may see the first page.
  const ability = route.access === 'signed_in' ? 'overview.read' : route.access;
  const permission = permissionFor(context.who, ability, deps.clock());
  switch (permission) {
    case 'allowed':
      if (route.method === 'POST') clearKeptForm(request, reply, deps);
      return run(context, route);
    case 'hidden':
      return showMessage(context, 404, 'notFound');
    case 'sign_in':
      return seeOther(reply, hrefOf(context, '/sign-in/factor', { next: ownPath(context) }));
    case 'add_factor':
      keepForm(context, route);
      return seeOther(reply, hrefOf(context, '/account/factors', { next: ownPath(context), needed: 1 }));
    case 'step_up':
      keepForm(context, route);
      return seeOther(reply, hrefOf(context, '/step-up', { next: ownPath(context) }));
  }
}

/** Runs a route's handler. Only this function catches the refusals of verbs, to show them on their forms. */
async function run<Context extends ConsoleContext>(
  context: Context,
  route: ConsoleRoute & Work<Context>,
): Promise<FastifyReply> {
  if (route.method === 'POST' && !isWholeForm(context.request, route.sends)) return refuseBrokenForm(context);
  try {
    return await route.handle(context);
  } catch (error) {
    if (!(error instanceof OperatorError && route.refused)) throw error;
    return route.refused(context, error, error.code === 'conflict' ? 409 : 422);
  }
}

function refuseForm(context: ConsoleContext): Promise<FastifyReply> {
  noteOnRequest(context.request, { error: 'bad_request' });
  return showMessage(context, 403, 'oldForm');
}

function refuseBrokenForm(context: ConsoleContext): Promise<FastifyReply> {
  noteOnRequest(context.request, { error: 'bad_request' });
  return showMessage(context, 400, 'brokenForm');
}

function isSignedIn(context: ConsoleContext): context is SignedInContext {
  return context.who !== undefined;
}

/** Whether the request is a form of the console that was issued to this session. */
function isOurForm({ request, deps, who }: ConsoleContext): boolean {
  return (
    isOwnRequest(request, deps.publicUrl) && isFormToken(deps.box, who?.session.hash, formField(request, 'form_token'))
  );
}

/** Whether the request contains a NUL character, which PostgreSQL cannot store and users do not type. */
function hasNul({ request, params }: ConsoleContext): boolean {
  return [params, request.query, request.body].some((fields) =>
    Object.values(fields ?? {})
      .flat()
      .some((value) => typeof value === 'string' && value.includes('\0')),
  );
}
