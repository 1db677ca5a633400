import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyStore, onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest } from '../support/gateway.ts';
import { startNode } from '../support/node-process.ts';
import { withDatabase } from '../support/store-access.ts';

const MARKS = {
  customer_name: 'Zzname Quixotic',
  customer_email: 'zzmail.quixotic@example.org',
  customer_phone: '+509 3799 8877',
  reference: 'zzreference-quixotic-1042',
  description: 'zzdescription quixotic',
  metadata: { note: 'zzmetadata quixotic' },
};
const CARD = '4242424242424242';
const PIN = '739184205617';
const UNKNOWN_KEY = `tk_test_${'Zq'.repeat(20)}`;

onOneEngineByDay('the most detailed log', (engine) => {
  // Contract: OPERATOR-11
  test('contains no key, secret, customer, reference, card, PIN or link', { timeout: 240_000 }, async () => {
    const store = await emptyStore(engine);
    const node = await startNode({ ...store.settings, LOG_LEVEL: 'debug', SANDBOX_EXPIRY_SECONDS: '1' });
    const { seed, url } = node;
    const api = node.client(seed.testKey);
    const secrets: string[] = [];
    try {
      for (const method of ['moncash', 'natcash', 'lakaypay_card', 'card']) {
        const { status, json } = await api.post('/payments', paymentRequest({ ...MARKS, payment_method: method }));
        assert.equal(status, 201);
        const id = json.transaction_id;
        const secret = json.client_secret ?? new URL(json.payment_url).pathname.split('/').at(-1);
        secrets.push(secret.split('_').at(-1));
        await api.get(`/payments/${id}`);
        await api.post(`/payments/${id}/verify`, { pin: PIN, card: CARD });
        await api.post(`/test_helpers/payments/${id}/fail`, { failure_reason: PIN });
        // What a customer might send to the hosted page and to the widget, under every path and in both formats.
        const form = new URLSearchParams({
          phone: MARKS.customer_phone,
          pin: PIN,
          code: PIN,
          number: CARD,
          card_number: CARD,
          cvc: PIN,
        });
        for (const page of json.payment_url
          ? [json.payment_url]
          : [`${url}/widget/v1/payments/${json.payment_intent_id}`]) {
          await node.client(null).get(page);
          for (const step of ['', '/submit', '/phone', '/pin', '/confirm', '/pay']) {
            await node
              .client(null)
              .post(`${page}${step}`, String(form), { 'content-type': 'application/x-www-form-urlencoded' });
            await node
              .client(null)
              .post(`${page}${step}`, { ...MARKS, pin: PIN, number: CARD, client_secret: json.client_secret });
          }
        }
      }
      await api.get(`/payments/${seed.testKey}`);
      await api.post(`/payments/${seed.webhookSecret}/verify`);
      await api.get(`/payments/reference/${MARKS.reference}`);
      await api.get(`/payments/reference/${MARKS.reference}-unknown`);
      await api.get(`/${MARKS.reference}?key=${seed.testKey}&card=${CARD}`);
      await api.get(`/payments?status=${PIN}&reference=${MARKS.reference}`);
      await api.get(`/events?after=${UNKNOWN_KEY}`);
      await api.post('/payments', `{"customer_name": "${MARKS.customer_name}", broken`);
      await api.post(
        '/payments',
        paymentRequest({ ...MARKS, amount: 'x', customer_email: `not ${MARKS.customer_email} @` }),
      );
      await api.post('/payments', paymentRequest({ ...MARKS, metadata: { note: 'x'.repeat(70_000) } }));
      await node.client(UNKNOWN_KEY).post('/payments', paymentRequest(MARKS));
      await node.client(seed.liveKey).post('/payments', paymentRequest(MARKS));
      await api.request('DELETE', `/payments/${MARKS.reference}`);
      await api.request('GET', `/payments/%ff${MARKS.reference}`);
    } finally {
      await node.end('SIGTERM');
      await store.drop();
    }

    // The line in which a test node prints its seed belongs to the test, not to the log.
    const log = node.output().replace(/^\{"ready":true.*$/m, '');
    assert.ok(log.split('\n').length > 40, 'the gateway has logged');
    const words = [
      seed.testKey,
      seed.liveKey,
      seed.webhookSecret,
      UNKNOWN_KEY,
      store.settings.SECRET_KEY!,
      CARD,
      PIN,
      'quixotic',
      'Quixotic',
      '3799 8877',
      '37998877',
      'DATABASE_URL',
      'postgres://',
      ...secrets,
    ];
    for (const word of words) {
      assert.ok(word.length > 5);
      const line = log.split('\n').find((text) => text.includes(word));
      assert.equal(line, undefined, `${word} is in the log`);
    }
  });

  // Contract: OPERATOR-11
  test('contains no row of the store when a statement fails', { timeout: 240_000 }, async () => {
    // Regression: PostgreSQL reports the failing row, and the error was logged with all its fields.
    const store = await emptyStore(engine);
    const node = await startNode(store.settings);
    try {
      await withDatabase(store.settings, (db) => db.transaction((tx) => tx.query(REFUSE_666[engine])));
      const request = paymentRequest({ ...MARKS, amount: 666 });
      assert.equal((await node.client(node.seed.testKey).post('/payments', request)).status, 500);
    } finally {
      await node.end('SIGTERM');
      await store.drop();
    }
    const log = node.output();
    assert.match(log, /a request failed/);
    const line = log.split('\n').find((text) => /quixotic/i.test(text));
    assert.equal(line, undefined);
  });
});

/** Stores a value that no version of this program expects. */
const REFUSE_666 = {
  sqlite: `CREATE TRIGGER refuse_666 BEFORE INSERT ON payments WHEN NEW.amount_minor = 66600
    BEGIN SELECT RAISE(ABORT, 'refused'); END`,
  postgres: 'ALTER TABLE payments ADD CONSTRAINT refuse_666 CHECK (amount_minor <> 66600)',
};
