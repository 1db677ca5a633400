import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Role } from '../../src/core/roles.ts';
import { addRemovedPayments } from '../../src/features/archive/store/archives.ts';
import { type NotificationDeps, sendNotifications } from '../../src/features/notifications/send-notifications.ts';
import { replaceTopics } from '../../src/features/notifications/store/notifications.ts';
import type { Topic } from '../../src/features/notifications/topics.ts';
import { closeDiscrepancy, recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { insertSums } from '../../src/features/payments/store/payment-sums.ts';
import { insertUser, replaceWebsitesOfUser } from '../../src/features/users/store/users.ts';
import { DELIVERIES } from '../../src/features/webhooks/store/delivery-table.ts';
import { haitiDayOf, startOfHaitiDayUs } from '../../src/platform/clock/haiti-time.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { smtpMailer } from '../../src/platform/mail/mailer.ts';
import { newId } from '../../src/platform/secrets/secrets.ts';
import { consolePerson } from '../support/console.ts';
import { onBothEngines } from '../support/engines.ts';
import { startTestGateway } from '../support/gateway.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

const MINUTE_US = 60_000_000;
const HOUR_US = 60 * MINUTE_US;
/** A Wednesday, at noon in Haiti. */
const START_US = startOfHaitiDayUs(20_782) + 12 * HOUR_US;

onBothEngines('e-mail notifications', (engine) => {
  let store: TestStore;
  let server: MailServer;
  let shop: Seed;
  let other: Seed;
  let nowUs = START_US;
  let users = 0;
  before(async () => {
    [store, server] = await Promise.all([openTestStore(engine), startMailServer()]);
    shop = await seed(store.db, { website: { name: 'Kafe\r\nMòn <b>' }, mode: 'live' });
    other = await seed(store.db, { website: { name: 'Boutik Lakay' }, mode: 'live' });
  });
  after(async () => {
    await server.close();
    await store.close();
  });
  beforeEach(async () => {
    nowUs = START_US;
    server.behaviour = 'takes';
    await store.db.transaction(async (tx) => {
      for (const table of ['notifications', 'discrepancies', 'deliveries', 'payment_sums']) {
        await tx.query(`DELETE FROM ${table}`);
      }
    });
  });

  const round = (changes: Partial<NotificationDeps> = {}, db = store.db) =>
    sendNotifications({
      db,
      clock: () => nowUs,
      log: createLog('silent'),
      mailer: smtpMailer({ host: '127.0.0.1', port: server.port, tls: 'none', user: null, password: null } as never),
      from: 'gateway@pay.example',
      consoleUrl: 'https://pay.example/console',
      ...changes,
    });
  /** A user who gets e-mails about these topics, and a function that returns those that have arrived since it was last called. */
  const subscriber = async (topics: readonly Topic[], { role = 'owner', websites = [] as readonly Seed[] } = {}) => {
    const id = newId('usr');
    const email = `user${++users}@pay.example`;
    await store.db.transaction(async (tx) => {
      const dates = { createdAtUs: 1, acceptedAtUs: 1, deactivatedAtUs: null };
      const user = { id, email, name: 'Ti Jan', role: role as Role, language: 'en', passwordHash: 'x' } as const;
      await insertUser(tx, { ...user, version: 1, ...dates });
      await replaceWebsitesOfUser(
        tx,
        id,
        websites.map(({ websiteId }) => websiteId),
      );
      await replaceTopics(tx, { userId: id, topics, nowUs });
    });
    let read = 0;
    const arrived = () => {
      const mails = server.mails.filter(({ to }) => to.includes(email));
      return mails.slice(read, (read = mails.length));
    };
    return { id, arrived };
  };
  const discrepancy = async (
    of: Seed,
    kind: 'amount_mismatch' | 'paid_twice' | 'returned_after_completion' = 'amount_mismatch',
  ) => {
    const payment = of.payment({ ...inStatus('completed'), mode: 'live', createdAtUs: nowUs, finishedAtUs: nowUs });
    const id = newId('dsc');
    const report = { kind, method: payment.method, paymentId: payment.id, providerRef: `PR${payment.id}` };
    const word = kind === 'returned_after_completion' ? 'refunded' : null;
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, [payment]);
      await recordDiscrepancy(tx, id, { ...report, word, reported: { amountMinor: 100, currency: 'HTG' } }, nowUs);
    });
    return { id, payment };
  };
  const failedDelivery = async (of: Seed, attempts: number) => {
    const payment = of.payment({ ...inStatus('completed'), mode: 'live', createdAtUs: nowUs, finishedAtUs: nowUs });
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, [payment]);
      const about = {
        id: `dlv_${payment.id}`,
        paymentId: payment.id,
        refundId: null,
        websiteId: of.websiteId,
        event: 'payment.success',
      };
      const sent = {
        url: 'https://shop.example/',
        body: '{}',
        eventAtUs: nowUs,
        createdAtUs: nowUs,
        deliveredAtUs: null,
      };
      const state = {
        status: 'pending',
        attempts,
        scheduleStep: attempts,
        lastError: 'http_error',
        lastStatusCode: 500,
      };
      const rows = DELIVERIES.rowsOf([{ ...about, ...sent, ...state, nextAttemptAtUs: nowUs + HOUR_US } as never]);
      await tx.insertRows(rows);
    });
  };
  const end = (of: Seed, atUs: number, amountMinor: number, isPaid = true) =>
    store.db.transaction(async (tx) => {
      const status = isPaid ? 'completed' : 'failed';
      const payment = of.payment({
        ...inStatus(status),
        mode: 'live',
        amountMinor,
        createdAtUs: atUs,
        finishedAtUs: atUs,
      });
      await insertPayments(tx, [payment]);
      await insertSums(tx, [payment], store.db.engine);
    });

  const failedByProvider = () =>
    store.db.transaction((tx) => {
      const failed = { ...inStatus('failed'), failureReason: 'provider_error', mode: 'live' } as const;
      const payment = shop.payment({ ...failed, createdAtUs: nowUs, finishedAtUs: nowUs });
      return insertSums(tx, [payment], store.db.engine);
    });

  // Contract: RECEIPT-9
  it('report an open discrepancy once, with a link, and again when it is open again; at most once an hour', async () => {
    const { arrived } = await subscriber(['discrepancies']);
    const { id, payment } = await discrepancy(shop);
    await round();
    const [mail, ...others] = arrived();
    assert.ok(mail);
    assert.deepEqual(others, []);
    assert.match(mail.header('Subject') ?? '', /Peye=3A_1_payment_does_not_match/);
    assert.ok(mail.content.includes(`https://pay.example/console/discrepancies/${id}`));
    // What others wrote cannot add lines or markup.
    assert.ok(mail.content.includes(`Wrong amount: Kafe Mòn <b>, payment ${payment.id}\n`), mail.content);
    assert.ok(mail.content.includes('Kafe Mòn &#60;b&#62;'));

    nowUs += 59 * MINUTE_US;
    const second = await discrepancy(other, 'paid_twice');
    await round();
    assert.deepEqual(arrived(), []);
    nowUs += MINUTE_US;
    await round();
    await round();
    const [next, ...more] = arrived();
    assert.deepEqual(more, []);
    assert.ok(next?.content.includes(second.id) && !next.content.includes(id));

    // Resolved, and reported again because it is open again.
    nowUs += HOUR_US;
    await store.db.transaction((tx) => closeDiscrepancy(tx, id, 'refunded', nowUs));
    await round();
    assert.deepEqual(arrived(), []);
    await store.db.transaction((tx) =>
      tx.query('UPDATE discrepancies SET settled_at_us = NULL, note = NULL WHERE id = $1', [id]),
    );
    await round();
    assert.ok(arrived()[0]?.content.includes(id));
  });

  it('inform a merchant only about their own websites, and a role only about data that it may see', async () => {
    const mine = await subscriber(['webhooks', 'discrepancies', 'methods'], {
      role: 'merchant_owner',
      websites: [shop],
    });
    const { payment } = await discrepancy(other);
    await failedDelivery(shop, 3);
    await failedDelivery(other, 3);
    await round();
    const [mail, ...others] = mine.arrived();
    assert.deepEqual(others, []);
    assert.match(mail?.content ?? '', /Kafe Mòn <b>: 1 webhook is waiting/);
    assert.doesNotMatch(mail?.content ?? '', new RegExp(`Boutik|${payment.id}|payment method`));
  });

  it('report a failing endpoint once while it fails, not for a single failure, and again after it recovered', async () => {
    const { arrived } = await subscriber(['webhooks']);
    await failedDelivery(shop, 2);
    await round();
    assert.deepEqual(arrived(), []);
    await failedDelivery(shop, 3);
    await round();
    assert.equal(arrived().length, 1);
    nowUs += 2 * HOUR_US;
    await round();
    assert.deepEqual(arrived(), []);
    await store.db.transaction((tx) => tx.query('DELETE FROM deliveries'));
    await round();
    await failedDelivery(shop, 4);
    await round();
    assert.equal(arrived().length, 1);
  });

  it('report a second failure within the hour in the next e-mail, whether it lasts or is over', async () => {
    const { arrived } = await subscriber(['webhooks']);
    const recover = () => store.db.transaction((tx) => tx.query('DELETE FROM deliveries'));
    const after = async (minutes: number) => {
      nowUs += minutes * MINUTE_US;
      await round();
      return arrived().map(({ content }) => content);
    };
    await failedDelivery(shop, 3);
    assert.equal((await after(0)).length, 1);
    await recover();
    assert.deepEqual(await after(10), []);
    await failedDelivery(shop, 3);
    await failedDelivery(other, 3);
    assert.deepEqual(await after(10), []);
    await store.db.transaction((tx) => tx.query('DELETE FROM deliveries WHERE website_id = $1', [other.websiteId]));
    assert.deepEqual(await after(10), []);
    const [mail, ...more] = await after(30);
    assert.deepEqual(more, []);
    assert.match(mail ?? '', /2 webhook endpoints keep failing/);
    assert.match(mail ?? '', /Kafe Mòn <b>: 1 webhook is waiting\s+https/);
    assert.match(
      mail ?? '',
      /Boutik Lakay: 1 webhook is waiting\s+No longer the case when this e-mail was sent\.\s+https/,
    );
    // Each was reported once.
    assert.deepEqual(await after(61), []);
    await recover();
    assert.deepEqual([await after(1), await after(61)], [[], []]);
  });

  it('are sent once by two nodes that send at the same time', async () => {
    const { arrived } = await subscriber(['discrepancies', 'webhooks']);
    await discrepancy(shop);
    await failedDelivery(shop, 3);
    const second = store.open();
    await Promise.all([round(), round({}, second), round(), round({}, second)]);
    const [mail, ...others] = arrived();
    assert.deepEqual(others, []);
    assert.match(mail?.content ?? '', /does not match[\s\S]*keeps failing/);
  });

  it('are retried until the mail server accepts them, and are the same message after a crash', async () => {
    const { arrived } = await subscriber(['discrepancies']);
    await discrepancy(shop);
    server.behaviour = 'text_refused';
    await round();
    const refused = arrived().length;
    server.behaviour = 'takes';
    await round();
    assert.equal(arrived().length, 0, 'not before its wait is over');
    nowUs += 15 * MINUTE_US;
    // The worker dies after the mail server has accepted the e-mail.
    const real = smtpMailer({ host: '127.0.0.1', port: server.port, tls: 'none', user: null, password: null } as never);
    const dies = async (mail: Parameters<typeof real.send>[0]) => {
      await real.send(mail);
      throw new Error('died');
    };
    await assert.rejects(round({ mailer: { ...real, send: dies } }), /died/);
    nowUs += 5 * MINUTE_US;
    await round();
    const [before, again, ...others] = arrived();
    assert.ok(before && again, `${refused} were refused`);
    assert.deepEqual(others, []);
    assert.equal(again.header('Message-ID'), before.header('Message-ID'));
  });

  it('summarise yesterday at seven in the morning in Haiti, once, and only the last day after a standstill', async () => {
    const all = await subscriber(['daily_summary']);
    const mine = await subscriber(['daily_summary', 'weekly_summary'], { role: 'merchant_viewer', websites: [other] });
    await end(shop, START_US, 150_00);
    await end(other, START_US + HOUR_US, 250_50);
    await end(other, START_US + HOUR_US, 99_00, false);
    await discrepancy(other, 'returned_after_completion');
    await round();
    nowUs = startOfHaitiDayUs(haitiDayOf(START_US) + 1) + 7 * HOUR_US - MINUTE_US;
    await round();
    assert.deepEqual([all.arrived(), mine.arrived()], [[], []]);
    nowUs += MINUTE_US;
    await round();
    nowUs += 2 * HOUR_US;
    await round();
    const [operators, ...others] = all.arrived();
    assert.deepEqual(others, []);
    assert.match(operators?.content ?? '', /All websites: 2 payments paid \(400\.50\sHTG\), 1\sHTG returned, 1 failed/);
    const [merchants, ...more] = mine.arrived();
    assert.deepEqual(more, []);
    assert.match(merchants?.content ?? '', /Boutik Lakay: 1 payment paid \(250\.50\sHTG\), 1\sHTG returned, 1 failed/);
    assert.doesNotMatch(merchants?.content ?? '', /Kafe|All websites|week/);
    // A standstill over the weekend: on Monday there is one summary of Sunday, and one of the week.
    nowUs = startOfHaitiDayUs(haitiDayOf(START_US) + 5) + 8 * HOUR_US;
    await round();
    await round();
    const [monday, ...rest] = mine.arrived();
    assert.deepEqual(rest, []);
    assert.match(monday?.content ?? '', /no payments paid, none failed[\s\S]*week from[\s\S]*1 payment paid \(250\.50/);
  });

  it('summarise nothing while older payments are being counted', async () => {
    const { arrived } = await subscriber(['daily_summary']);
    await end(shop, START_US, 150_00);
    nowUs = startOfHaitiDayUs(haitiDayOf(START_US) + 1) + 8 * HOUR_US;
    const fill = (nextId: number | null) =>
      store.db.transaction((tx) => tx.query('UPDATE payment_sums_state SET next_id = $1 WHERE id = 1', [nextId]));
    await fill(1);
    await round();
    assert.deepEqual(arrived(), []);
    await fill(null);
    nowUs += MINUTE_US;
    await round();
    assert.match(arrived()[0]?.content ?? '', /1 payment paid \(150\sHTG\)/);
  });

  it('call no method in trouble while the payments of the last hours are being counted', async () => {
    const { arrived } = await subscriber(['methods']);
    for (let i = 0; i < 5; i++) await failedByProvider();
    const set = (nextId: number | null, beginsAtUs: number) =>
      store.db.transaction((tx) =>
        tx.query('UPDATE payment_sums_state SET next_id = $1, begins_at_us = $2 WHERE id = 1', [nextId, beginsAtUs]),
      );
    await set(1, nowUs - MINUTE_US);
    await round();
    assert.deepEqual(arrived(), []);
    // Those of before are counted later, but none of them ended in these hours.
    await set(1, nowUs - 3 * HOUR_US);
    nowUs += MINUTE_US;
    await round();
    assert.match(
      arrived()[0]?.content ?? '',
      /MonCash: 5 live payments failed with provider errors since 25 November 2026, 11:00 am/,
    );
    await set(null, 0);
  });

  it('send the export of a month once, to who may export, and one alone after a standstill', async () => {
    const chosen = ['monthly_export'] as const;
    const owner = await subscriber(chosen, { role: 'merchant_owner', websites: [shop] });
    const viewer = await subscriber(chosen, { role: 'merchant_viewer', websites: [shop] });
    const gone = await subscriber(chosen);
    // START_US is on the 25th of November 2026.
    const at = async (moment: string) => {
      nowUs = Date.parse(moment) * 1000;
      await Promise.all([round(), round()]);
      await round();
      return [owner, viewer, gone].map(({ arrived }) => arrived().map(({ content }) => content));
    };
    assert.deepEqual(await at('2026-12-01T06:59:00-05:00'), [[], [], []]);
    await store.db.transaction((tx) =>
      tx.query('UPDATE users SET deactivated_at_us = $1 WHERE id = $2', [nowUs, gone.id]),
    );
    const [[november, ...others] = [], ...none] = await at('2026-12-01T07:00:00-05:00');
    assert.deepEqual([others, ...none], [[], [], []]);
    assert.match(november ?? '', /Export of November 2026/);
    assert.match(
      november ?? '',
      /\/console\/exports\?list=payments&mode=live&from=2026-11-01T00:00&to=2026-12-01T00:00/,
    );
    assert.doesNotMatch(november ?? '', /Kafe|HTG/);
    assert.deepEqual(await at('2026-12-20T12:00:00-05:00'), [[], [], []]);
    // Nothing ran in January and February.
    const [months = []] = await at('2027-03-02T00:10:00-05:00');
    assert.deepEqual(
      months.map((content) => /Export of \w+ \d+/.exec(content)?.[0]),
      ['Export of February 2027'],
    );
  });

  it('send the statements of a month once each, when they are issued, to users who may see their websites', async () => {
    const chosen = ['monthly_statement'] as const;
    const fresh = await seed(store.db, { website: { name: 'Lòt boutik' }, mode: 'live' });
    const viewer = await subscriber(chosen, { role: 'merchant_viewer', websites: [shop] });
    const owner = await subscriber(chosen, { role: 'merchant_owner', websites: [fresh] });
    const operator = await subscriber(chosen);
    const issue = (websiteId: string, lines: string) =>
      store.db.transaction((tx) =>
        tx.query("INSERT INTO statements (website_id, month, issued_at_us, lines) VALUES ($1, '2027-03', 1, $2)", [
          websiteId,
          lines,
        ]),
      );
    const at = async (moment: string) => {
      nowUs = Date.parse(moment) * 1000;
      await Promise.all([round(), round()]);
      await round();
      return [viewer, owner, operator].map(({ arrived }) => arrived().map(({ content }) => content));
    };
    await at('2027-03-31T12:00:00-04:00');
    await issue(shop.websiteId, '[1]');
    await issue(fresh.websiteId, '[]');
    assert.deepEqual(await at('2027-04-01T06:59:00-04:00'), [[], [], []]);
    const [[march = ''] = [], none, [all] = []] = await at('2027-04-01T07:00:00-04:00');
    assert.deepEqual(none, [], 'a statement without entries is not sent');
    for (const content of [march, all ?? '']) {
      assert.match(content, /Statements of March 2027/);
      assert.ok(content.includes(`/console/websites/${shop.websiteId}/statement?month=2027-03&mode=live`), content);
      assert.doesNotMatch(content, /HTG/);
    }
    assert.deepEqual(await at('2027-04-20T12:00:00-04:00'), [[], [], []]);
    // It is issued late.
    await store.db.transaction((tx) =>
      tx.query("UPDATE statements SET lines = '[1]' WHERE website_id = $1", [fresh.websiteId]),
    );
    const late = await at('2027-04-21T12:00:00-04:00');
    assert.deepEqual(
      late.map((mails) => mails.length),
      [0, 1, 1],
    );
    assert.match(late[1]?.[0] ?? '', /Lòt boutik/);
  });

  it('report the first live payment of a website, and no later one', async () => {
    const { arrived } = await subscriber(['first_payments']);
    const fresh = await seed(store.db, { website: { name: 'Atelye Rose' }, mode: 'live' });
    nowUs += MINUTE_US;
    await end(fresh, nowUs, 500_00);
    await round();
    assert.match(arrived()[0]?.content ?? '', /Atelye Rose: 500\sHTG by/);
    nowUs += 2 * HOUR_US;
    await end(fresh, nowUs, 700_00);
    await round();
    const late = await subscriber(['first_payments']);
    await round();
    assert.deepEqual([arrived(), late.arrived()], [[], []]);
  });

  it('call no payment the first of a website whose older payments may be in an archive', async () => {
    const { arrived } = await subscriber(['first_payments']);
    const names = ['Ansyen', 'Nouvo'];
    const [old, young] = await Promise.all(
      names.map((name, at) => {
        const createdAtUs = START_US - (at === 0 ? 500 : 1) * 24 * HOUR_US;
        return seed(store.db, { website: { name, createdAtUs }, mode: 'live' });
      }),
    );
    const archive = { id: 'a'.repeat(64), payments: 1, beforeUs: START_US - 400 * 24 * HOUR_US, removedAtUs: START_US };
    await store.db.transaction((tx) => addRemovedPayments(tx, archive));
    nowUs += MINUTE_US;
    for (const each of [old, young]) await end(each!, nowUs, 500_00);
    await round();
    const [mail] = arrived();
    assert.match(mail?.content ?? '', /Nouvo: 500\sHTG by/);
    assert.doesNotMatch(mail?.content ?? '', /Ansyen/);
    await store.db.transaction((tx) => tx.query('DELETE FROM archives'));
  });

  it('are not sent to users who cannot sign in, and are due at once after a clock that ran far ahead', async () => {
    const gone = await subscriber(['discrepancies']);
    const ahead = await subscriber(['discrepancies']);
    await discrepancy(shop);
    await store.db.transaction(async (tx) => {
      await tx.query('UPDATE users SET deactivated_at_us = $1 WHERE id = $2', [nowUs, gone.id]);
      const farUs = nowUs + 400 * 24 * HOUR_US;
      await tx.query('UPDATE notifications SET next_at_us = $1 WHERE user_id = $2', [farUs, ahead.id]);
    });
    await round();
    assert.deepEqual([gone.arrived().length, ahead.arrived().length], [0, 1]);
  });

  it('are chosen on the account page, from the topics of one’s role', async () => {
    const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, SMTP_FROM: 'gateway@pay.example' };
    const gateway = await startTestGateway(engine, { settings: { ROLES: 'api,console', ...settings } });
    try {
      const { db } = gateway.store;
      const user = await consolePerson(gateway, 'merchant_developer', { websiteIds: [gateway.website.id] });
      const save = (topics: string[]) => user.submit('/account', '/account/notifications', { topics });
      assert.equal((await save(['webhooks', 'daily_summary'])).location, '/account?done=notifications');
      const page = (await user.get('/account?done=notifications')).text;
      assert.match(page, /Notifications saved[\s\S]*value="webhooks"[^>]* checked/);
      assert.doesNotMatch(page, /value="methods"/);
      for (const wrong of ['methods', 'x'.repeat(5_000), '🦜']) {
        assert.equal((await save(['webhooks', wrong])).status, 422, wrong.slice(0, 9));
      }
      const stored = await db.query('SELECT topic FROM notifications ORDER BY topic');
      assert.deepEqual(
        stored.map(({ topic }) => topic),
        ['daily_summary', 'webhooks'],
      );
      await save([]);
      assert.deepEqual(await db.query('SELECT topic FROM notifications'), []);
    } finally {
      await gateway.stop();
    }
  });
});
