import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Actor } from '../../../src/core/actor.ts';
import { formatTimestamp, parseTimestamp } from '../../../src/core/timestamps.ts';
import { knownMigrations } from '../../../src/database/schema/migration-files.ts';
import { AUDIT_ACTIONS, type AuditRow } from '../../../src/features/audit/audit.ts';
import { checkAuditLog } from '../../../src/features/audit/check-audit-log.ts';
import { reconcile } from '../../../src/features/reconciliation/reconcile.ts';
import { subscriptionRules } from '../../../src/features/subscriptions/stop-declined.ts';
import { FACT_TEXTS } from '../../../src/platform/messages/audit-facts/audit-facts-messages.ts';
import { type Engine, onBothEngines } from '../../support/engines.ts';
import { inStatus } from '../../support/store.ts';
import { type AuditStage, auditStage, MARIE, Planted } from './audit-stage.ts';
import { type Audited, VERBS } from './audited-verbs.ts';

/**
 * Actions that no verb records: the migrations that create the log are recorded by its first row, and a restore runs before the store
 * has verbs.
 */
const BY_OTHERS = ['schema.migrate', 'store.restore'];
/** Actions of users, which test/operator/users tests. */
const BY_PEOPLE = /^(user|session)\./;

const cases = Object.entries(VERBS).flatMap(([group, verbs]) =>
  Object.entries(verbs).flatMap(([name, entry]) =>
    (typeof entry === 'string' ? [] : [entry].flat()).map((audited: Audited) => ({
      name: `${group}.${name}`,
      audited,
    })),
  ),
);

describe('the table of the actions that verbs record', () => {
  it('has a row for every action', () => {
    const recorded = cases.flatMap(({ audited }) => audited.records);
    assert.deepEqual(
      [...new Set([...recorded, ...BY_OTHERS])].sort(),
      AUDIT_ACTIONS.filter((action) => !BY_PEOPLE.test(action)).sort(),
    );
  });
});

onBothEngines('the audit log', (engine: Engine) => {
  let stage: AuditStage;
  before(async () => {
    stage = await auditStage(engine);
  });
  after(() => stage.close());

  it('has every verb in its table, and every group of verbs', () => {
    const { operator, payments, recurring, refunds, rates, ...rest } = stage.verbs;
    assert.deepEqual(Object.keys(rest).sort(), ['as', 'close', 'loadProviders', 'providerFor']);
    const groups = { operator, payments, recurring, refunds, rates, 'rates.source': rates.source ?? {} };
    for (const [group, verbs] of Object.entries(groups)) {
      assert.deepEqual(Object.keys(verbs).sort(), Object.keys(VERBS[group] ?? {}).sort(), group);
    }
  });

  it('starts with one row for all migrations of the first startup, which names the newest one', async () => {
    const [first, second] = await stage.changes();
    const newest = knownMigrations().at(-1)?.name;
    assert.deepEqual(
      [first?.position, first?.action, first?.before, first?.after],
      [1, 'schema.migrate', null, JSON.stringify({ migration: newest })],
    );
    assert.notEqual(second?.action, 'schema.migrate');
  });

  for (const { name, audited } of cases) {
    // Contract: AUDIT-1
    it(`${name}: ${audited.records.join(', ')}`, async () => {
      const change = await audited.prepare(stage);
      const start = await stage.position();
      const held = await stage.dump();
      await stage.withoutCommits(() => assert.rejects(change(), Planted));
      assert.deepEqual(await stage.dump(), held, 'a transaction that is rolled back leaves neither a change nor a row');
      await change();
      const rows = await stage.changes(start);
      assert.deepEqual(
        rows.map(({ action, actor }) => [action, actor]),
        audited.records.map((action) => [action, MARIE]),
      );
      for (const row of rows) assertInformative(row);
      if (!audited.isOnce) return;
      const end = await stage.position();
      await change();
      assert.equal(await stage.position(), end, 'a call that changes nothing records nothing');
    });
  }

  it('has two rows for a deletion in many steps: the second one has the count of all steps', async () => {
    for (let made = 0; made < 30; made++) await stage.insert(inStatus('completed'));
    const start = await stage.position();
    let removedBefore = 0;
    for (let isMoreWaiting = true; isMoreWaiting; ) {
      const step = await stage.verbs.operator.deleteOldTestPayments({ olderThanDays: 30, removedBefore });
      removedBefore += step.removed;
      ({ isMoreWaiting } = step);
    }
    const rows = await stage.changes(start);
    assert.deepEqual(
      rows.map(({ after }) => JSON.parse(after ?? '')),
      [
        { older_than_days: 30, state: 'started', count: 25 },
        { older_than_days: 30, state: 'done', count: 30 },
      ],
    );
  });

  it('has a second row for a reconciliation that has finished, with the number of its new discrepancies', async () => {
    const fromUs = Math.floor(stage.store.clock());
    const toUs = fromUs + 1_000_000;
    await stage.insert({ ...inStatus('completed'), mode: 'live', createdAtUs: fromUs });
    const verify = async () => ({ outcome: { status: 'failed', failureReason: 'declined' }, response: {} });
    const { db, clock } = stage.store;
    const { settle } = stage.verbs.payments;
    const subscriptions = subscriptionRules(db);
    const deps = { db, clock, settle, subscriptions, actor: MARIE, providerFor: () => ({ verify }) as never };
    const start = await stage.position();
    for (let run = 0; run < 2; run++) await Array.fromAsync(reconcile(deps, { fromUs, toUs }, stage.log));
    const rows = await stage.changes(start);
    const range = { from: formatTimestamp(fromUs), to: formatTimestamp(toUs) };
    const facts = rows.map(({ after }) => JSON.parse(after ?? ''));
    const startedAt = facts.flatMap(({ started_at }) => started_at ?? []);
    assert.deepEqual(facts, [
      { ...range, state: 'started' },
      { ...range, state: 'done', started_at: startedAt[0], discrepancies: 1, compared: 1, unknown: 0 },
      { ...range, state: 'started' },
      { ...range, state: 'done', started_at: startedAt[1], discrepancies: 0, compared: 1, unknown: 0 },
    ]);
    for (const at of startedAt) assert.ok((parseTimestamp(at) ?? 0) >= fromUs, at);
  });

  // Contract: AUDIT-2
  it('names the user for whom the verbs act', async () => {
    const user: Actor = { kind: 'user', id: 'usr_0123456789abcdef', name: 'jan@shop.example', address: '192.0.2.7' };
    const { operator, recurring, payments, rates } = stage.verbs.as(user);
    const start = await stage.position();
    await operator.changeWebsite(stage.websiteId, { name: 'By Jan' });
    await recurring.pauseRestored();
    const { id } = await stage.insert({});
    await payments.verifyByHand(String(id), stage.log);
    stage.simulator.faults.rate = '132.5';
    await rates.source?.refresh();
    await stage.verbs.operator.changeWebsite(stage.websiteId, { name: 'By Marie' });
    const rows = await stage.changes(start);
    assert.deepEqual(
      rows.map(({ actor }) => actor),
      [user, user, user, user, MARIE],
    );
    assert.deepEqual(
      rows.map(({ before, after }) => [before, after])[0],
      ['{"name":"New name"}', '{"name":"By Jan"}'],
      'the row has the fields that changed, and no others',
    );
  });

  // Contract: AUDIT-4
  it('is one chain, and contains no secret, hash or token', async () => {
    const rows = await stage.changes();
    assert.deepEqual((await checkAuditLog(stage.store.db)).fault, undefined);
    const { db } = stage.store;
    const secrets = [
      ...(await db.query<{ text: string }>('SELECT webhook_secret_sealed AS text FROM websites')),
      ...(await db.query<{ text: string }>('SELECT hash AS text FROM api_key_secrets')),
      ...(await db.query<{ text: string }>('SELECT card_token_sealed AS text FROM subscriptions')),
    ];
    assert.ok(secrets.length > 5, 'there are secrets to look for');
    for (const { before, after } of rows) {
      const text = `${before}${after}`;
      assert.doesNotMatch(text, /whsec_|tk_(test|live)_|v\d+\./);
      for (const secret of secrets) assert.ok(!text.includes(secret.text), text);
    }
  });
});

/** The values of a row are JSON objects, and a row about a website names the website. */
function assertInformative({ action, subject, websiteId, before, after }: AuditRow): void {
  for (const text of [before, after]) {
    if (text === null) continue;
    const facts = JSON.parse(text);
    assert.equal(typeof facts, 'object', action);
    const unnamed = Object.keys(facts).filter((name) => !Object.hasOwn(FACT_TEXTS.en, name));
    assert.deepEqual(unnamed, [], `${action}: these facts have no name in src/platform/messages/audit-facts`);
  }
  const isOfWebsite = [
    'website',
    'api_key',
    'link',
    'checkout_session',
    'payment',
    'refund',
    'delivery',
    'discrepancy',
    'subscription',
  ].includes(subject.kind);
  // A payout that was recorded by hand is of a website; one with lines is of many.
  if (subject.kind !== 'payout') assert.equal(websiteId !== null, isOfWebsite, action);
  assert.equal(subject.id === null, subject.kind === 'store' || subject.kind === 'exchange_rate', action);
}
