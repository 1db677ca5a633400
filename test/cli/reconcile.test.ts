import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { startMoncashSimulator } from '../../simulators/moncash/moncash-simulator.ts';
import { PAYMENT_METHODS } from '../../src/core/payment.ts';
import { movingClock } from '../contract/moving-clock.ts';
import { peye } from '../support/cli.ts';
import { formOnPage } from '../support/drivers/form-on-page.ts';
import { onSqliteByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway } from '../support/gateway.ts';
import { assertSound } from '../support/soundness.ts';
import { openStage, type Stage } from './reconcile-stage.ts';

/** The unknown part of every sum when each provider gave a usable response. */
const NONE_UNKNOWN = { count: 0, amount: '0.00' };
const NOTHING = { matched: 0, mismatched: 0, missing_at_provider: 0, missing_here: 0, unknown: 0 };

onSqliteByDay('peye reconcile', (engine) => {
  let stage: Stage;
  // Every test has its own provider records.
  beforeEach(async () => {
    stage = await openStage(engine);
  });
  afterEach(() => stage.stop());

  const jsonOf = async (args: readonly string[] = [], settings: Record<string, string> = {}) => {
    const result = await stage.reconcile([...args, '--json'], settings);
    return { ...result, json: JSON.parse(result.stdout) };
  };

  // Contract: OPERATOR-13
  it('exits 0 when both sides agree on paid, open and failed payments, and adds up the paid ones', async () => {
    for (const method of PAYMENT_METHODS) {
      const paid = await stage.create(method, { amount: 750 });
      await stage.pay(paid, method);
      assert.equal(await stage.verify(paid), 'completed');
      await stage.create(method);
      const expired = await stage.create(method);
      await stage.expire(expired);
      assert.equal(await stage.verify(expired), 'failed');
    }
    const usd = await stage.create('card', { amount: 12.34, currency: 'USD' });
    await stage.pay(usd, 'card');

    const { code, stderr, stdout, json } = await jsonOf([], { LOG_LEVEL: 'info' });
    assert.equal(code, 0, stderr);
    assert.equal(stderr, '');
    assert.equal(stdout.split('\n').length, 2, 'one line');
    assert.deepEqual(Object.keys(json), ['from', 'to', 'time_zone', 'results', 'sums', 'lines']);
    assert.deepEqual(json.results, { ...NOTHING, matched: 13 });
    assert.equal(json.lines.length, 13);
    const [line] = json.lines;
    assert.deepEqual(line, {
      result: 'matched',
      method: 'moncash',
      transaction_id: line.transaction_id,
      provider_ref: stage.moncash.book()[0]?.providerRef,
      reference: null,
      created_at: (await stage.api.get(`/payments/${line.transaction_id}`)).json.data.created_at,
      ours: { status: 'completed', amount: '750.00', currency: 'HTG' },
      theirs: { status: 'paid', amount: '750.00', currency: 'HTG' },
    });
    const shown = await peye(['payments', 'show', line.transaction_id], { settings: stage.gateway.settings });
    assert.match(shown.stdout, new RegExp(`Provider reference +${line.provider_ref}\n`));
    const side = { count: 1, amount: '750.00' };
    const gourdes = PAYMENT_METHODS.map((method) => ({
      method,
      currency: 'HTG',
      ours: side,
      theirs: side,
      unknown: NONE_UNKNOWN,
    }));
    const dollars = { count: 1, amount: '12.34' };
    assert.deepEqual(
      json.sums,
      [...gourdes, { method: 'card', currency: 'USD', ours: dollars, theirs: dollars, unknown: NONE_UNKNOWN }].sort(
        (a, b) => `${a.method}${a.currency}`.localeCompare(`${b.method}${b.currency}`),
      ),
    );
    assert.equal(
      (await stage.api.get(`/payments/${usd}`)).json.data.status,
      'completed',
      'reconcile has completed the payment, as the provider has',
    );
    assert.deepEqual(await stage.discrepancies(), []);

    const text = await stage.reconcile();
    assert.equal(text.code, 0);
    assert.match(text.stdout, /^RESULT +COUNT\nmatched +13\n/);
    assert.match(text.stdout, /moncash +1 +750\.00 HTG +1 +750\.00 HTG/);
    assert.match(text.stdout, /Checked for unknown charges: lakaypay_card, card\. The other providers offer no list/);
  });

  // Contract: OPERATOR-13
  it('exits 1 for a different amount than requested, records it once in all its runs, and completes no payment', async () => {
    const ids: string[] = [];
    for (const method of PAYMENT_METHODS) {
      const id = await stage.create(method);
      await stage.pay(id, method, 49_900);
      ids.push(id);
    }
    for (const times of [1, 2]) {
      const { code, stderr, json } = await jsonOf();
      assert.equal(code, 1);
      assert.match(stderr, /peye: 4 differences found\.\n$/);
      assert.deepEqual(json.results, { ...NOTHING, mismatched: 4 });
      for (const line of json.lines) {
        assert.deepEqual([line.ours.status, line.ours.amount], ['failed', '500.00']);
        assert.deepEqual(line.theirs, { status: 'paid', amount: '499.00', currency: 'HTG' });
        assert.notEqual(line.provider_ref, null);
      }
      const discrepancies = await stage.discrepancies();
      assert.deepEqual(discrepancies.map(({ transaction_id: id }) => id).sort(), [...ids].sort());
      for (const one of discrepancies) {
        assert.equal(one.kind, 'amount_mismatch');
        assert.deepEqual(one.reported, { amount: '499.00', currency: 'HTG' });
        assert.equal(one.times_seen, times);
      }
    }
  });

  it('exits 1 for money that came after the failure, at every provider, and shows the provider’s number of the charge', async () => {
    for (const method of PAYMENT_METHODS) {
      if (method === 'card') stage.stripe.faults.create = 'drop_after_effect';
      const asked = await stage.api.post('/payments', paymentRequest({ payment_method: method, reference: method }));
      stage.stripe.repair();
      stage.stripe.faults.reports = 'never';
      const { transaction_id: id } = (await stage.api.get(`/payments/reference/${method}`)).json.data;
      const form = method === 'lakaypay_card' ? await formOnPage(asked.json.payment_url) : undefined;
      if (method !== 'card') {
        await stage.expire(id);
        assert.equal(await stage.verify(id), 'failed');
      }
      if (form) await stage.acceptance.pay(form);
      else await stage.pay(id, method);
    }
    const books = [stage.moncash, stage.natcash, stage.acceptance, stage.stripe].flatMap(({ book }) => book());
    for (const times of [1, 2]) {
      const { code, json } = await jsonOf();
      assert.equal(code, 1);
      assert.deepEqual(json.results, { ...NOTHING, mismatched: 4 });
      for (const { ours, theirs } of json.sums) assert.deepEqual([ours.count, theirs.count], [0, 1]);
      assert.deepEqual(
        json.lines.map((line: { provider_ref: string }) => line.provider_ref).sort(),
        books.map(({ providerRef }) => providerRef).sort(),
      );
      const discrepancies = await stage.discrepancies();
      assert.deepEqual(
        discrepancies.map(({ kind, times_seen }) => [kind, times_seen]),
        Array(4).fill(['paid_after_failure', times]),
      );
    }
  });

  it('counts money that was paid after a declined attempt once: one line, one discrepancy, one sum', async () => {
    // Regression: the provider lists the charge under another number than the declined attempt, so it was counted as a second charge.
    await stage.tryThenPayInAnotherTab(await stage.create('lakaypay_card'), 'declined');
    for (const times of [1, 2]) {
      const { json } = await jsonOf();
      assert.deepEqual(json.results, { ...NOTHING, mismatched: 1 });
      const [money] = stage.acceptance.book().filter(({ status }) => status === 'paid');
      assert.equal(json.lines[0].provider_ref, money?.providerRef);
      assert.deepEqual(json.sums[0].theirs, { count: 1, amount: '500.00' });
      const discrepancies = await stage.discrepancies();
      assert.deepEqual(
        discrepancies.map(({ kind, provider_ref, times_seen }) => [kind, provider_ref, times_seen]),
        [['paid_after_failure', money?.providerRef, times]],
      );
    }
  });

  it('exits 1 for a card charged twice, and counts the payment once in our sums', async () => {
    // Regression: the payment was on the line of the second charge too, so that both sums agreed.
    const id = await stage.create('lakaypay_card');
    await stage.payTwice(id);
    for (const times of [2, 4]) {
      const { code, json } = await jsonOf();
      assert.equal(code, 1);
      assert.deepEqual(json.results, { ...NOTHING, mismatched: 2 });
      assert.deepEqual(
        json.lines.map((line: Record<string, unknown>) => [line.transaction_id, line.ours !== null]),
        [
          [id, true],
          [id, false],
        ],
      );
      assert.deepEqual(json.sums[0].ours, { count: 1, amount: '500.00' });
      assert.deepEqual(json.sums[0].theirs, { count: 2, amount: '1000.00' });
      const discrepancies = await stage.discrepancies();
      assert.deepEqual(
        discrepancies.map(({ kind, times_seen }) => [kind, times_seen]),
        [['paid_twice', times]],
      );
    }
  });

  it('verifies a payment of another day if a charge of this day names it, before it reports that charge', async () => {
    // Regression: money paid after an attempt under review was reported as a second charge, and money for a failed payment not at all.
    const open = await stage.create('lakaypay_card');
    await stage.tryThenPayInAnotherTab(open, 'review');
    const asked = await stage.api.post('/payments', paymentRequest({ payment_method: 'lakaypay_card' }));
    const late = asked.json.transaction_id;
    const tab = await formOnPage(asked.json.payment_url);
    await stage.expire(late);
    assert.equal(await stage.verify(late), 'failed');
    await stage.acceptance.pay(tab);
    const money = stage.acceptance.book().find(({ reference }) => reference === late)?.providerRef;
    for (const id of [open, late]) await stage.backdate(id, 4);
    const { code, json } = await jsonOf();
    assert.equal(code, 1);
    assert.deepEqual(
      json.lines.map((line: Record<string, unknown>) => [line.result, line.transaction_id, line.provider_ref]),
      [['mismatched', late, money]],
    );
    assert.equal((await stage.api.get(`/payments/${open}`)).json.data.status, 'completed');
    assert.deepEqual(
      (await stage.discrepancies()).map(({ kind, provider_ref }) => [kind, provider_ref]),
      [['paid_after_failure', money]],
    );
    assert.deepEqual((await jsonOf()).json.results, { ...NOTHING, mismatched: 1 });
  });

  // Contract: OPERATOR-13
  it('exits 1 for a completed payment that is missing at its provider', async () => {
    const id = await stage.create('moncash');
    await stage.pay(id, 'moncash');
    assert.equal(await stage.verify(id), 'completed');
    const another = await startMoncashSimulator({ gatewayUrl: stage.gateway.url });
    try {
      for (const times of [1, 2]) {
        const { code, json } = await jsonOf([], another.settings);
        assert.equal(code, 1);
        assert.deepEqual(json.results, { ...NOTHING, missing_at_provider: 1 });
        assert.deepEqual(json.sums, [
          {
            method: 'moncash',
            currency: 'HTG',
            ours: { count: 1, amount: '500.00' },
            theirs: { count: 0, amount: '0.00' },
            unknown: NONE_UNKNOWN,
          },
        ]);
        const [discrepancy, ...others] = await stage.discrepancies();
        assert.deepEqual(
          [discrepancy?.kind, discrepancy?.transaction_id, discrepancy?.reported, discrepancy?.times_seen],
          ['not_paid', id, null, times],
        );
        assert.deepEqual(others, []);
      }
      assert.equal((await stage.api.get(`/payments/${id}`)).json.data.status, 'completed', 'final is final');
    } finally {
      await another.stop();
    }
    assert.equal((await stage.reconcile()).code, 0, 'the provider that has the charge reports no difference');
  });

  it('exits 1 for money in a provider’s list that belongs to no payment here', async () => {
    const neighbour = await openStage('sqlite', stage);
    const foreign: string[] = [];
    try {
      for (const method of ['lakaypay_card', 'card'] as const) {
        const own = await stage.create(method);
        await stage.pay(own, method);
        const theirs = await neighbour.create(method, { amount: 900 });
        await neighbour.pay(theirs, method);
        foreign.unshift(theirs);
        // An unpaid payment must not be reported.
        await neighbour.create(method, { amount: 900 });
      }
    } finally {
      await neighbour.stop();
    }
    for (const times of [1, 2]) {
      const { code, json } = await jsonOf();
      assert.equal(code, 1);
      assert.deepEqual(json.results, { ...NOTHING, matched: 2, missing_here: 2 });
      assert.deepEqual(
        json.lines
          .filter(({ result }: { result: string }) => result !== 'matched')
          .map((line: Record<string, unknown>) => [line.result, line.method, line.transaction_id, line.ours]),
        [
          ['missing_here', 'lakaypay_card', null, null],
          ['missing_here', 'card', null, null],
        ],
      );
      for (const { ours, theirs } of json.sums) {
        assert.deepEqual(
          [ours, theirs],
          [
            { count: 1, amount: '500.00' },
            { count: 2, amount: '1400.00' },
          ],
        );
      }
      const discrepancies = await stage.discrepancies();
      assert.deepEqual(
        discrepancies.map(({ kind, transaction_id, reported, times_seen }) => [
          kind,
          transaction_id,
          reported,
          times_seen,
        ]),
        foreign.map((id) => ['unknown_payment', id, { amount: '900.00', currency: 'HTG' }, times]),
        'the id is the one in the provider’s list: no such payment is stored here',
      );
    }
  });

  it('refuses to start if a provider has no credentials, and reports payments without a usable response as unknown', async () => {
    const ids: string[] = [];
    for (const method of PAYMENT_METHODS) {
      const id = await stage.create(method);
      await stage.pay(id, method);
      ids.push(id);
    }
    const states = () => Promise.all(ids.map(async (id) => (await stage.api.get(`/payments/${id}`)).text));
    const before = await states();
    const removed = {
      MONCASH_CLIENT_SECRET: '',
      NATCASH_PRIVATE_KEY: '',
      LAKAYPAY_CARD_SECRET_KEY: '',
      STRIPE_SECRET_KEY: '',
    };
    const auditRows = async () =>
      (await stage.gateway.store.db.query("SELECT position FROM audit_log WHERE action = 'reconcile.run'")).length;
    for (const given of [removed, { MONCASH_CLIENT_SECRET: '' }]) {
      const without = await stage.reconcile(['--json'], given);
      assert.equal(without.code, 1);
      assert.equal(without.stdout, '');
      assert.match(without.stderr, /moncash needs MONCASH_CLIENT_ID, MONCASH_CLIENT_SECRET/);
    }
    assert.equal(await auditRows(), 0);
    // A method that has credentials can still be compared alone. A method without credentials cannot.
    const natcash = await jsonOf(['--method', 'natcash'], { MONCASH_CLIENT_SECRET: '' });
    assert.deepEqual([natcash.code, natcash.json.results], [0, { ...NOTHING, matched: 1 }]);
    const moncash = await stage.reconcile(['--method', 'moncash'], { MONCASH_CLIENT_SECRET: '' });
    assert.match(moncash.stderr, /MONCASH_CLIENT_ID/);
    // By now the natcash payment is completed, and no other.
    before.splice(0, before.length, ...(await states()));

    stage.moncash.faults.query = 'error_500';
    stage.natcash.faults.query = 'garbage';
    stage.acceptance.faults.query = 'drop';
    stage.stripe.faults.query = 'garbage';
    const incomplete = await jsonOf();
    assert.equal(incomplete.code, 1);
    // Unknown are four payments, and the contents of two lists.
    assert.deepEqual(incomplete.json.results, { ...NOTHING, unknown: 6 });
    assert.match(incomplete.stderr, /Incomplete: no usable response from the provider for 6 payments/);
    assert.doesNotMatch(incomplete.stderr, /difference/);
    for (const { theirs, unknown } of incomplete.json.sums) {
      assert.equal(theirs, null, 'an unknown sum is null, never zero');
      assert.deepEqual(unknown, { count: 1, amount: '500.00' });
    }
    const [, ...rows] = parseCsv((await stage.reconcile(['--csv'])).stdout);
    for (const row of rows) assert.deepEqual([row[0], ...row.slice(9)], ['unknown', 'unknown', '', '']);
    const shown = await stage.reconcile();
    assert.match(shown.stdout, /moncash +\d +[\d.]+ HTG +unknown +unknown +1/);
    assert.deepEqual(
      incomplete.json.lines
        .filter((line: { transaction_id: unknown }) => line.transaction_id === null)
        .map(({ method }: { method: string }) => method),
      ['lakaypay_card', 'card'],
    );
    assert.deepEqual(await states(), before);
    assert.deepEqual(await stage.discrepancies(), []);
  });

  it('prints CSV with one header, every comparison, quotes where needed, and no formula', async () => {
    const references = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\tx',
      '\r=1',
      'a,b',
      'say "hi"',
      'two\nlines',
      'plain',
      ',=1"',
      // Where French is spoken, spreadsheets cut lines at semicolons: then a cell starts in the middle of a field.
      'x;=1+1;',
      'x";"@SUM(A1)',
      'two\n=1+1',
      'a;b;1',
    ];
    for (const reference of references) await stage.create('moncash', { reference });
    const late = await stage.create('moncash', { reference: '=late' });
    await stage.pay(late, 'moncash', 100);
    const { code, stdout } = await stage.reconcile(['--csv']);
    assert.equal(code, 1);
    const [header, ...lines] = parseCsv(stdout);
    assert.deepEqual(header, [
      ...['result', 'method', 'transaction_id', 'provider_ref', 'reference', 'created_at', 'status'],
      ...['amount', 'currency', 'provider_status', 'provider_amount', 'provider_currency'],
    ]);
    assert.equal(lines.length, references.length + 1);
    for (const line of lines) assert.equal(line.length, header?.length);
    const safe = [
      "'=1+1",
      "'+1",
      "'-1",
      "'@SUM(A1)",
      "'\tx",
      "'\r'=1",
      'a,b',
      'say "hi"',
      'two\nlines',
      'plain',
      ',=1"',
      "x;'=1+1;",
      `x";'"@SUM(A1)`,
      "two\n'=1+1",
      'a;b;1',
      "'=late",
    ];
    assert.deepEqual(lines.map((line) => line[4]).sort(), safe.sort());
    assert.doesNotMatch(
      stdout,
      /(?:^|[;\t\r\n])"*[=+@-]/,
      'no cell is a formula, however a program splits the text into cells',
    );
    const [mismatched] = lines.filter(([result]) => result === 'mismatched');
    assert.deepEqual(mismatched?.slice(6), ['failed', '500.00', 'HTG', 'paid', '1.00', 'HTG']);
    assert.equal(mismatched?.[2], late);
  });

  it('reads both days as whole days in Haiti, or in UTC', async () => {
    const clock = movingClock('2026-03-09T23:59:59.999999Z');
    const moncash = await startMoncashSimulator({
      gatewayUrl: 'http://127.0.0.1',
      now: () => Math.floor(clock.now() / 1000),
    });
    const gateway = await startTestGateway(engine, {
      clock: clock.now,
      settings: { ...moncash.settings, ROLES: 'api' },
    });
    try {
      const moments = [
        '2026-03-10T03:59:59.999999Z',
        '2026-03-10T04:00:00Z',
        '2026-03-12T03:59:59.999999Z',
        '2026-03-12T04:00:00Z',
      ];
      for (const moment of moments) {
        clock.setTo(moment);
        const response = await gateway.client(gateway.liveKey).post('/payments', paymentRequest({ reference: moment }));
        assert.equal(response.status, 201, response.text);
      }
      const days = async (from: string, to: string, ...more: string[]) => {
        const { stdout } = await peye(['reconcile', '--from', from, '--to', to, '--csv', ...more], {
          settings: gateway.settings,
        });
        return parseCsv(stdout)
          .slice(1)
          .map((line) => line[4]);
      };
      assert.deepEqual(await days('2026-03-10', '2026-03-11'), moments.slice(1, 3));
      assert.deepEqual(await days('2026-03-10', '2026-03-10'), moments.slice(1, 2));
      assert.deepEqual(await days('2026-03-09', '2026-03-09'), moments.slice(0, 1));
      assert.deepEqual(await days('2026-03-13', '2026-03-31'), []);
      assert.deepEqual(await days('2026-03-10', '2026-03-11', '--utc'), moments.slice(0, 2));
    } finally {
      await gateway.stop();
      await moncash.stop();
    }
  });

  it('exits 2 for wrong usage, and explains the fault in one line', async () => {
    const usages: [args: string[], message: RegExp][] = [
      [[], /--from/],
      [['--from', '2026-01-01'], /--to/],
      [['--from', '2026-02-30', '--to', '2026-03-01'], /Use a calendar day, YYYY-MM-DD/],
      [['--from', '2026-1-1', '--to', '2026-03-01'], /YYYY-MM-DD/],
      [['--from', '2026-03-02', '--to', '2026-03-01'], /--from is after --to/],
      [['--from', '2026-03-01', '--to', '2026-03-01', '--csv', '--json'], /--csv and --json cannot be used together/],
      [['--from', '2026-03-01', '--to', '2026-03-01', '--website', 'web_1'], /unknown option/],
    ];
    for (const [args, message] of usages) {
      const { code, stdout, stderr } = await peye(['reconcile', ...args], { settings: stage.gateway.settings });
      assert.equal(code, 2, args.join(' '));
      assert.equal(stdout, '');
      assert.match(stderr, message);
      assert.equal(stderr.trim().split('\n').length, 1);
    }
  });

  it('runs while a server creates and settles payments, and settles none of them twice', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 20; i++) {
      const method = PAYMENT_METHODS[i % 4]!;
      const id = await stage.create(method);
      if (i % 3 > 0) await stage.pay(id, method);
      ids.push(id);
    }
    const busy = async () => {
      await Promise.all(ids.map((id) => stage.verify(id)));
      for (let i = 0; i < 20; i++) await stage.create('moncash');
    };
    const [first, second] = await Promise.all([jsonOf(), jsonOf(), busy()]);
    for (const { code, stderr } of [first, second]) assert.equal(code, 0, stderr);
    const last = await jsonOf();
    assert.deepEqual(last.json.results, { ...NOTHING, matched: 40 });
    assert.deepEqual(await stage.discrepancies(), []);
    await assertSound(stage.gateway.store.db);
  });
});

/** The cells of a CSV text, by row, as a spreadsheet reads them. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const field = /("(?:[^"]|"")*"|[^",\n]*)(,|\n)/gy;
  for (const [, raw = '', end] of text.matchAll(field)) {
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end === '\n') rows.push([]);
  }
  assert.equal(text.replace(field, ''), '', 'all of it is CSV');
  return rows.slice(0, -1);
}
