import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { homePage } from '../home-page.ts';
import type { Natcash } from './calls.ts';
import type { Order } from './ledger.ts';
import { finishedPage, type Mistake, paymentPage, unknownPage } from './pages.ts';
import { deliver, returnUrl } from './return-to-gateway.ts';

const HOME = homePage('NatCash', {
  types: 'They pay with any number of eight digits and the code 123456; the code 000000 is declined.',
  also: [],
});

interface Visit {
  Querystring: { token?: string };
  Body: Record<string, string | undefined> | undefined;
}

/** The pages on which an order's customer enters a number and a code, or cancels. */
export async function pageRoutes(app: FastifyInstance, natcash: Natcash): Promise<void> {
  const { ledger, partner, faults } = natcash;
  await app.register(formbody);
  const show = (reply: FastifyReply, order: Order, mistake?: Mistake) => {
    const isOpen = order.status === 'open' && !ledger.isExpired(order);
    const back = order.status === 'open' ? undefined : returnUrl(partner, order);
    return reply
      .type('text/html; charset=utf-8')
      .send(isOpen ? paymentPage(order, mistake) : finishedPage(order, back));
  };
  /** Runs `step` on an order that its customer can still pay. For any other order it shows the page. */
  const onOpenOrder =
    (step: (order: Order, typed: Record<string, string | undefined>, reply: FastifyReply) => unknown) =>
    (request: { query: Visit['Querystring']; body: Visit['Body'] }, reply: FastifyReply) => {
      const order = ledger.byToken(request.query.token ?? '');
      if (!order) return reply.code(404).type('text/html; charset=utf-8').send(unknownPage());
      if (order.status !== 'open' || ledger.isExpired(order)) return show(reply, order);
      return step(order, request.body ?? {}, reply);
    };
  const leave = async (reply: FastifyReply, order: Order) => {
    const url = returnUrl(partner, order);
    if (faults.returns === 'twice') await deliver(url).catch(() => undefined);
    return reply.redirect(url, 302);
  };

  const showOrder = onOpenOrder((order, _typed, reply) => show(reply, order));
  app.get<Visit>('/', (request, reply) =>
    request.query.token === undefined ? reply.type('text/html; charset=utf-8').send(HOME) : showOrder(request, reply),
  );
  // The addresses of the forms: after a mistake the browser stays there, and a customer who opens the address again sees the same step.
  app.get<Visit>('/phone', showOrder);
  app.get<Visit>('/code', showOrder);
  app.post<Visit>(
    '/phone',
    onOpenOrder((order, { phone = '' }, reply) => {
      const national = /^(?:509)?(\d{8})$/.exec(phone.replace(/[\s+.-]/g, ''))?.[1];
      if (!national) return show(reply, order, 'phoneWrong');
      Object.assign(order, { phone: `509${national}`, hasPhone: true });
      return reply.redirect(`/?token=${order.token}`, 303);
    }),
  );
  app.post<Visit>(
    '/code',
    onOpenOrder((order, { code = '' }, reply) => {
      if (!order.hasPhone) return show(reply, order);
      if (code === '123456') ledger.pay(order);
      else if (code === '000000') ledger.fail(order);
      else return show(reply, order, 'codeWrong');
      return leave(reply, order);
    }),
  );
  app.post<Visit>(
    '/cancel',
    onOpenOrder((order, _typed, reply) => {
      ledger.fail(order);
      return leave(reply, order);
    }),
  );
}
