import type { FastifyReply } from 'fastify';
import { secondsLeft } from '../../features/users/session-rules.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { FRAME_TEXTS } from '../../platform/messages/frame/frame-messages.ts';
import { hrefOf, type SignedInContext } from '../console-context.ts';
import type { ConsoleRoute } from '../route.ts';

const PATH = '/session/stay';

/** A request that only keeps the session alive, as every request does. */
export const SESSION_ROUTES: readonly ConsoleRoute[] = [
  { method: 'POST', path: PATH, access: 'signed_in', sends: {}, handle: sendSecondsLeft },
];

/**
 * A warning that the page's script shows two minutes before the session ends, with a button that keeps it alive. The script counts from the
 * seconds that are left by the server's clock. Without scripts it stays hidden.
 */
export function sessionWarning(context: SignedInContext): Html {
  const texts = FRAME_TEXTS[context.language];
  const seconds = secondsLeft(context.who, context.deps.clock());
  return html`<div class="session" role="status" data-seconds="${seconds}" data-href="${hrefOf(context, PATH)}" data-token="${context.formToken}"><div class="notice care" hidden><p data-over="${texts.sessionOver}">${texts.sessionEnds}</p><button type="button">${texts.sessionStay}</button></div></div>`;
}

async function sendSecondsLeft({ reply, deps, who }: SignedInContext): Promise<FastifyReply> {
  const seconds = secondsLeft(who, deps.clock());
  return reply.type('application/json; charset=utf-8').send(JSON.stringify({ seconds }));
}
