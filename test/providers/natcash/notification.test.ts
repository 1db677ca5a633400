import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Payment } from '../../../src/core/payment.ts';
import type { Incoming } from '../../../src/providers/provider.ts';
import { type NatcashRig, orderNumberOf, startNatcashRig } from './rig.ts';

describe('a customer who comes back from NatCash', () => {
  let rig: NatcashRig;
  let payment: Payment;
  let genuine: URLSearchParams;
  before(async () => {
    rig = await startNatcashRig();
    payment = await rig.created();
    rig.natcash.pay(orderNumberOf(payment));
    genuine = new URL(rig.natcash.returnUrl(orderNumberOf(payment))).searchParams;
  });
  after(() => rig.stop());

  const receive = async (changes: Partial<Incoming>) => {
    const incoming: Incoming = {
      path: 'return',
      method: 'GET',
      query: genuine,
      headers: {},
      body: Buffer.alloc(0),
      ...changes,
    };
    const notice = rig.provider().notification?.(incoming, rig.log);
    assert.ok(notice);
    assert.equal(notice.response, 'customer');
    assert.equal(notice.verification, undefined);
    return notice.paymentId;
  };
  const changed = (change: (query: URLSearchParams) => void) => {
    const query = new URLSearchParams(genuine);
    change(query);
    return query;
  };

  it('names the payment, and causes no request', async () => {
    const before = rig.lines.length;
    assert.equal(await receive({}), payment.id);
    assert.equal(rig.lines.length, before);
  });

  it('is accepted by POST too: as a form, as JSON, and in the query', async () => {
    const query = new URLSearchParams({ payment: String(payment.id) });
    const { payment: _, ...fields } = Object.fromEntries(genuine);
    const post = (type: string, text: string) =>
      receive({ method: 'POST', query, headers: { 'content-type': type }, body: Buffer.from(text) });
    assert.equal(await post('application/x-www-form-urlencoded', String(new URLSearchParams(fields))), payment.id);
    assert.equal(await post('application/json; charset=utf-8', JSON.stringify(fields)), payment.id);
    assert.equal(await post('application/json', JSON.stringify({ ...fields, code: Number(fields.code) })), payment.id);
    assert.equal(await receive({ method: 'POST' }), payment.id);
    assert.equal(await post('application/json', '{"broken'), undefined);
    assert.equal(await post('application/json', JSON.stringify({ ...fields, code: '-1' })), undefined);
  });

  it('proves nothing if any signed value was changed', async () => {
    const forgeries: [name: string, query: URLSearchParams][] = [
      ['another code', changed((query) => query.set('code', '-1'))],
      ['another order', changed((query) => query.set('orderNumber', `NC${payment.id + 1}`))],
      ['another signature', changed((query) => query.set('signature', '0'.repeat(64)))],
      ['a short signature', changed((query) => query.set('signature', genuine.get('signature')?.slice(1) ?? ''))],
      ['capitals', changed((query) => query.set('signature', genuine.get('signature')?.toUpperCase() ?? ''))],
      ['no signature', changed((query) => query.delete('signature'))],
      ['no code', changed((query) => query.delete('code'))],
      ['two codes', changed((query) => query.append('code', '-1'))],
      ['another payment', changed((query) => query.set('payment', String(payment.id + 1)))],
      ['two payments', changed((query) => query.append('payment', String(payment.id + 1)))],
      ['nothing', new URLSearchParams()],
    ];
    for (const [name, query] of forgeries) assert.equal(await receive({ query }), undefined, name);
  });

  it('is ignored if it was signed with another function code', async () => {
    const provider = rig.provider({ NATCASH_FUNCTION_CODE: 'another' });
    const incoming: Incoming = { path: 'return', method: 'GET', query: genuine, headers: {}, body: Buffer.alloc(0) };
    assert.equal(provider.notification?.(incoming, rig.log)?.paymentId, undefined);
  });

  it('is ignored on another path', async () => {
    assert.equal(await receive({ path: 'returns' }), undefined);
  });
});
