import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Order } from './orders.ts';
import { payOrder } from './pay-order.ts';
import type { MoncashState } from './state.ts';
import { CODE, codePage, errorPage, PIN, paymentPage } from './views.ts';

const PATH = '/Moncash-middleware/Payment/Redirect';

const REFUSALS = {
  insufficient_balance: 'Your balance is insufficient for this payment.',
  declined: 'The payment was declined.',
};

type Form = Readonly<Record<string, string | undefined>>;

/** The hosted page: number and PIN, then the code, then back to the merchant. Only after a payment does it lead back. */
export function pageRoutes(app: FastifyInstance, state: MoncashState): void {
  const { orders } = state;
  /** Customers who have entered number and PIN, by the session that the code's page carries. */
  const sessions = new Map<string, { order: Order; payer: string }>();

  const openOrder = (query: unknown): Order | undefined => {
    const { token } = query as { token?: unknown };
    const order = typeof token === 'string' ? orders.findByToken(token) : undefined;
    return order && !order.charge && !orders.isExpired(order) ? order : undefined;
  };

  app.get(PATH, (request, reply) => {
    const order = openOrder(request.query);
    return order ? sendPage(reply, paymentPage(formOf(order))) : sendExpired(reply);
  });

  app.post(PATH, async (request, reply) => {
    const order = openOrder(request.query);
    if (!order) return sendExpired(reply);
    const form = (request.body ?? {}) as Form;
    return form.step === 'pay' ? takePin(order, form, reply) : takeCode(order, form, reply);
  });

  function takePin(order: Order, { phone = '', pin }: Form, reply: FastifyReply): FastifyReply {
    const digits = phone.replace(/\D/g, '');
    const again = (error: string) => sendPage(reply, paymentPage({ ...formOf(order), phone, error }));
    if (digits.length !== 8) return again('This is no MonCash number.');
    if (pin !== PIN) return again('Wrong PIN.');
    const session = randomUUID();
    sessions.set(session, { order, payer: `509${digits}` });
    return sendPage(reply, codePage({ ...formOf(order), session }));
  }

  async function takeCode(
    order: Order,
    { session = '', code, step }: Form,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const known = sessions.get(session);
    if (known?.order !== order) return sendExpired(reply);
    if (step === 'resend') return sendPage(reply, codePage({ ...formOf(order), session }));
    if (code !== CODE) return sendPage(reply, codePage({ ...formOf(order), session, error: 'Wrong code.' }));
    const { wallet } = state.faults;
    if (wallet !== 'pays') return sendPage(reply, errorPage(REFUSALS[wallet]));
    const { returnUrl, alertAfter } = await payOrder(state, order, { payer: known.payer });
    reply.raw.once('finish', () => void alertAfter());
    return reply.redirect(returnUrl, 302);
  }
}

function formOf(order: Order): { action: string; amount: string } {
  return {
    action: `${PATH}?${new URLSearchParams({ token: order.token })}`,
    amount: String(order.amountMinor / 100),
  };
}

function sendExpired(reply: FastifyReply): FastifyReply {
  return sendPage(reply, errorPage('Session expired'));
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
}
