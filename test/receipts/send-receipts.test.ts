import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import type { Row } from '../../src/database/database.ts';
import type { PaymentLink } from '../../src/features/links/payment-link.ts';
import { linkMail } from '../../src/features/links/send-link-notices.ts';
import { recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { mailReceipt, requestReceipt } from '../../src/features/payments/request-receipt.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { deletePayments } from '../../src/features/payments/store/old-payments.ts';
import { receiptMail, sendReceipts } from '../../src/features/receipts/send-receipts.ts';
import {
  claimReceipts,
  countReceipts,
  queueReceipt,
  recordReceipt,
} from '../../src/features/receipts/store/receipts.ts';
import { readMoneyBack } from '../../src/features/refunds/money-back.ts';
import { NO_BRAND } from '../../src/features/websites/brand.ts';
import { findWebsite, type Website } from '../../src/features/websites/store/websites.ts';
import { html } from '../../src/platform/html/html.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { smtpMailer } from '../../src/platform/mail/mailer.ts';
import { formatHaitiTime } from '../../src/platform/wording/format.ts';
import { onBothEngines } from '../support/engines.ts';
import { until } from '../support/gateway.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

const SECOND = 1_000_000;
const START_US = 1_790_000_000_000_000;
const FROM = 'receipts@pay.example';
/** Behaviours of a mail server that refuses every e-mail of this gateway until an operator fixes the cause. */
const REFUSES_UNTIL_FIXED = [
  ...(['not_logged_in', 'login_wanted', 'login_failed', 'out_of_order'] as const),
  ...(['sender_refused', 'not_relaying', 'text_refused'] as const),
];

onBothEngines('receipts by e-mail', (engine) => {
  let store: TestStore;
  let server: MailServer;
  let shop: Seed;
  let nowUs = START_US;
  before(async () => {
    store = await openTestStore(engine);
    server = await startMailServer();
    shop = await seed(store.db, { website: { sendsReceipts: true, name: 'Boutik Marie' } });
  });
  after(async () => {
    await server.close();
    await store.close();
  });
  beforeEach(async () => {
    server.behaviour = 'takes';
    await store.db.transaction((tx) => tx.query('DELETE FROM receipts'));
  });

  const settings = () =>
    ({
      host: '127.0.0.1',
      port: server.port,
      tls: 'none',
      user: null,
      password: null,
      from: FROM,
      sendsTests: true,
    }) as const;
  const deps = () => ({
    db: store.db,
    clock: () => nowUs,
    log: createLog('silent'),
    mailer: smtpMailer(settings()),
    from: FROM,
    sendsTests: true,
    providerFor: () => undefined,
    findPayment: (id: number) => findPayment(store.db, id),
    findMoneyBack: (id: number) => readMoneyBack(store.db, id),
  });
  const round = () => sendReceipts(deps());
  /** Creates a completed payment with a queued receipt. */
  const paid = async (changes: Partial<Payment> = {}, of = shop): Promise<Payment> => {
    const payment = of.payment({
      ...inStatus('completed'),
      customerEmail: 'marie@example.com',
      reference: 'order-1042',
      createdAtUs: nowUs,
      finishedAtUs: nowUs,
      ...changes,
    });
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, [payment]);
      await queueReceipt(tx, { paymentId: payment.id, websiteId: payment.websiteId, nowUs });
    });
    return payment;
  };
  const rowOf = async ({ id }: Payment) => {
    const [row] = await store.db.query('SELECT * FROM receipts WHERE payment_id = $1', [id]);
    return row;
  };
  const mailsOf = ({ id }: Payment) => server.mails.filter((mail) => mail.content.includes(String(id)));

  // Contract: RECEIPT-1
  it('is sent once, in Kreyòl with French below, and without links to other hosts', async () => {
    const payment = await paid();
    await round();
    await round();
    const [mail, ...others] = mailsOf(payment);
    assert.ok(mail);
    assert.deepEqual(others, []);
    assert.deepEqual([mail.from, mail.to], [FROM, ['marie@example.com']]);
    assert.equal(mail.header('Message-ID'), `<receipt.${payment.id}@pay.example>`);
    assert.match(mail.content, /Resi[\s\S]*Machann: Boutik Marie[\s\S]*Reçu[\s\S]*Marchand\s?: Boutik Marie/);
    assert.match(mail.content, /order-1042/);
    assert.doesNotMatch(mail.content, /https?:|src=/);
    assert.deepEqual([(await rowOf(payment))?.status, (await rowOf(payment))?.attempts], ['sent', 1]);
  });

  it('two workers at once send each receipt once', async () => {
    const payments = await Promise.all(Array.from({ length: 12 }, () => paid()));
    const workers = [round, round, round];
    for (let left = 12; left > 0; left--) await Promise.all(workers.map((work) => work()));
    for (const payment of payments) assert.equal(mailsOf(payment).length, 1, String(payment.id));
  });

  // Contract: RECEIPT-1
  it('a receipt whose attempt was never stored is sent again as the same message, after the lease', async () => {
    const payment = await paid();
    const broken = { ...deps(), mailer: { ...deps().mailer, send: crashAfter(deps().mailer.send) } };
    await assert.rejects(sendReceipts(broken), /the machine has stopped/);
    await round();
    assert.equal(mailsOf(payment).length, 1, 'another worker has the lease');
    nowUs += 125 * SECOND;
    await round();
    const ids = mailsOf(payment).map((mail) => mail.header('Message-ID'));
    assert.deepEqual(ids, Array(2).fill(`<receipt.${payment.id}@pay.example>`));
    assert.equal((await rowOf(payment))?.status, 'sent');
  });

  it('an attempt that ends after its lease does not overwrite the next attempt', async () => {
    const payment = await paid();
    const claim = async () => {
      const due = { nowUs, farUs: nowUs * 2, leaseUntilUs: nowUs + 60 * SECOND };
      const [claimed] = await store.db.transaction((tx) =>
        claimReceipts(tx, { ...due, limit: 1, skipLocked: store.db.skipLocked }),
      );
      assert.ok(claimed);
      return claimed;
    };
    const late = await claim();
    nowUs += 61 * SECOND;
    const next = await claim();
    const record = (of: typeof late, status: 'given_up' | 'sent') =>
      store.db.transaction((tx) => recordReceipt(tx, of, { status, endedAtUs: nowUs }));
    await record(late, 'given_up');
    assert.deepEqual([(await rowOf(payment))?.status, (await rowOf(payment))?.attempts], ['pending', 2]);
    await record(next, 'sent');
    assert.equal((await rowOf(payment))?.status, 'sent');
  });

  // Contract: RECEIPT-4
  it('an attempt that kills its worker is repeated twenty times, and then fails without another', async () => {
    const payment = await paid();
    let attempts = 0;
    const send = async () => {
      attempts++;
      throw new Error('the worker dies');
    };
    for (let attempt = 1; attempt <= 20; attempt++) {
      await assert.rejects(sendReceipts({ ...deps(), mailer: { ...deps().mailer, send } }), /the worker dies/);
      assert.equal((await rowOf(payment))?.status, 'pending');
      // The lease of a worker that died.
      nowUs += 125 * SECOND;
    }
    await sendReceipts({ ...deps(), mailer: { ...deps().mailer, send } });
    const row = await rowOf(payment);
    assert.deepEqual([attempts, row?.status, row?.last_error], [20, 'given_up', 'no attempt was finished']);
    assert.equal(row?.ended_at_us, nowUs);
  });

  for (const behaviour of ['closed', 'busy', 'breaks_off', ...REFUSES_UNTIL_FIXED] as const) {
    // Contract: RECEIPT-2
    it(`is tried again for three days when the server is ${behaviour}`, async () => {
      const payment = await paid();
      server.behaviour = behaviour;
      for (const waitSeconds of [60, 300, 1_800, 7_200, ...Array(11).fill(21_600)]) {
        await round();
        const row = await rowOf(payment);
        assert.deepEqual([row?.status, row?.next_attempt_at_us], ['pending', nowUs + waitSeconds * SECOND]);
        await round();
        assert.equal((await rowOf(payment))?.attempts, row?.attempts, 'not before it is due');
        nowUs += waitSeconds * SECOND;
      }
      await round();
      const row = await rowOf(payment);
      assert.deepEqual([row?.status, row?.attempts, row?.ended_at_us], ['given_up', 16, nowUs]);
      assert.doesNotMatch(String(row?.last_error), /marie/);
      server.behaviour = 'takes';
      nowUs += 86_400 * SECOND;
      await round();
      assert.deepEqual(mailsOf(payment), []);
    });
  }

  it('is attempted now if its next attempt is more than a day ahead, because a wrong clock planned it', async () => {
    const [near, far] = [await paid(), await paid()];
    for (const [{ id }, seconds] of [
      [near, 86_400],
      [far, 86_401],
    ] as const) {
      await store.db.transaction((tx) =>
        tx.query('UPDATE receipts SET next_attempt_at_us = $1 WHERE payment_id = $2', [nowUs + seconds * SECOND, id]),
      );
    }
    await round();
    assert.deepEqual([mailsOf(near).length, mailsOf(far).length], [0, 1]);
  });

  it('is accepted by a server that is available again', async () => {
    const payment = await paid();
    server.behaviour = 'closed';
    await round();
    server.behaviour = 'takes';
    nowUs += 60 * SECOND;
    await round();
    assert.equal(mailsOf(payment).length, 1);
    assert.deepEqual([(await rowOf(payment))?.status, (await rowOf(payment))?.attempts], ['sent', 2]);
  });

  // Contract: RECEIPT-3
  it('fails at once when the address is unknown, and the stored row does not hold it', async () => {
    const payment = await paid();
    server.behaviour = 'unknown_recipient';
    await round();
    const row = await rowOf(payment);
    assert.deepEqual([row?.status, row?.attempts], ['given_up', 1]);
    assert.match(String(row?.last_error), /^[A-Z]+ 550$/);
  });

  it('a server that refuses every e-mail does not get the next one at once, and gets all of them when it recovers', async () => {
    const payments = await Promise.all(Array.from({ length: 12 }, () => paid()));
    server.behaviour = 'busy';
    assert.deepEqual(await round(), { isMoreWaiting: false });
    server.behaviour = 'takes';
    assert.deepEqual(await round(), { isMoreWaiting: true });
    assert.deepEqual(await round(), { isMoreWaiting: false });
    nowUs += 60 * SECOND;
    await round();
    for (const payment of payments) assert.equal(mailsOf(payment).length, 1, String(payment.id));
  });

  it('the connection to a server that does not respond is closed, and another attempt follows later', async () => {
    const payment = await paid();
    server.behaviour = 'silent';
    await sendReceipts({ ...deps(), mailer: smtpMailer(settings(), { stepTimeoutMs: 100 }) });
    const row = await rowOf(payment);
    assert.deepEqual([row?.status, row?.last_error], ['pending', 'ETIMEDOUT']);
  });

  it('a stop ends an attempt that hangs, and another attempt follows later', async () => {
    const payment = await paid();
    server.behaviour = 'silent';
    const [stopped, before] = [new AbortController(), server.connections];
    const running = sendReceipts({ ...deps(), mailer: smtpMailer(settings(), { stopped: stopped.signal }) });
    await until('it hangs', () => server.connections > before);
    stopped.abort();
    await running;
    assert.equal((await rowOf(payment))?.status, 'pending');
  });

  it('is dropped when its website has switched receipts off, and fails when no worker ran for three days', async () => {
    const [off, late] = [await paid(), await paid()];
    await store.db.transaction((tx) =>
      tx.query('UPDATE websites SET sends_receipts = 0 WHERE id = $1', [shop.websiteId]),
    );
    await round();
    assert.deepEqual([(await rowOf(off))?.status, (await rowOf(off))?.last_error], ['dropped', 'switched off']);
    await store.db.transaction(async (tx) => {
      await tx.query('UPDATE websites SET sends_receipts = 1 WHERE id = $1', [shop.websiteId]);
      await tx.query(
        "UPDATE receipts SET status = 'pending', next_attempt_at_us = $1, ended_at_us = NULL WHERE payment_id = $2",
        [...[nowUs, late.id]],
      );
    });
    nowUs += 4 * 86_400 * SECOND;
    await round();
    assert.deepEqual(
      [(await rowOf(late))?.status, (await rowOf(late))?.last_error],
      ['given_up', 'waited for more than three days'],
    );
    assert.equal((await countReceipts(store.db, nowUs - SECOND)).givenUp, 1);
    assert.deepEqual([...mailsOf(off), ...mailsOf(late)], []);
  });

  for (const address of [
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example, c@d.example',
    '"a b"@c.example',
    '<a@b.example>',
    'a b@c.d',
  ]) {
    // Contract: RECEIPT-5
    it(`no e-mail goes to ${JSON.stringify(address)}`, async () => {
      const payment = await paid({ customerEmail: address });
      await round();
      assert.deepEqual([(await rowOf(payment))?.status, (await rowOf(payment))?.last_error], ['dropped', 'no address']);
      assert.deepEqual(mailsOf(payment), []);
    });
  }

  // Contract: RECEIPT-5
  it('texts of merchants cannot become headers or HTML', async () => {
    const name = 'Boutik\r\nBcc: spy@example.com\r\n\r\n<b>x</b>\u202e🎉';
    const other = await seed(store.db, { website: { sendsReceipts: true, name } });
    const payment = await paid({ description: '<script>alert(1)</script>\n.\nQUIT' }, other);
    await round();
    const [mail] = mailsOf(payment);
    assert.ok(mail);
    assert.deepEqual(mail.to, ['marie@example.com']);
    assert.equal(mail.header('Bcc'), undefined);
    assert.doesNotMatch(mail.content, /\u202e/);
    const page = mail.content.slice(mail.content.indexOf('<!doctype'));
    assert.doesNotMatch(page, /<script|<b>x/);
    assert.match(page, /&#60;script&#62;/);
  });

  // Contract: RECEIPT-7
  it('a subject is cut to 150 characters, in e-mails to customers and to sellers', async () => {
    // The longest name that a website can have, in characters of two UTF-16 units.
    const name = '🌴'.repeat(255);
    const other = await seed(store.db, { website: { sendsReceipts: true, name } });
    const payment = await paid({ mode: 'live' }, other);
    await round();
    const website = await findWebsite(store.db, other.websiteId);
    assert.ok(website);
    const addresses = { to: 'marie@example.com', from: FROM };
    const receipt = receiptMail({ payment, website, charged: undefined, back: [] }, addresses).subject;
    const notice = linkMail(
      { payment, website, link: { name, code: 'BCDFGHJK' } as PaymentLink, back: [] },
      addresses,
    ).subject;
    for (const subject of [receipt, notice]) {
      assert.equal([...subject].length, 150);
      assert.match(subject, /: 🌴+$/u);
    }
    assert.equal(mailsOf(payment).length, 1);
  });

  it('has the time when the payment was completed, not when it was created, in e-mails to customers and to sellers', () => {
    const hours = (by: number) => START_US + by * 3_600 * SECOND;
    const payment = shop.payment({ ...inStatus('completed'), createdAtUs: hours(0), finishedAtUs: hours(2) });
    const [website, addresses] = [{ name: 'Boutik' } as Website, { to: 'marie@example.com', from: FROM }];
    const link = { name: 'Mango', code: 'BCDFGHJK' } as PaymentLink;
    const about = { payment, website: { ...website, brand: NO_BRAND }, charged: undefined, back: [] };
    const receipt = receiptMail(about, addresses);
    for (const { text } of [receipt, linkMail({ payment, website, link, back: [] }, addresses)]) {
      for (const language of ['ht', 'fr'] as const) {
        assert.ok(text.includes(formatHaitiTime(hours(2), language)), text);
        assert.ok(!text.includes(formatHaitiTime(hours(0), language)), text);
      }
    }
  });

  it('an e-mail to the seller has the name of the customer only if the link requests names', async () => {
    const payment = shop.payment({ ...inStatus('completed'), customerName: 'Jan Batis' });
    const textOf = (asksName: boolean) => {
      const link = { name: 'Mango', code: 'BCDFGHJK', asksName } as PaymentLink;
      return linkMail({ payment, website: { name: 'Boutik' }, link, back: [] }, { to: 'marie@example.com', from: FROM })
        .text;
    };
    assert.match(textOf(true), /Jan Batis/);
    assert.doesNotMatch(textOf(false), /Jan Batis/);
  });

  it('shows the amount that the card was charged in another currency', async () => {
    const payment = await paid({ method: 'card' });
    const cardFields = { chargeOf: () => ({ amountMinor: 958, currency: 'USD' }) };
    await sendReceipts({ ...deps(), providerFor: () => ({ cardFields }) as never });
    assert.match(mailsOf(payment)[0]?.content ?? '', /Yo pran sou kat ou: 9\.58\sUSD/);
    const same = await paid({ method: 'card' });
    await sendReceipts({ ...deps(), providerFor: () => ({ cardFields: { chargeOf: () => same } }) as never });
    assert.match(mailsOf(same)[0]?.content ?? '', /Boutik Marie/);
    assert.doesNotMatch(mailsOf(same)[0]?.content ?? '', /Yo pran sou kat ou/, 'in the currency of the payment');
  });

  it('a test payment says that no money moved, and a contact that is an address gets the replies', async () => {
    const brand = { contact: 'boutik@example.com', colour: null, logo: null };
    const other = await seed(store.db, { website: { sendsReceipts: true, brand } });
    const payment = await paid({ mode: 'test' }, other);
    await round();
    const [mail] = mailsOf(payment);
    assert.match(mail?.header('Subject') ?? '', /TEST/);
    assert.match(mail?.content ?? '', /Mòd tès/);
    assert.match(mail?.header('Reply-To') ?? '', /boutik@example\.com/);
    const phone = { contact: '+509 3700 0001', colour: null, logo: null };
    const called = await paid({}, await seed(store.db, { website: { sendsReceipts: true, brand: phone } }));
    await round();
    assert.deepEqual([mailsOf(called).length, mailsOf(called)[0]?.header('Reply-To')], [1, undefined]);
  });

  it('a test payment sends none by default, because a test key could then send e-mails to any address', async () => {
    const [test, live] = [await paid({ mode: 'test' }), await paid({ mode: 'live' })];
    await sendReceipts({ ...deps(), sendsTests: false });
    assert.deepEqual([(await rowOf(test))?.status, (await rowOf(test))?.last_error], ['dropped', 'test mode']);
    assert.deepEqual([mailsOf(test).length, mailsOf(live).length], [0, 1]);
  });

  it('is sent again to a typed address, as another message, though the website sends none', async () => {
    const other = await seed(store.db);
    const payment = await paid({ customerEmail: null }, other);
    await requestReceipt(deps(), payment, 'jean@example.com');
    await round();
    await requestReceipt(deps(), payment, 'jean@example.com');
    await round();
    await round();
    const mails = mailsOf(payment);
    assert.deepEqual(
      mails.flatMap((mail) => mail.to),
      ['jean@example.com', 'jean@example.com'],
    );
    assert.equal(new Set(mails.map((mail) => mail.header('Message-ID'))).size, 2);
  });

  it('shows the money that the provider reported as returned, or as held in a dispute', async () => {
    const payment = await paid({ customerEmail: null });
    const report = { method: payment.method, paymentId: payment.id, providerRef: 're_1' };
    const money = (amountMinor: number) => ({ amountMinor, currency: 'HTG' }) as const;
    await store.db.transaction(async (tx) => {
      const returned = {
        ...report,
        kind: 'returned_after_completion',
        word: 'refunded',
        reported: money(12_300),
      } as const;
      const held = {
        ...report,
        kind: 'disputed',
        providerRef: 'dp_1',
        word: 'disputed',
        reported: money(45_600),
      } as const;
      await recordDiscrepancy(tx, `dsc_${payment.id}_1`, returned, nowUs);
      await recordDiscrepancy(tx, `dsc_${payment.id}_2`, held, nowUs);
    });
    await requestReceipt(deps(), payment, 'jean@example.com');
    await round();
    const [mail] = mailsOf(payment);
    const content = mail?.content.replaceAll(/=\r?\n/g, '') ?? '';
    assert.match(content, /D’après le prestataire de paiement, tout ou partie de ce paiement a été rendu au client/);
    assert.match(content, /Rendu par le prestataire de paiement\s?: 123\sHTG \([^)]+20\d\d\)/);
    assert.match(content, /Retenu \(contestation\)\s?: 456\sHTG/);
    // A dispute that an operator has resolved may have been won; a return stays one.
    await store.db.transaction((tx) =>
      tx.query("UPDATE discrepancies SET settled_at_us = 1, note = 'informed' WHERE payment_id = $1", [payment.id]),
    );
    assert.deepEqual(
      (await deps().findMoneyBack(payment.id)).map(({ isHeld }) => isHeld),
      [false],
    );
  });

  it('goes to the newest requested address, also when an attempt for the previous one is under way', async () => {
    const payment = await paid({ customerEmail: null });
    await round();
    await requestReceipt(deps(), payment, 'wrong@example.com');
    await sendReceipts({
      ...deps(),
      mailer: {
        ...deps().mailer,
        send: async (mail) => {
          if (mail.to === 'wrong@example.com') await requestReceipt(deps(), payment, 'right@example.com');
        },
      },
    });
    nowUs += 10 * 60 * SECOND;
    await round();
    assert.deepEqual(
      mailsOf(payment).flatMap((mail) => mail.to),
      ['right@example.com'],
    );
  });

  it('waits less for a new address than for the earlier address, whose attempts have failed', async () => {
    const payment = await paid({ customerEmail: null });
    await round();
    await requestReceipt(deps(), payment, 'first@example.com');
    server.behaviour = 'not_relaying';
    for (const minutes of [0, 1, 5, 30]) {
      nowUs += minutes * 60 * SECOND;
      await round();
    }
    server.behaviour = 'takes';
    await requestReceipt(deps(), payment, 'second@example.com');
    nowUs += 3 * 60 * SECOND;
    await round();
    assert.deepEqual(
      mailsOf(payment).flatMap((mail) => mail.to),
      ['second@example.com'],
    );
  });

  it('is requested at most five times by customers, however many arrive at once, and only for a completed payment', async () => {
    const [payment, open] = [await paid({ customerEmail: null }), await paid(inStatus('failed'))];
    await Promise.all(Array.from({ length: 12 }, (_, i) => requestReceipt(deps(), payment, `person${i}@example.com`)));
    for (const wrong of ['', 'x', 'a@b,c@d', 'a@b\r\nBcc: c@d', `${'x'.repeat(250)}@b.ht`]) {
      await requestReceipt(deps(), await paid({ customerEmail: null }), wrong);
    }
    await requestReceipt(deps(), open, 'a@b.ht');
    const rows = await store.db.query<Row & { payment_id: number; requests: number }>(
      'SELECT payment_id, requests FROM receipt_requests WHERE requests > 2 OR payment_id = $1',
      [open.id],
    );
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ payment_id: payment.id, requests: 5 }],
    );
    // An operator can still send it.
    const actor = { kind: 'system', id: null, name: 'test', address: null } as const;
    await mailReceipt({ ...deps(), actor }, String(payment.id), 'a@b.ht');
    await assert.rejects(mailReceipt({ ...deps(), actor }, String(open.id), 'a@b.ht'), /not paid/);
    await assert.rejects(mailReceipt({ ...deps(), actor }, String(payment.id), 'a@b, c@d'), /valid e-mail/);
    for (let left = 9; left > 0; left--) await mailReceipt({ ...deps(), actor }, String(payment.id), 'a@b.ht');
    await assert.rejects(mailReceipt({ ...deps(), actor }, String(payment.id), 'a@b.ht'), /15 times/);
  });

  it('nothing is queued for a website without receipts, and a receipt is deleted with its payment', async () => {
    const other = await seed(store.db);
    const [unwanted, sent] = [await paid({}, other), await paid()];
    assert.equal(await rowOf(unwanted), undefined);
    await round();
    assert.equal((await rowOf(sent))?.status, 'sent');
    await store.db.transaction((tx) => deletePayments(tx, [sent.id], nowUs + SECOND));
    assert.equal(await rowOf(sent), undefined);
  });

  // Contract: RECEIPT-8
  it('nothing is sent unencrypted if TLS is required', async () => {
    const mails = server.mails.length;
    const secret = { user: 'marie', password: 'not-in-the-clear' };
    for (const tls of ['upgrade', 'first'] as const) {
      const mailer = smtpMailer({ ...settings(), ...secret, tls });
      await assert.rejects(mailer.check(), { name: 'MailFailure' });
      const mail = {
        from: { name: 'x', address: FROM },
        to: 'a@b.example',
        subject: 'x',
        text: 'x',
        html: html`x`,
        messageId: '<x@y>',
      };
      await assert.rejects(mailer.send(mail), { name: 'MailFailure' });
    }
    assert.equal(server.mails.length, mails);
    assert.deepEqual(
      server.commands.filter((line) => line.startsWith('AUTH')),
      [],
    );
  });
});

function crashAfter(send: (mail: never) => Promise<void>) {
  return async (mail: unknown) => {
    await send(mail as never);
    throw new Error('the machine has stopped');
  };
}
