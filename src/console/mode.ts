import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { MODES, type Mode } from '../core/payment.ts';
import { isHalf, type SignedIn } from '../features/users/session-rules.ts';
import { hasLiveKey } from '../features/websites/store/api-keys.ts';
import { formField, seeOther } from '../http/form-fields.ts';
import { type Html, html } from '../platform/html/html.ts';
import { FRAME_TEXTS } from '../platform/messages/frame/frame-messages.ts';
import { type ConsoleContext, hrefOf, ownPath, type SignedInContext } from './console-context.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { nextPath } from './console-path.ts';
import type { ConsoleRoute } from './route.ts';
import type { ConsolePage } from './send-console-page.ts';
import { cookieHeader, cookieOf } from './session-cookie.ts';
import { isFromList } from './views/pager.ts';

const COOKIE = 'peye_mode';
const YEAR_S = 365 * 86_400;
/** The parts of an address that are not filters. They have no meaning in the other mode. */
const OF_ONE_VIEW = ['mode', 'before', 'done', 'count'];

/**
 * The mode of the lists and figures of a request: the one in the address, so that links stay valid; otherwise the one
 * that this browser chose in the header; otherwise live, once a website that the user may see has a live key.
 */
export async function modeOf(
  request: FastifyRequest,
  { db, publicUrl }: Pick<ConsoleDeps, 'db' | 'publicUrl'>,
  who: SignedIn | undefined,
): Promise<Mode> {
  if (!who || isHalf(who)) return 'live';
  const chosen = modeOfAddress(request) ?? modeNamed(cookieOf(request, COOKIE, publicUrl));
  return chosen ?? ((await hasLiveKey(db, who.websiteIds)) ? 'live' : 'test');
}

/** The mode that an address names, or that of the page of a form. */
export function modeOfAddress(request: FastifyRequest): Mode | undefined {
  return modeNamed(new URLSearchParams(ownPath({ request }).split('?', 2)[1]).get('mode') ?? undefined);
}

function modeNamed(text: string | undefined): Mode | undefined {
  return MODES.find((mode) => mode === text);
}

/** The switch in the header: the mode that is shown, and a button to the other. On the page of one payment it leads back to the list. */
export function modeSwitch(context: ConsoleContext, { mode, place = '' }: Pick<ConsolePage, 'mode' | 'place'>): Html {
  const texts = FRAME_TEXTS[context.language];
  const shown = mode ?? context.mode;
  const isHere = mode === undefined || (mode === context.mode && !isFromList(context));
  const page = isHere ? nextPath(ownPath(context)) : place;
  const parts = (['live', 'test'] as const).map((each) =>
    each === shown
      ? html`<b class="${each}"><span class="hidden">${texts.mode} </span>${texts[each]}</b>`
      : html`<button class="quiet" name="mode" value="${each}"><span class="hidden">${texts.showMode} </span>${texts[each]}</button>`,
  );
  // If the page shows both modes or neither, no mode is highlighted.
  const isIdle = mode === undefined;
  return html`<form class="mode${isIdle ? ' idle' : ''}" method="post" action="${hrefOf(context, '/mode')}"><input type="hidden" name="form_token" value="${context.formToken}"><input type="hidden" name="form_page" value="${page}">${parts}</form>`;
}

/** Remembers the chosen mode in this browser, and leads back to the page. */
async function chooseMode(context: SignedInContext): Promise<FastifyReply> {
  const { request, reply, deps } = context;
  const mode = modeNamed(formField(request, 'mode'));
  if (mode === undefined) throw new ApiError('bad_request');
  reply.header('set-cookie', `${cookieHeader(COOKIE, mode, deps.publicUrl)}; Max-Age=${YEAR_S}`);
  const [path = '', search] = ownPath(context).split('?', 2);
  const query = Object.entries(Object.fromEntries(new URLSearchParams(search)));
  const kept = query.filter(([name]) => !OF_ONE_VIEW.includes(name));
  return seeOther(reply, hrefOf(context, path, Object.fromEntries(kept)));
}

/** The switch between live and test payments. */
export const MODE_ROUTES: readonly ConsoleRoute[] = [
  { method: 'POST', path: '/mode', access: 'signed_in', sends: { mode: 'one' }, handle: chooseMode },
];
