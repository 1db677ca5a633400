import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CallFault } from '../../simulators/fault-words.ts';
import type { PaymentMethod } from '../../src/core/payment.ts';
import { listDiscrepancies } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { requireRefund } from '../../src/features/refunds/decide-refund.ts';
import type { ProviderDriver } from '../support/drivers/provider-driver.ts';
import { type Engine, onOneEngineByDay } from '../support/engines.ts';
import { type Client, paymentRequest, type TestGateway, until } from '../support/gateway.ts';
import { type ShiftedClock, shiftedClock } from '../support/shifted-clock.ts';
import { assertSound } from '../support/soundness.ts';
import { verbsOf } from '../support/verbs.ts';

/** A gateway with one provider, and the actions of customers, the provider and unauthenticated clients. */
export interface Rig {
  readonly gateway: TestGateway;
  /** The client of a key whose payments this provider serves. */
  readonly api: Client;
  readonly driver: Pick<ProviderDriver, 'setFaults' | 'repair' | 'creations' | 'pay'> & Partial<ProviderDriver>;
  stop(): Promise<void>;
}

export interface Harness {
  /** The provider's name, for the titles. */
  readonly name: string;
  readonly method: PaymentMethod;
  /** Whether creating a payment sends a request to the provider. If not, the creation cannot fail at the provider. */
  readonly isCreatedRemotely: boolean;
  /** Whether the provider gets requests at all. If not, no request can fail. */
  readonly isAsked: boolean;
  /** The failure reason after a declined attempt; null if the customer may try again. */
  readonly declined: 'declined' | 'insufficient_balance' | null;
  /** The actions that the provider does not have, and why. Their cases are skipped and listed. */
  readonly without: Readonly<Partial<Record<Need, string>>>;
  /** Fields of the create response besides the common ones. */
  readonly fields: readonly string[];
  start(engine: Engine, options: { clock: ShiftedClock; settings: Record<string, string> }): Promise<Rig>;
}

type Need = keyof ProviderDriver | 'otherAmount';

/** Faults of a request to the provider after which its effect is unknown. */
const FAILURES = ['error_500', 'garbage', 'endless'] as const;

/**
 * Tests what every provider must do, on both engines. A harness connects a gateway with a simulator of the provider. Its `without`
 * names the actions for which the provider has no equivalent.
 */
export function testProvider(makeHarness: () => Harness): void {
  const harness = makeHarness();
  const { name, method, declined, without } = harness;
  onOneEngineByDay(`provider ${name}`, (engine) => {
    let rig: Rig;
    let clock: ShiftedClock;
    before(async () => {
      clock = shiftedClock();
      // Without a worker, so that only the test itself causes changes.
      rig = await harness.start(engine, { clock, settings: { ROLES: 'api' } });
    });
    after(() => rig.stop());

    const promise = (title: string, needs: readonly Need[], run: () => Promise<void>) => {
      if (needs.some((need) => without[need] !== undefined)) return;
      test(title, async () => {
        try {
          await run();
        } finally {
          rig.driver.repair();
        }
        await assertSound(rig.gateway.store.db);
      });
    };
    const request = (changes: Record<string, unknown> = {}) =>
      paymentRequest({ payment_method: method, reference: 'ORDER-7', ...changes });
    const create = async (changes: Record<string, unknown> = {}): Promise<string> => {
      const response = await rig.api.post('/payments', request(changes));
      assert.equal(response.status, 201, response.text);
      return response.json.transaction_id;
    };
    const read = async (id: string) => (await rig.api.get(`/payments/${id}`)).json.data;
    const verify = (id: string) => rig.api.post(`/payments/${id}/verify`);
    const assertStatus = async (id: string, status: string, reason: string | null = null) => {
      const payment = await read(id);
      assert.equal(payment.status, status);
      assert.equal(payment.failure_reason, reason);
    };
    const openStatus = method === 'card' ? 'pending' : 'processing';
    const discrepanciesOf = async (id: string) =>
      (await listDiscrepancies(rig.gateway.store.db, { limit: 1000 })).filter(
        ({ paymentId }) => String(paymentId) === id,
      );
    const events = async (id: string) => {
      const rows = await rig.gateway.store.db.query<{ kind: string }>('SELECT kind FROM events WHERE payment_id = $1', [
        Number(id),
      ]);
      return rows.map((row) => row.kind);
    };
    /** The payment that was stored last, even while its creation waits for a response. */
    const newest = async () => {
      const [row] = await rig.gateway.store.db.query<{ id: number }>('SELECT max(id) AS id FROM payments');
      return String(row?.id);
    };

    // Contract: LIVE-1
    promise('create: 201 with the fields that the customer needs, after one request to the provider', [], async () => {
      const response = await rig.api.post('/payments', request());
      assert.equal(response.status, 201, response.text);
      const { transaction_id: id, ...rest } = response.json;
      assert.equal(rest.amount, '500.00');
      assert.equal(rest.currency, 'HTG');
      assert.equal(rest.status, method === 'card' ? 'requires_payment_method' : 'processing');
      const common = ['success', 'amount', 'currency', 'status', 'created_at'];
      assert.deepEqual(Object.keys(rest).sort(), [...common, ...harness.fields].sort());
      for (const field of harness.fields) assert.equal(typeof rest[field], 'string');
      if (harness.isCreatedRemotely) assert.equal(rig.driver.creations(id), 1);
      await assertStatus(id, openStatus);
    });

    if (harness.isCreatedRemotely) {
      promise(
        'create: a refusal is 400, stored as failed with its event, and not repeated',
        ['creations'],
        async () => {
          rig.driver.setFaults({ refuseCreate: true });
          const response = await rig.api.post('/payments', request());
          assert.equal(response.status, 400, response.text);
          assert.equal(response.json.error, 'payment_processing_failed');
          const id = await newest();
          const payment = await read(id);
          assert.equal(payment.status, 'failed');
          assert.ok(['declined', 'provider_error'].includes(payment.failure_reason));
          assert.deepEqual(await events(id), ['payment.failed']);
        },
      );

      for (const fault of ['drop', ...FAILURES] as const) {
        promise(`create: ${fault} is a 500, stored as failed, and never retried`, [], async () => {
          rig.driver.setFaults({ create: fault });
          const response = await rig.api.post('/payments', request());
          assert.equal(response.status, 500, response.text);
          assert.equal(response.json.error, 'internal_error');
          const id = await newest();
          await assertStatus(id, 'failed', 'provider_error');
          const asked = rig.driver.creations(id);
          assert.ok(asked <= 1);
          rig.driver.repair();
          await verify(id);
          assert.equal(rig.driver.creations(id), asked);
          await assertStatus(id, 'failed', 'provider_error');
        });
      }

      promise(
        'create: if the response is lost after the effect, the provider has exactly one payment',
        [],
        async () => {
          rig.driver.setFaults({ create: 'drop_after_effect' });
          assert.equal((await rig.api.post('/payments', request())).status, 500);
          const id = await newest();
          rig.driver.repair();
          assert.equal(rig.driver.creations(id), 1);
          await assertStatus(id, 'failed', 'provider_error');
          await rig.driver.pay(id);
          assert.equal((await verify(id)).json.data.status, 'failed');
          assert.deepEqual(
            (await discrepanciesOf(id)).map(({ kind }) => kind),
            ['paid_after_failure'],
          );
          assert.equal(rig.driver.creations(id), 1);
        },
      );

      promise(
        'notification: if it arrives before the response to the creation, it settles, and the merchant still gets a 201',
        ['notify'],
        async () => {
          rig.driver.setFaults({ create: 'hang_after_effect' });
          const before = await newest();
          const creation = rig.api.post('/payments', request());
          await until('the provider has it', async () => {
            const id = await newest();
            return id !== before && rig.driver.creations(id) === 1;
          });
          const id = await newest();
          await rig.driver.pay(id);
          await rig.driver.notify?.(id);
          rig.driver.repair();
          const response = await creation;
          assert.equal(response.status, 201, response.text);
          await verify(id);
          await assertStatus(id, 'completed');
          assert.deepEqual(await events(id), ['payment.success']);
        },
      );
    }

    promise('verify: an unpaid payment stays open, however often it is verified', [], async () => {
      const id = await create();
      for (let i = 0; i < 3; i++) {
        const response = await verify(id);
        assert.equal(response.status, 200, response.text);
        assert.equal(response.json.data.status, openStatus);
        assert.equal(typeof response.json.data.provider_response, 'object');
      }
      assert.deepEqual(await events(id), []);
    });

    promise('verify: a paid payment is completed, with one event, and stays completed', ['pay'], async () => {
      const id = await create();
      await rig.driver.pay(id);
      for (let i = 0; i < 2; i++) assert.equal((await verify(id)).json.data.status, 'completed');
      await assertStatus(id, 'completed');
      assert.deepEqual(await events(id), ['payment.success']);
      assert.deepEqual(await discrepanciesOf(id), []);
    });

    promise('verify: a hundred concurrent requests complete the payment once', ['pay'], async () => {
      const id = await create();
      await rig.driver.pay(id);
      const responses = await Promise.all(Array.from({ length: 100 }, () => verify(id)));
      for (const response of responses) assert.equal(response.json.data.status, 'completed', response.text);
      assert.deepEqual(await events(id), ['payment.success']);
    });

    promise(`verify: a declined attempt is ${declined ?? 'not final'}`, ['decline'], async () => {
      const id = await create();
      await rig.driver.decline?.(id);
      await verify(id);
      await assertStatus(id, declined === null ? openStatus : 'failed', declined);
      assert.deepEqual(await events(id), declined === null ? [] : ['payment.failed']);
    });

    promise('verify: a payment that the customer cancelled fails as cancelled', ['cancel'], async () => {
      const id = await create();
      await rig.driver.cancel?.(id);
      await verify(id);
      await assertStatus(id, 'failed', 'cancelled');
    });

    // Contract: LIVE-3
    promise('verify: a payment with an unknown status stays open', ['reportUnknownStatus'], async () => {
      const id = await create();
      await rig.driver.reportUnknownStatus?.(id);
      const response = await verify(id);
      assert.ok([200, 500].includes(response.status), response.text);
      assert.notEqual(response.json.data?.status, 'completed');
      assert.ok(['pending', 'processing'].includes((await read(id)).status));
      assert.deepEqual(await events(id), []);
    });

    for (const [title, amountMinor] of [
      ['less', 49_900],
      ['more', 50_100],
      ['a centime less', 49_999],
    ] as const) {
      // Contract: LIVE-2
      promise(
        `verify: a payment of ${title} than requested is never completed, and has a discrepancy`,
        ['otherAmount'],
        async () => {
          const id = await create();
          await rig.driver.pay(id, { amountMinor });
          for (let i = 0; i < 2; i++) assert.equal((await verify(id)).json.data.status, 'failed');
          await assertStatus(id, 'failed', 'amount_mismatch');
          const found = await discrepanciesOf(id);
          assert.deepEqual(
            found.map(({ kind, reported }) => [kind, reported?.amountMinor]),
            [['amount_mismatch', amountMinor]],
          );
        },
      );
    }

    for (const fault of harness.isAsked ? (['drop', ...FAILURES] as const) : []) {
      promise(`verify: ${fault} is a 500, and nothing changes`, ['pay'], async () => {
        const id = await create();
        await rig.driver.pay(id);
        rig.driver.setFaults({ query: fault });
        const before = (await rig.api.get(`/payments/${id}`)).text;
        const response = await verify(id);
        assert.equal(response.status, 500, response.text);
        assert.equal(response.json.error, 'internal_error');
        assert.equal((await rig.api.get(`/payments/${id}`)).text, before);
        rig.driver.repair();
        assert.equal((await verify(id)).json.data.status, 'completed');
      });
    }

    // Contract: LIVE-5
    promise('notification: settles the payment once, however often it is sent', ['notify'], async () => {
      const id = await create();
      await rig.driver.pay(id);
      await Promise.all(Array.from({ length: 5 }, () => rig.driver.notify?.(id)));
      await assertStatus(id, 'completed');
      await rig.driver.notify?.(id);
      assert.deepEqual(await events(id), ['payment.success']);
      assert.deepEqual(await discrepanciesOf(id), []);
    });

    promise(
      'notification: if the browser returns concurrently, one of the two settles the payment',
      ['notify', 'comeBack'],
      async () => {
        const id = await create();
        await rig.driver.pay(id);
        await Promise.all([
          rig.driver.notify?.(id),
          rig.driver.comeBack?.(id),
          verify(id),
          rig.driver.comeBack?.(id),
          rig.driver.notify?.(id),
        ]);
        await assertStatus(id, 'completed');
        assert.deepEqual(await events(id), ['payment.success']);
      },
    );

    promise('return: the browser alone settles a paid payment, and is sent to the result', ['comeBack'], async () => {
      const id = await create();
      await rig.driver.pay(id);
      // The return leads to the payment's page if it proves which payment it is, otherwise to a page with only the outcome.
      assert.ok([200, 303].includes((await rig.driver.comeBack?.(id)) ?? 0));
      await assertStatus(id, 'completed');
      assert.ok([200, 303].includes((await rig.driver.comeBack?.(id)) ?? 0));
      assert.deepEqual(await events(id), ['payment.success']);
    });

    if (harness.isAsked) {
      promise(
        'notification: while the provider does not respond, the notification is stored, and the payment is verified later',
        ['notify'],
        async () => {
          const id = await create();
          await rig.driver.pay(id);
          rig.driver.setFaults({ query: 'drop' });
          await rig.driver.notify?.(id);
          rig.driver.repair();
          await verify(id);
          await assertStatus(id, 'completed');
        },
      );
    }

    // Contract: LIVE-4
    promise('notification: one that is forged in any way changes nothing', ['forge'], async () => {
      const id = await create();
      const before = (await rig.api.get(`/payments/${id}`)).text;
      const statuses = (await rig.driver.forge?.(id, await create())) ?? [];
      assert.ok(statuses.length > 0);
      for (const status of statuses) assert.ok(status < 500, String(status));
      assert.equal((await rig.api.get(`/payments/${id}`)).text, before);
      assert.deepEqual(await events(id), []);
      await rig.driver.pay(id);
      await verify(id);
      await assertStatus(id, 'completed');
    });

    promise('expiry: the payment fails as expired, but only after a request to the provider', ['pay'], async () => {
      const [unpaid, paid] = [await create(), await create()];
      await rig.driver.pay(paid);
      await moveBeyondExpiry(unpaid, paid);
      await verify(unpaid);
      await verify(paid);
      await assertStatus(unpaid, 'failed', 'expired');
      await assertStatus(paid, 'completed');
    });

    promise(
      'notification: a payment that is paid after its failure stays failed, and has one discrepancy',
      ['notify'],
      async () => {
        const id = await create();
        // The customer pays at the last moment. The provider does not respond, so the gateway fails the payment.
        await rig.gateway.store.db.transaction((tx) =>
          tx.query('UPDATE payments SET expires_at_us = $2 WHERE id = $1', [Number(id), clock.now()]),
        );
        await verify(id);
        const first = await read(id);
        assert.equal(first.status, 'failed');
        // A provider that has cancelled the payment at our request no longer accepts money for it.
        const isPaid = await rig.driver.pay(id).then(
          () => true,
          () => false,
        );
        await rig.driver.notify?.(id);
        await rig.driver.notify?.(id);
        assert.deepEqual(await read(id), first);
        const kinds = (await discrepanciesOf(id)).map(({ kind }) => kind);
        assert.deepEqual(kinds, isPaid ? ['paid_after_failure'] : []);
      },
    );

    /** A refund of a new paid payment, requested, approved and sent once while the call that refunds fails. */
    const refunded = async (fault: CallFault) => {
      const id = await create();
      await rig.driver.pay(id);
      await verify(id);
      const verbs = await verbsOf(rig.gateway);
      const owner = { websiteId: rig.gateway.website.id, mode: 'live' } as const;
      const { refund } = await verbs.refunds.request({
        owner,
        name: `refund-${id}`,
        transactionId: id,
        keyId: 'key_1',
      });
      await verbs.refunds.approve(refund.id);
      rig.driver.setFaults({ refund: fault });
      await verbs.refunds.sendDue('live');
      const first = (await requireRefund(rig.gateway.store.db, refund.id)).status;
      rig.driver.repair();
      for (let hour = 0; hour < 4; hour++) {
        clock.forward(3_600);
        await Promise.all([verbs.refunds.sendDue('live'), verbs.refunds.sendDue('live')]);
      }
      await verbs.close();
      const last = (await requireRefund(rig.gateway.store.db, refund.id)).status;
      return { first, last, made: rig.driver.refunds?.(id) ?? 0 };
    };

    // Contract: REFUND-3
    promise('refund: an approved refund is executed once, and succeeds', ['refunds'], async () => {
      assert.deepEqual(await refunded('none'), { first: 'succeeded', last: 'succeeded', made: 1 });
    });

    for (const fault of ['drop', 'drop_after_effect', ...FAILURES] as const) {
      // Contract: REFUND-3
      promise(`refund: ${fault} never makes it fail, nor is it executed twice`, ['refunds'], async () => {
        const { first, last, made } = await refunded(fault);
        assert.equal(first, 'unknown');
        if (last === 'succeeded') assert.equal(made, 1);
        else assert.deepEqual([last, made <= 1], ['unknown', true]);
      });
    }

    async function moveBeyondExpiry(...ids: string[]): Promise<void> {
      const payments = await Promise.all(ids.map((id) => findPayment(rig.gateway.store.db, Number(id))));
      const latestUs = Math.max(...payments.map((payment) => payment?.expiresAtUs ?? 0));
      clock.forward(Math.max(0, latestUs - clock.now()) / 1e6 + 1);
    }
  });
}
