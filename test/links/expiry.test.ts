import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { requireLink } from '../../src/features/links/require-link.ts';
import { countPaidAfterFailure } from '../../src/features/links/store/link-payments.ts';
import type { DiscrepancyReport } from '../../src/features/payments/discrepancies/discrepancy.ts';
import { recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { onBothEngines } from '../support/engines.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { shiftedClock } from '../support/shifted-clock.ts';
import { assertSound } from '../support/soundness.ts';
import { ask, fieldsOf, newLink } from './link-visitor.ts';

const MINUTE_US = 60_000_000;

onBothEngines('payment links as time passes', (engine) => {
  const clock = shiftedClock();
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine, { clock: clock.now });
  });
  after(() => gateway?.stop());
  const at = ({ code }: { code: string }) => `${gateway.url}/l/${code}`;

  it('expire, and payments started before that can still be paid', async () => {
    const link = await newLink(gateway, { expiresAtUs: Math.floor(clock.now()) + MINUTE_US });
    const form = fieldsOf(await ask(at(link)));
    const { location } = await ask(at(link), { form });
    const late = fieldsOf(await ask(at(link)));
    clock.forward(120);
    for (const answer of [await ask(at(link)), await ask(at(link), { form: late })]) {
      assert.deepEqual([answer.status, answer.state], [410, 'expired_link']);
    }
    const { json } = await gateway.api.get(`${gateway.url}/api/links/v1/links/${link.code}`);
    assert.equal(json.data.state, 'expired');
    assert.equal((await ask(location)).state, 'form');
    assert.equal(
      (await ask(at(link), { form })).location,
      location,
      'a form that was sent before still leads to its payment',
    );
  });

  it('release the unit of a payment that was not paid in time, and show money that comes after that', async () => {
    const link = await newLink(gateway, { stock: 1 });
    const { location } = await ask(at(link), { form: fieldsOf(await ask(at(link))) });
    const [, id = ''] = /\/pay\/(\d+)\//.exec(location) ?? [];
    assert.equal((await ask(at(link))).state, 'in_use');
    clock.forward(48 * 3_600);
    const { db } = gateway.store;
    await until('its unit is free', async () => (await requireLink(db, link.code)).openPayments === 0);
    const again = await ask(at(link), { form: fieldsOf(await ask(at(link))) });
    assert.equal(again.status, 303);
    assert.equal(await countPaidAfterFailure(db, link.id), 0);
    const report: DiscrepancyReport = {
      kind: 'paid_after_failure',
      method: 'moncash',
      paymentId: Number(id),
      providerRef: 'late',
      reported: { amountMinor: 50_000, currency: 'HTG' },
    };
    await db.transaction((tx) => recordDiscrepancy(tx, `dsc_${id}`, report, Math.floor(clock.now())));
    assert.equal(await countPaidAfterFailure(db, link.id), 1);
    const { openPayments, paidPayments, failedPayments } = await requireLink(db, link.code);
    assert.deepEqual([openPayments, paidPayments, failedPayments], [1, 0, 1]);
    assert.equal((await gateway.api.get(`/payments/${id}`)).json.data.failure_reason, 'expired');
    await assertSound(db);
  });
});
