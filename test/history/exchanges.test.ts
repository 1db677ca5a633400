import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PAYMENT_METHODS, type PaymentMethod } from '../../src/core/payment.ts';
import type { ExchangeEntry } from '../../src/core/payment-history.ts';
import { listPaymentHistory } from '../../src/features/payments/history/store/list-payment-history.ts';
import { type DrivenGateway, startDrivenGateway } from '../support/drivers/driven-gateway.ts';
import { type Engine, onBothEngines } from '../support/engines.ts';
import { paymentRequest, until } from '../support/gateway.ts';

/** The calls to each provider when a payment starts, and when a client verifies it. */
const OPERATIONS: Record<PaymentMethod, { create?: string; verify: string }> = {
  moncash: { create: 'CreatePayment', verify: 'RetrieveOrderPayment' },
  natcash: { create: 'credential', verify: 'checkTransaction' },
  lakaypay_card: { verify: 'search' },
  card: { create: 'paymentIntents.create', verify: 'paymentIntents.retrieve' },
};

onBothEngines('the exchanges with a provider', (engine: Engine) => {
  for (const method of PAYMENT_METHODS) {
    describe(method, () => {
      let driven: DrivenGateway;
      before(async () => {
        driven = await startDrivenGateway(engine, method);
      });
      after(() => driven?.stop());

      const exchangesOf = async (id: string) =>
        (await listPaymentHistory(driven.gateway.store.db, Number(id), { limit: 1000 })).filter(
          (entry): entry is ExchangeEntry => entry.kind === 'asked' || entry.kind === 'told',
        );

      it('are recorded in order, with the request, the response and the duration', async () => {
        const { create, verify } = OPERATIONS[method];
        const { transaction_id: id } = (await driven.api.post('/payments', paymentRequest({ payment_method: method })))
          .json;
        await driven.api.post(`/payments/${id}/verify`);
        const expected = [...(create ? [create] : []), verify];
        await until('the exchanges are written', async () => (await exchangesOf(id)).length >= expected.length);
        const exchanges = await exchangesOf(id);
        assert.deepEqual(
          exchanges.slice(0, expected.length).map(({ kind, exchange }) => [kind, exchange.operation]),
          expected.map((operation) => ['asked', operation]),
        );
        for (const { exchange } of exchanges) {
          assert.ok(exchange.ms !== null && exchange.ms >= 0);
          assert.match(exchange.request, /^(GET|POST) \/\S+/);
          assert.match(exchange.response ?? '', /^\{.*\}$/);
          assert.ok(exchange.request.length <= 4_100 && (exchange.response ?? '').length <= 4_000);
        }
        if (create) assert.ok(exchanges[0]?.exchange.request.includes(id), exchanges[0]?.exchange.request);
      });

      it('show that a provider gave no response, and do not change the payment', async () => {
        const { transaction_id: id } = (await driven.api.post('/payments', paymentRequest({ payment_method: method })))
          .json;
        for (const query of ['error_500', 'garbage', 'drop'] as const) {
          driven.driver.setFaults({ query });
          assert.equal((await driven.api.post(`/payments/${id}/verify`)).status, 500);
        }
        driven.driver.repair();
        const { verify } = OPERATIONS[method];
        const asked = async () => (await exchangesOf(id)).filter(({ exchange }) => exchange.operation === verify);
        await until('all three exchanges are written', async () => (await asked()).length >= 3);
        const dropped = (await asked()).find(({ exchange }) => exchange.response === null);
        assert.ok(dropped?.exchange.error, 'one exchange got no response, and has the reason');
        assert.equal(
          (await driven.api.get(`/payments/${id}`)).json.data.status,
          method === 'card' ? 'pending' : 'processing',
        );
      });
    });
  }
});
