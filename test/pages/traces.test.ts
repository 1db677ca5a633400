import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newStore, onOneEngineByDay } from '../support/engines.ts';
import { startNode } from '../support/node-process.ts';
import { withDatabase } from '../support/store-access.ts';
import { CARD, newPayment } from './visitor.ts';

const NUMBER = '4000002760003184';
const CVC = '739184205617';
const PIN = '847362951407';
const PHONE = '37000001';
const HOLDER = 'Zzholder Quixotic';

onOneEngineByDay('text that a customer types', (engine) => {
  // Contract: PAGE-2
  it('is in no log line, address or row: no card number, CVC, PIN or client secret', async () => {
    const store = await newStore(engine);
    const node = await startNode({ ...store.settings, LOG_LEVEL: 'debug' });
    const api = node.client(node.seed.testKey);
    const addresses: string[] = [];
    const submit = async (url: string, fields: Record<string, string>): Promise<string> => {
      const response = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
      assert.equal(response.status, 303);
      const next = new URL(response.headers.get('location') ?? '', url);
      addresses.push(next.href);
      return next.href;
    };
    const wallet = await newPayment({ api }, 'moncash');
    const hosted = await newPayment({ api }, 'lakaypay_card');
    const card = await newPayment({ api }, 'card');
    const { client_secret, publishable_key } = card;
    let rows = '';
    try {
      const typed = new URLSearchParams({ phone: PHONE, pin: PIN, name: HOLDER, number: NUMBER, switch: 'English' });
      const switched = await fetch(`${wallet.payment_url}?lang=en`, {
        method: 'POST',
        redirect: 'manual',
        body: typed,
      });
      assert.equal(switched.status, 200);
      await submit(wallet.payment_url, { phone: PHONE, pin: PIN });
      await submit(wallet.payment_url, { phone: PHONE, pin: '1234' });
      const widget = await submit(`${node.url}/widget/v1/card/session`, { client_secret, publishable_key });
      for (const url of [hosted.payment_url, widget]) {
        await submit(url, { ...CARD, name: HOLDER, number: `${NUMBER}0`, cvc: CVC.slice(0, 3) });
        await submit(url, { ...CARD, name: HOLDER, number: NUMBER, cvc: CVC });
        await submit(url, { ...CARD, name: HOLDER, number: NUMBER });
      }
      await withDatabase(store.settings, async (db) => {
        rows = JSON.stringify(await db.query('SELECT * FROM payments'));
      });
    } finally {
      await node.end('SIGTERM');
      await store.drop();
    }
    const log = node.output().replace(/^\{"ready":true.*$/m, '');
    assert.match(log, /"route":"\/widget\/v1\/card\/session"/);
    assert.match(rows, new RegExp(card.transaction_id));
    for (const typed of [NUMBER, CVC, PIN, PHONE, HOLDER, client_secret.slice(-32)]) {
      for (const [place, text] of Object.entries({ log, rows, addresses: addresses.join('\n') })) {
        assert.ok(!text.includes(typed), `${typed} is in the ${place}`);
      }
    }
  });
});
