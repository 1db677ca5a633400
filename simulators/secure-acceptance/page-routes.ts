import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { respondUnder } from '../respond-under.ts';
import { isCardNumber } from './cards.ts';
import { invalidFields, refuseForm } from './check-form.ts';
import type { Result } from './result.ts';
import { cancelResult, errorResult } from './result-fields.ts';
import type { Fields } from './sign-fields.ts';
import type { SecureAcceptanceState } from './state.ts';
import { refuseDuplicate, tryCard } from './try-card.ts';
import { cardPage, messagePage, resultPage } from './views.ts';

const SESSION_LIFE_MS = 30 * 60_000;

/** The page where customers pay: `POST /pay` with the merchant's form opens it. */
export function pageRoutes(app: FastifyInstance, state: SecureAcceptanceState): void {
  app.post('/pay', async (request, reply) => {
    const fields = readFields(request.body);
    const refusal = fields ? refuseForm(state.profile, fields, state.now()) : 'a form with each field once is needed';
    if (!fields || refusal !== undefined) return send(reply, messagePage('Not authorized', `${refusal}.`), 403);
    const invalid = invalidFields(fields);
    if (invalid.length > 0) {
      const message = 'One or more fields in the request contains invalid data.';
      return finish(errorResult(state, fields, '102', { message, invalid_fields: invalid.join(',') }), reply);
    }
    const duplicate = refuseDuplicate(state, fields);
    if (duplicate) return finish(duplicate, reply);
    const session = randomUUID();
    state.sessions.set(session, { fields, openedAtMs: state.now() });
    return send(reply, cardPage(viewOf(session, fields)));
  });

  app.post('/pay/card', (request, reply) => {
    const card = readFields(request.body) ?? {};
    const session = card.session ?? '';
    const open = state.sessions.get(session);
    if (!open || state.now() - open.openedAtMs > SESSION_LIFE_MS) {
      return send(reply, messagePage('Session expired', 'This page is no longer open.'), 410);
    }
    if (card.action === 'cancel') {
      state.sessions.delete(session);
      return finish(cancelResult(state, open.fields), reply);
    }
    const error = wrongCard(card, state.now());
    if (error !== undefined) return send(reply, cardPage({ ...viewOf(session, open.fields), error }));
    return respondUnder(() => state.faults.page, reply, {
      async effect() {
        state.sessions.delete(session);
        const result = tryCard(state, open.fields, card.card_number?.replaceAll(' ', '') ?? '');
        await state.notifier.beforeBrowser(result);
        return result;
      },
      send: (result) => sendResult(result, reply),
    });
  });

  async function finish(result: Result, reply: FastifyReply): Promise<FastifyReply> {
    await state.notifier.beforeBrowser(result);
    return sendResult(result, reply);
  }

  function sendResult(result: Result, reply: FastifyReply): FastifyReply {
    reply.raw.once('finish', () => state.notifier.afterBrowser(result));
    if (result.browserUrl === undefined || state.faults.returns === 'never') {
      return send(reply, messagePage('Thank you', 'The merchant gave no return address, or the redirect was lost.'));
    }
    return send(reply, resultPage(result.browserUrl, result.fields, true));
  }
}

/** Undefined when the body is no form, or has a field twice. */
function readFields(body: unknown): Fields | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  return Object.values(body).every((value) => typeof value === 'string') ? (body as Fields) : undefined;
}

function viewOf(session: string, { amount = '', currency = '' }: Fields) {
  return { session, amount, currency };
}

function wrongCard({ card_number = '', card_expiry = '', card_cvn = '' }: Fields, nowMs: number): string | undefined {
  if (!isCardNumber(card_number.replaceAll(' ', ''))) return 'Enter a valid card number.';
  const [, month, year] = /^(\d\d)\/(\d{4})$/.exec(card_expiry) ?? [];
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  if (!isMonth || Date.UTC(Number(year), Number(month)) <= nowMs) return 'Enter an expiry date that is to come.';
  return /^\d{3,4}$/.test(card_cvn) ? undefined : 'Enter the security code.';
}

function send(reply: FastifyReply, text: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(text);
}
