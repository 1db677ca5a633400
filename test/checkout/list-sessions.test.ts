import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SESSION_STATUSES, sessionStatus } from '../../src/features/checkout/session.ts';
import { listNewestSessions } from '../../src/features/checkout/store/sessions.ts';
import { peye } from '../support/cli.ts';
import { onBothEngines } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type Session, sessionsOf } from './session-stage.ts';

onBothEngines('the list of checkout sessions', (engine) => {
  let gateway: TestGateway;
  let websiteId: string;
  let sessions: ReturnType<typeof sessionsOf>;
  const made: Record<string, Session> = {};
  const now = () => Date.now() * 1000;
  const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);

  before(async () => {
    gateway = await startTestGateway(engine);
    const { website, testKey } = await gateway.newWebsite();
    websiteId = website.id;
    sessions = sessionsOf(gateway.url, gateway.client(testKey));
    for (const name of ['open', 'paid', 'cancelled', 'expired', 'processing']) {
      made[name] = await sessions.create({ reference: `order-${name}` });
    }
    await sessions.cancel(made.cancelled);
    const paid = await sessions.start(made.paid, 'moncash');
    await gateway.client(testKey).post(`/test_helpers/payments/${paid}/complete`);
    await sessions.start(made.processing, 'natcash');
    const { db } = gateway.store;
    await db.transaction((tx) =>
      tx.query('UPDATE checkout_sessions SET created_at_us = 1, expires_at_us = 2 WHERE id = $1 OR id = $2', [
        made.expired.session_id,
        made.processing.session_id,
      ]),
    );
  });
  after(() => gateway.stop());

  it('finds each session by its status, as the API states it', async () => {
    const { db } = gateway.store;
    for (const status of SESSION_STATUSES) {
      const found = await listNewestSessions(db, { websiteId, status: { is: status, nowUs: now() }, limit: 50 });
      assert.deepEqual(ids(found), [made[status].session_id], status);
      assert.equal(found[0] && sessionStatus(found[0], now()), status);
      assert.equal((await sessions.read(made[status])).status, status);
    }
  });

  it('has a session that ends now among the expired ones, as the API does', async () => {
    const { db } = gateway.store;
    const [open] = await listNewestSessions(db, { websiteId, status: { is: 'open', nowUs: now() }, limit: 1 });
    assert.ok(open);
    for (const [status, nowUs] of [
      ['open', open.expiresAtUs - 1],
      ['expired', open.expiresAtUs],
    ] as const) {
      assert.equal(sessionStatus(open, nowUs), status);
      const found = await listNewestSessions(db, { websiteId, status: { is: status, nowUs }, limit: 50 });
      assert.ok(ids(found).includes(open.id), status);
    }
  });

  it('is read page by page in both directions, and limited to websites and a reference', async () => {
    const { db } = gateway.store;
    const all = await listNewestSessions(db, { websiteIds: [websiteId], limit: 50 });
    assert.equal(all.length, 5);
    for (const isOldestFirst of [false, true]) {
      const read: string[] = [];
      let last: (typeof all)[number] | undefined;
      do {
        const page = await listNewestSessions(db, { websiteIds: [websiteId], isOldestFirst, before: last, limit: 2 });
        read.push(...ids(page));
        last = page.length === 2 ? page[1] : undefined;
      } while (last);
      assert.deepEqual(read, isOldestFirst ? ids(all).reverse() : ids(all));
    }
    assert.deepEqual(ids(await listNewestSessions(db, { reference: 'order-paid', limit: 5 })), [made.paid.session_id]);
    assert.deepEqual(await listNewestSessions(db, { websiteIds: [], limit: 5 }), []);
    const since = { websiteId, fromUs: 3, toUs: now() + 1e9, limit: 50 };
    assert.equal((await listNewestSessions(db, since)).length, 3);
  });

  it('is printed by a command, which also shows and cancels a session', async () => {
    const { settings } = gateway;
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await peye(['checkout-sessions', ...args], { settings });
      assert.equal(code, 0, stderr);
      return stdout;
    };
    assert.match(
      await run('list', '--status', 'paid'),
      new RegExp(`${made.paid.session_id}.*paid.*500\\.00.*order-paid`),
    );
    const [listed] = JSON.parse(await run('list', '--reference', 'order-paid', '--json'));
    assert.deepEqual([listed.website_id, listed.status, listed.amount], [websiteId, 'paid', '500.00']);
    const shown = JSON.parse(await run('show', made.paid.session_id, '--json'));
    assert.deepEqual(shown.payments, (await sessions.read(made.paid)).payments);
    assert.match(await run('show', made.paid.session_id), /Status +paid[\s\S]*TRANSACTION ID/);
    const { session_id: id } = await sessions.create();
    assert.equal(JSON.parse(await run('cancel', id, '--json')).status, 'cancelled');
    const [change] = await gateway.store.db.query('SELECT action, subject_kind FROM audit_log WHERE subject_id = $1', [
      id,
    ]);
    assert.deepEqual({ ...change }, { action: 'checkout.cancel', subject_kind: 'checkout_session' });
  });
});
