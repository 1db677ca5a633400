import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { periodDueAtUs } from '../../src/core/recurring.ts';
import { listAuditRows } from '../../src/features/audit/store/audit-log.ts';
import { findDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { recordRate } from '../../src/features/rates/store/exchange-rates.ts';
import { findRun } from '../../src/features/reconciliation/store/reconcile-runs.ts';
import { findSubscription } from '../../src/features/subscriptions/store/subscriptions.ts';
import { findDelivery } from '../../src/features/webhooks/store/list-deliveries.ts';
import { haitiTimestamp } from '../../src/platform/clock/haiti-time.ts';
import { type ConsolePerson, consolePerson } from '../support/console.ts';
import { type Engine, onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest } from '../support/gateway.ts';
import { linksOf } from '../support/html-forms.ts';
import { changeWebsite } from '../support/websites.ts';
import { FOREIGN_MARK, startWorld, type World } from './world.ts';

onOneEngineByDay('work lists of the console', (engine: Engine) => {
  let world: World;
  let operator: ConsolePerson;
  let other: ConsolePerson;
  before(async () => {
    // A comparison needs credentials; nothing is queried here.
    const settings = {
      MONCASH_CLIENT_ID: 'id',
      MONCASH_CLIENT_SECRET: 'secret',
      MONCASH_API_URL: 'http://127.0.0.1:9',
    };
    world = await startWorld(engine, { settings });
    operator = await consolePerson(world.gateway, 'operator');
    other = await consolePerson(world.gateway, 'owner');
  });
  after(() => world.gateway.stop());

  const newest = async (action: string) => {
    const [row] = await listAuditRows(world.gateway.store.db, { action, limit: 1 });
    return row;
  };

  it('shows a website’s health in words, to its viewer without links to webhooks', async () => {
    const { gateway } = world;
    const { website, testKey } = await gateway.newWebsite();
    const { db } = gateway.store;
    const client = gateway.client(testKey);
    const made = [await client.post('/payments', paymentRequest()), await client.post('/payments', paymentRequest())];
    const [paid = '', failed = ''] = made.map(({ json }) => json.transaction_id);
    const viewer = await consolePerson(gateway, 'merchant_viewer', { websiteIds: [website.id] });
    const page = async (who: ConsolePerson, mode = 'test') => {
      const { text } = await who.get(`/websites/${website.id}?mode=${mode}`);
      return text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    };
    const since = String.raw`Paid since \d+ \w+ \d{4}, \d+:00 [ap]m`;
    assert.match(await page(viewer), new RegExp(`${since} No payments finished .* Webhooks No callback URL`));
    await changeWebsite(db, website.id, { callbackUrl: 'https://127.0.0.1/health' });
    await client.post(`/test_helpers/payments/${paid}/complete`);
    await client.post(`/test_helpers/payments/${failed}/fail`, { failure_reason: 'declined' });
    assert.match(await page(viewer), new RegExp(`${since} 50 % \\(1 of 2 finished payments\\)`));
    assert.match(await page(viewer), /Webhooks No webhooks yet/);
    assert.doesNotMatch(await page(viewer, 'live'), /finished payments/);
    const set = (id: string, values: string) =>
      db.transaction((tx) => tx.query(`UPDATE deliveries SET ${values} WHERE id = $1`, [`dlv_${id}`]));
    await set(paid, 'attempts = 3');
    assert.match(await page(operator), /Webhooks Failing 2 webhooks are being retried, the oldest since/);
    await set(failed, "status = 'exhausted', next_attempt_at_us = NULL");
    await set(paid, "status = 'delivered', next_attempt_at_us = NULL, delivered_at_us = event_at_us");
    // The last webhook was exhausted: that an earlier one was accepted is not "working".
    const lastAttempt = (secondsAfterDelivered: number) =>
      db.transaction(async (tx) => {
        const times = 'SELECT delivered_at_us AS at_us FROM deliveries WHERE id = $1';
        const [delivered] = await tx.query<{ at_us: number }>(times, [`dlv_${paid}`]);
        await tx.query('DELETE FROM delivery_tries WHERE delivery_id = $1', [`dlv_${failed}`]);
        await tx.query(
          `INSERT INTO delivery_tries (delivery_id, attempt, at_us, duration_ms)
            SELECT id, attempts, CAST($2 AS BIGINT), 1 FROM deliveries WHERE id = $1`,
          [`dlv_${failed}`, (delivered?.at_us ?? 0) + secondsAfterDelivered * 1_000_000],
        );
      });
    await lastAttempt(1);
    assert.match(await page(viewer), /Webhooks Failing 1 webhook failed after all retries Last accepted: /);
    await lastAttempt(-1);
    assert.match(
      await page(viewer),
      /Webhooks Working, but some webhooks were not accepted 1 webhook failed after all retries/,
    );
    assert.doesNotMatch((await viewer.get(`/websites/${website.id}`)).text, /webhooks\?status/);
    assert.match((await operator.get(`/websites/${website.id}`)).text, /webhooks\?status/);
    // None of the last payments was paid.
    assert.doesNotMatch(await page(viewer), /Last payments/);
    for (const reason of ['declined', 'provider_error', 'declined', 'declined']) {
      const { json } = await client.post('/payments', paymentRequest());
      await client.post(`/test_helpers/payments/${json.transaction_id}/fail`, { failure_reason: reason });
    }
    assert.match(
      await page(viewer),
      /Last payments None of the last 5 finished payments was paid Failed \(declined\) \(4\) · Failed \(provider error\) \(1\)/,
    );
  });

  it('lists deliveries by each filter, and a merchant only its own', async () => {
    const { payment } = world.mine.ids;
    const delivery = `dlv_${payment}`;
    for (const query of [
      '',
      '?status=pending',
      '?event=payment.success',
      `?payment=${payment}`,
      '?from=2020-01-01T00:00',
    ]) {
      const { status, text } = await operator.get(`/webhooks${query}`);
      assert.equal(status, 200, query);
      assert.ok(text.includes(`/webhooks/${delivery}?`), query);
    }
    for (const query of ['?status=delivered', `?event=payment.failed&payment=${payment}`, '?to=2020-01-01T00:00']) {
      assert.ok(!(await operator.get(`/webhooks${query}`)).text.includes(`/webhooks/${delivery}?`), query);
    }
    const own = await world.mine.owner.get('/webhooks');
    assert.ok(own.text.includes(delivery) && !own.text.includes(world.foreign.ids.delivery));
    assert.ok(!own.text.includes(FOREIGN_MARK));
    assert.match((await operator.get('/webhooks?payment=abc')).text, /Enter a transaction ID/);
  });

  it('leads from a filtered list of deliveries through its rows and back', async () => {
    const hrefs = (text: string, part: string) => linksOf(text).filter((href) => href.includes(part));
    for (const [who, query] of [
      [operator, 'mode=test'],
      [operator, 'status=pending&mode=all&sort=oldest'],
      [operator, 'mode=test&sort=next'],
      [world.mine.owner, 'mode=test'],
    ] as const) {
      const rows = hrefs((await who.get(`/webhooks?${query}`)).text, '/webhooks/dlv_');
      assert.ok(rows.length > 1, query);
      const ids = rows.map((href) => /dlv_\w+/.exec(href)?.[0]);
      for (const [at, href] of rows.entries()) {
        const nav =
          /<nav class="trail".*?<\/nav>/s.exec((await who.get(href.slice('/console'.length))).text)?.[0] ?? '';
        const near = ['prev', 'next'].map((rel) => new RegExp(`rel="${rel}" href="[^"]*/(dlv_\\w+)`).exec(nav)?.[1]);
        assert.deepEqual(near, [ids[at - 1], ids[at + 1]], `${query}, row ${at}`);
        const [back = ''] = linksOf(nav);
        assert.deepEqual(hrefs((await who.get(back.slice('/console'.length))).text, '/webhooks/dlv_'), rows);
      }
    }
    const { payment, delivery } = world.mine.ids;
    const alone = await operator.get(`/webhooks/${delivery}?payment=${payment}&mode=test&list=1`);
    assert.doesNotMatch(alone.text, /rel="(prev|next)"/);
    const resent = await operator.submit(`/webhooks/${delivery}?mode=test&list=1`, '/resend');
    assert.equal(resent.location, `/webhooks/${delivery}?mode=test&list=1&done=resent`);
  });

  it('shows a delivery with its body, and resends it under the user’s name', async () => {
    const delivery = `dlv_${world.mine.ids.payment}`;
    const { text } = await operator.get(`/webhooks/${delivery}`);
    assert.match(text, /No attempts yet/);
    assert.match(text, /&quot;event&quot;|&#34;event&#34;/);
    const { status, location } = await operator.submit(`/webhooks/${delivery}`, '/resend');
    assert.deepEqual([status, location], [303, `/webhooks/${delivery}?done=resent`]);
    assert.equal((await newest('delivery.resend'))?.actor.id, operator.user.id);
  });

  it('resends exactly the deliveries that its preview counted', async () => {
    const { websiteId } = world.mine;
    const query = `/webhooks/resend?website=${websiteId}&from=2020-01-01T00:00&event=payment.failed&status=&mode=all`;
    const preview = await operator.get(query);
    assert.match(preview.text, /1 webhook would be resent/);
    const completed = `dlv_${world.mine.ids.payment}`;
    const before = await findDelivery(world.gateway.store.db, completed);
    const { status, location } = await operator.submit(query, '/webhooks/resend');
    assert.equal(status, 303);
    assert.match(location ?? '', /done=resent&count=1$/);
    assert.match((await operator.get(location ?? '')).text, /1 webhook queued for resending/);
    assert.deepEqual(await findDelivery(world.gateway.store.db, completed), before, 'the other event is not resent');
    const changed = await operator.submit(query, '/webhooks/resend', { count: '7' });
    assert.equal(changed.status, 409, 'the number differs from the one that was counted');
    assert.match(changed.text, /changed from 7 to 1\. None was sent again/);
    const backwards = await operator.get(query.replace('&event', '&to=2019-01-01T00:00&event'));
    assert.equal(backwards.status, 200);
    assert.match(backwards.text, /class="notice bad"/, 'the preview says why nothing can be counted');
    const refused = await operator.post('/webhooks/resend', {
      website: websiteId,
      from_us: '2',
      to_us: '1',
      status: '',
      event: '',
      mode: '',
      count: '1',
    });
    assert.equal(refused.status, 422);
    const unknown = {
      website: websiteId,
      from_us: '1',
      to_us: '9000000000000000',
      status: 'no',
      event: '',
      mode: '',
      count: '1',
    };
    for (const one of [unknown, { ...unknown, status: '', mode: 'no' }]) {
      assert.equal(
        (await operator.post('/webhooks/resend', one)).status,
        422,
        'a request cannot select more than the form offers',
      );
    }
  });

  it('preselects failed webhooks of 90 days and of the header’s mode to resend, and resends only that mode', async () => {
    const { websiteId, owner } = world.mine;
    const { db } = world.gateway.store;
    const [{ n = 0 } = {}] = await db.query<{ n: number }>(
      'SELECT count(*) AS n FROM deliveries WHERE website_id = $1',
      [websiteId],
    );
    await db.transaction((tx) =>
      tx.query(`UPDATE deliveries SET status = 'exhausted', next_attempt_at_us = NULL WHERE website_id = $1`, [
        websiteId,
      ]),
    );
    // A merchant with one website chooses nothing.
    const page = (mode: string) => owner.get(`/webhooks/resend?mode=${mode}`);
    const test = (await page('test')).text;
    assert.match(test, /<option value="exhausted" selected>/);
    assert.match(test, /Empty: the last 90 days/);
    assert.match(test, /Mode: test\. Created from/);
    assert.match((await page('live')).text, /No webhooks match/, 'all payments of this website are tests');
    assert.match((await page('all')).text, /Mode: live and test\./);
    assert.match((await page('x')).text, /Choose a mode/);
    const sent = await owner.submit('/webhooks/resend?mode=test', '/webhooks/resend');
    assert.match(sent.location ?? '', new RegExp(`done=resent&count=${n}$`));
    assert.equal(JSON.parse((await newest('deliveries.resend'))?.after ?? '{}').mode, 'test');
    const retrying = `UPDATE deliveries SET schedule_step = 2, attempts = 2 WHERE website_id = $1`;
    await db.transaction((tx) => tx.query(retrying, [websiteId]));
    assert.match((await owner.get('/webhooks')).text, /<span class="badge care">Retrying<\/span>/);
  });

  it('resolves a discrepancy once, and shows a second user who has resolved it', async () => {
    const { discrepancy } = world.mine.ids;
    const path = `/discrepancies/${discrepancy}`;
    assert.ok((await operator.get('/discrepancies?state=open')).text.includes(discrepancy));
    const empty = await operator.submit(path, '/settle', { note: ' ' });
    assert.equal(empty.status, 422);
    assert.match(empty.text, /id="e-note"/);
    const late = await other.get(path);
    assert.equal(late.status, 200);
    assert.equal((await operator.submit(path, '/settle', { note: 'paid back <b>' })).status, 303);
    const second = await other.post(`${path}/settle`, { note: 'me too' });
    assert.equal(second.status, 409);
    assert.match(second.text, /already resolved/);
    assert.ok(second.text.includes(operator.user.name ?? ''), 'the page names the user who resolved it');
    assert.match(second.text, /paid back &(lt|#60);b&(gt|#62);/);
    assert.equal((await findDiscrepancy(world.gateway.store.db, discrepancy))?.note, 'paid back <b>');
    assert.ok(!(await operator.get('/discrepancies?state=open')).text.includes(discrepancy));
  });

  it('pauses, resumes and ends a subscription after a confirmation', async () => {
    const { db } = world.gateway.store;
    const { subscription } = world.mine.ids;
    const path = `/recurring/${subscription}`;
    const { owner } = world.mine;
    assert.match((await owner.get(`${path}/pause`)).text, /skipped/);
    assert.equal((await owner.submit(`${path}/pause`, '/pause')).location, `${path}?done=paused`);
    assert.notEqual((await findSubscription(db, subscription))?.pausedAtUs, null);
    assert.equal((await owner.post(`${path}/pause`)).status, 409);
    assert.ok((await owner.get('/recurring?state=paused')).text.includes(subscription));
    const dayUs = 86_400_000_000;
    await db.transaction((tx) =>
      tx.query('UPDATE subscriptions SET anchor_at_us = anchor_at_us - $2 WHERE id = $1', [subscription, 100 * dayUs]),
    );
    assert.equal((await owner.submit(`${path}/resume`, '/resume')).location, `${path}?done=resumed`);
    const resumed = await findSubscription(db, subscription);
    assert.ok(resumed && resumed.pausedAtUs === null);
    let period = resumed.nextPeriod;
    while (periodDueAtUs(resumed, period) < Date.now() * 1000) period++;
    assert.ok(period > resumed.nextPeriod, 'periods fell due in the pause');
    const next = `datetime="${haitiTimestamp(periodDueAtUs(resumed, period))}"`;
    for (const shown of [path, '/recurring']) {
      const { text } = await owner.get(shown);
      assert.ok(text.includes(next), `${shown} shows the next period that is charged`);
    }
    assert.equal((await owner.submit(`${path}/pause`, '/pause')).status, 303);
    assert.equal((await owner.submit(`${path}/end`, '/end', { reason: '' })).status, 422);
    assert.equal((await owner.submit(`${path}/end`, '/end', { reason: 'left' })).location, `${path}?done=ended`);
    const ended = await findSubscription(db, subscription);
    assert.deepEqual([ended?.status, ended?.endReason], ['cancelled', 'left']);
    const { text } = await owner.post('/exports/recurring', { format: 'jsonl' });
    const line = text.split('\n').find((each) => each.includes(`"${subscription}"`));
    assert.equal(JSON.parse(line ?? '').paused_at, null, 'the pause ends with the subscription');
    assert.equal((await newest('recurring.cancel'))?.actor.id, owner.user.id);
    assert.equal((await owner.post(`${path}/end`, { reason: 'again' })).status, 409);
  });

  it('shows the day that the rate source published, and not the day before', async () => {
    const reading = { rateE4: 1_305_000, publishedAtUs: Date.UTC(2026, 10, 20) * 1000 };
    await world.gateway.store.db.transaction((tx) => recordRate(tx, 'brh', reading, Date.now() * 1000));
    assert.match((await operator.get('/rates')).text, /<time datetime="2026-11-20">20 Nov 2026<\/time>/);
  });

  it('offers a choice of days only to users who may compare', async () => {
    const none = '/reconcile?before=1.rec_1';
    const auditor = await consolePerson(world.gateway, 'auditor');
    assert.match((await operator.get(none)).text, /Choose days above/);
    assert.doesNotMatch((await auditor.get(none)).text, /Choose days above/);
  });

  it('sets the manual rate when it is plausible or checked, and shows the second user the change', async () => {
    const near = await operator.submit('/rates/set?rate=131', '/rates/set');
    assert.equal(near.location, '/rates?done=set');
    assert.match((await operator.get('/rates')).text, /131(\.00)? HTG|131\.00/);
    const far = await operator.submit('/rates/set?rate=200', '/rates/set');
    assert.equal(far.status, 422);
    assert.match(far.text, /e-checked/);
    assert.match(far.text, /200\.00 differs by more than \d+% from 131\.00, the rate in use/);
    assert.equal((await operator.submit('/rates/set?rate=200', '/rates/set', { checked: '1' })).status, 303);
    assert.equal((await other.post('/rates/set', { rate: '201', checked: '1', seen: '1' })).status, 409);
    assert.match((await operator.get('/rates/set?rate=900')).text, /EXCHANGE_RATE_MAX/);
    assert.equal((await operator.submit('/rates', '/rates/take-back')).location, '/rates?done=back');
    assert.equal((await newest('rate.set'))?.after, '{"rate":null}');
  });

  it('starts one comparison at a time, and stops it', async () => {
    const { status, location } = await operator.post('/reconcile', {
      from: '2026-11-01',
      to: '2026-11-02',
      method: '',
    });
    assert.equal(status, 303);
    const path = (location ?? '').split('?')[0] ?? '';
    const page = await operator.get(path);
    assert.match(page.headers.get('refresh') ?? '', /^\d+; url=/);
    assert.match(page.text, /Starts as soon as a worker is free/);
    const inFrench = { name: other.user.name ?? '', language: 'fr' };
    assert.equal((await other.post('/account/profile', inFrench)).status, 303);
    const second = await other.post('/reconcile', { from: '2026-11-01', to: '2026-11-01', method: 'moncash' });
    assert.equal(second.status, 409);
    assert.match(second.text, /Un autre rapprochement/, 'in the language of the page');
    assert.equal((await operator.post('/reconcile', { from: '2026-02-30', to: '2026-11-01', method: '' })).status, 422);
    assert.equal((await operator.submit(path, '/stop')).status, 303);
    const run = await findRun(world.gateway.store.db, path.split('/')[2] ?? '');
    assert.equal(run?.state, 'stopped');
    assert.equal((await operator.get(path)).headers.get('refresh'), null);
    const csv = await operator.get(`/reconcile/${world.mine.ids.run}/csv`);
    assert.match(csv.text, /^result,method,[^\r]*\r\nunknown,moncash,/);
  });

  it('shows the system to those who run it', async () => {
    const { status, text } = await operator.get('/system');
    assert.equal(status, 200);
    assert.match(text, engine === 'sqlite' ? /SQLite/ : /PostgreSQL/);
    assert.match(text, /durability/);
    assert.equal(text.split('<code>rate_in_use</code>').length, 2, 'each finding once');
    assert.doesNotMatch(text, /SECRET_KEY=|password/i);
  });
});
