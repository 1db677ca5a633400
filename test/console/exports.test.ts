import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import Papa from 'papaparse';
import { openUsers } from '../../src/app/open-users.ts';
import { readConfig } from '../../src/config.ts';
import { exportFileName } from '../../src/console/exports/export-file-name.ts';
import { EXPORT_LISTS } from '../../src/console/exports/export-lists.ts';
import type { ExportList } from '../../src/console/exports/exported-list.ts';
import { spreadsheetOf } from '../../src/console/exports/spreadsheet.ts';
import { haitiInputEndUs, haitiInputUs, timesOfPreset } from '../../src/console/views/date-range.ts';
import { SYSTEM } from '../../src/core/actor.ts';
import { leastIdFrom } from '../../src/core/ids.ts';
import type { Payment, PaymentMethod } from '../../src/core/payment.ts';
import { listAuditRows } from '../../src/features/audit/store/audit-log.ts';
import { recordChange } from '../../src/features/audit/store/record-change.ts';
import { type DiscrepancyKind, RETURNED_NOTE } from '../../src/features/payments/discrepancies/discrepancy.ts';
import { recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { endRun, insertRun } from '../../src/features/reconciliation/store/reconcile-runs.ts';
import { haitiTimestamp } from '../../src/platform/clock/haiti-time.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { peye } from '../support/cli.ts';
import { type ConsolePerson, consolePerson, PASSWORD } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { linksOf } from '../support/html-forms.ts';
import { inStatus, seed } from '../support/store.ts';
import { finishedPayment } from '../support/webhooks.ts';

const SECOND_US = 1_000_000;
/** A limit that never refuses. */
const OPEN = { attempt: async () => 0, forgive: async () => {} };
/** Names that customers might enter, and how they are written to CSV. */
const FORMULAS = {
  '=1+1': "'=1+1",
  '+1': "'+1",
  '-1': "'-1",
  '@SUM(A1)': "'@SUM(A1)",
  '\t=1': "'\t'=1",
  '\r=1': "'\r'=1",
  '=HYPERLINK("https://a.example")\nb': '\'=HYPERLINK("https://a.example")\nb',
  'Marie;=1+1': "Marie;'=1+1",
  'Jean-Paul + Anne': 'Jean-Paul + Anne',
};

onOneEngineByDay('exports', (engine) => {
  let gateway: TestGateway;
  let websiteId: string;
  let otherWebsiteId: string;
  let longId: string;
  const COUNT = 700;
  const LONG = 2_500;
  before(async () => {
    gateway = await startTestGateway(engine);
    const { db, clock } = gateway.store;
    const [own, other] = [await seed(db), await seed(db)];
    [websiteId, otherWebsiteId] = [own.websiteId, other.websiteId];
    const nowUs = clock();
    const make = (sown: typeof own, at: number) => {
      const createdAtUs = nowUs - at * SECOND_US;
      return sown.payment({
        ...inStatus(at % 2 === 0 ? 'completed' : 'failed'),
        id: leastIdFrom(createdAtUs) + at,
        createdAtUs,
        customerName: Object.keys(FORMULAS)[at] ?? 'Marie "Ti" Joseph, Jakmèl',
        amountMinor: 12_345,
        metadata: at === 0 ? '{"n":1.000000000000000000001}' : null,
      });
    };
    for (let from = 0; from < COUNT; from += 100) {
      const numbers = Array.from({ length: 100 }, (_, at) => from + at);
      await db.transaction((tx) =>
        insertPayments(
          tx,
          numbers.map((at) => make(own, at)),
        ),
      );
    }
    await db.transaction((tx) => insertPayments(tx, [make(other, 5_000)]));
    const long = await seed(db);
    longId = long.websiteId;
    // So large that all buffers between the gateway and this test cannot hold an export of these payments.
    const metadata = JSON.stringify({ text: 'x'.repeat(8_000) });
    for (let from = 0; from < LONG; from += 100) {
      const some = Array.from({ length: 100 }, (_, at) => {
        const createdAtUs = nowUs - (from + at) * SECOND_US;
        // The payments are completed, because the gateway's work on open payments would keep the store busy.
        return long.payment({ ...inStatus('completed'), id: leastIdFrom(createdAtUs) + 7_000, createdAtUs, metadata });
      });
      await db.transaction((tx) => insertPayments(tx, some));
    }
  });
  after(() => gateway.stop());

  const rowsOf = (text: string) =>
    Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true }).data;
  const linesOf = (text: string) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const take = (person: ConsolePerson, list: string, fields: Record<string, string> = {}) =>
    person.post(`/exports/${list}`, { format: 'csv', ...fields });
  /** Starts an export as a browser does, and returns its response while the bytes are still arriving. */
  const open = async (person: ConsolePerson, fields: Record<string, string>, signal: AbortSignal | null = null) =>
    fetch(`${gateway.url}/console/exports/payments`, {
      method: 'POST',
      signal,
      headers: {
        cookie: [...person.jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': 'same-origin',
        origin: gateway.url,
      },
      body: new URLSearchParams({ form_token: await person.formToken(), ...fields }),
    });
  const done = (person: ConsolePerson) =>
    until('the export is recorded as ended', async () => {
      const rows = await listAuditRows(gateway.store.db, { actorId: person.user.id, action: 'export.run', limit: 50 });
      return rows.length % 2 === 0;
    });

  // Contract: CONSOLE-9
  it('hold every row once, newest first, in both formats, with nothing that a spreadsheet runs', async () => {
    const owner = await consolePerson(gateway, 'owner');
    const csv = await take(owner, 'payments', { website: websiteId });
    assert.equal(csv.status, 200);
    assert.match(
      csv.headers.get('content-disposition') ?? '',
      /^attachment; filename="peye-payments-live-and-test-[a-z0-9-]+-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const rows = rowsOf(csv.text);
    const ids = rows.map((row) => Number(row.transaction_id));
    assert.equal(new Set(ids).size, COUNT);
    assert.deepEqual(
      ids,
      [...ids].sort((one, other) => other - one),
    );
    assert.match(csv.text, /,"Marie;'=1\+1",/, 'the fields stay intact even if a program splits cells at semicolons');
    for (const [at, shown] of Object.values(FORMULAS).entries()) assert.equal(rows[at]?.customer_name, shown);
    for (const row of rows) for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^[=+\-@\t\r]/);
    assert.match(rows[9]?.created_at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}-0[45]:00$/);
    await done(owner);
    // Reading it as text strips the byte order mark.
    const bytes = await (await open(owner, { format: 'csv', website: otherWebsiteId })).arrayBuffer();
    assert.deepEqual([...new Uint8Array(bytes.slice(0, 3))], [0xef, 0xbb, 0xbf]);
    await done(owner);
    const jsonl = await take(owner, 'payments', { website: websiteId, format: 'jsonl' });
    const lines = linesOf(jsonl.text);
    assert.deepEqual(
      lines.map(({ transaction_id }) => Number(transaction_id)),
      ids,
    );
    assert.equal(lines[0]?.amount, '123.45');
    assert.equal(lines[3]?.customer_name, '@SUM(A1)');
    assert.match(jsonl.text, /"metadata":\{"n":1\.000000000000000000001\}/);
    assert.deepEqual(Object.keys(lines[0] ?? {}), Object.keys(rows[0] ?? {}));
    await done(owner);
  });

  it('for spreadsheets have words, names, Haiti’s time and whole ids, in the language of their user', async () => {
    const { db } = gateway.store;
    const sown = await seed(db);
    const createdAtUs = Date.parse('2026-07-04T03:30:59Z') * 1000;
    const id = leastIdFrom(createdAtUs) + 4_321;
    await db.transaction(async (tx) => {
      await insertPayments(tx, [
        sown.payment({
          ...inStatus('failed'),
          failureReason: 'insufficient_balance',
          id,
          createdAtUs,
          finishedAtUs: createdAtUs,
          amountMinor: 123_450,
          method: 'moncash',
          reference: '000123',
          description: 'Mango,=1+1',
          customerName: '=1+1',
          customerPhone: '50937000001',
        }),
      ]);
      await tx.query('UPDATE websites SET name = $2 WHERE id = $1', [sown.websiteId, 'Kafe Mòn; 2']);
    });
    const rowIn = async (language: 'en' | 'fr' | 'ht') => {
      const owner = await consolePerson(gateway, 'merchant_owner', { websiteIds: [sown.websiteId], language });
      const { text, headers } = await take(owner, 'payments', { format: 'spreadsheet' });
      assert.match(
        headers.get('content-disposition') ?? '',
        /"peye-payments-live-and-test-kafe-mon-2-[\d-]{10}\.csv"$/,
      );
      await done(owner);
      const [row = {}] = rowsOf(text);
      return { row, text };
    };
    const en = await rowIn('en');
    assert.equal(en.row['Transaction ID'], `'${id}`);
    assert.equal(en.row.Website, 'Kafe Mòn; 2');
    assert.equal(en.row.Method, 'MonCash');
    assert.equal(en.row.Status, 'Failed (insufficient balance)');
    assert.equal(en.row['Failure reason'], 'Insufficient balance');
    assert.equal(en.row.Amount, '1234.50');
    assert.equal(en.row.Created, '2026-07-03 23:30', 'Haiti is four hours behind UTC in July');
    assert.equal(en.row.Reference, "'000123");
    assert.equal(en.row.Phone, "'50937000001");
    assert.equal(en.row.Customer, "'=1+1");
    const fr = await rowIn('fr');
    assert.equal(fr.row.Montant, '1234,50');
    assert.equal(fr.row['Numéro de transaction'], `'${id}`);
    assert.equal(fr.row['Motif d’échec'], 'Solde insuffisant');
    assert.match(fr.text, /^Numéro de transaction;Site;/, 'French spreadsheets split cells at semicolons');
    assert.match(fr.text, /;"Mango,'=1\+1";/, 'in one that splits them at commas nothing is a formula either');
    const ht = await rowIn('ht');
    assert.equal(ht.row.Montan, '1234.50');
    for (const { row } of [en, fr, ht]) {
      for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^[=+\-@\t\r]|^\d{12,}$|^(moncash|failed)$/);
    }
  });

  it('are the same from the command line, streamed or in a private file, and recorded for its user', async () => {
    const { settings, store } = gateway;
    const owner = await consolePerson(gateway, 'owner', { language: 'fr' });
    const run = (...args: string[]) => peye(['export', ...args, '--as', 'marie'], { settings });
    for (const [list, called = list] of [
      ['payments'],
      ['links'],
      ['checkout', 'checkout-sessions'],
      ['deliveries'],
      ['recurring', 'subscriptions'],
      ['discrepancies'],
      ['reconciliation'],
    ] as const) {
      const ofWebsite = called === 'payments' ? ['--website', websiteId, '--status', 'failed'] : [];
      const filter = called === 'payments' ? { website: websiteId, status: 'failed' } : {};
      for (const [format, ...flags] of [
        ['spreadsheet', '--spreadsheet', '--language', 'fr'],
        ['csv'],
        ['jsonl', '--jsonl'],
      ] as const) {
        const { text } = await take(owner, list, { format, ...filter });
        const { code, stdout, stderr } = await run(called, ...flags, ...ofWebsite);
        assert.deepEqual([code, stderr], [0, ''], called);
        assert.equal(stdout.replace(/^\uFEFF/, ''), text, `${called}, ${format}`);
        await done(owner);
      }
    }
    const file = join(mkdtempSync(join(tmpdir(), 'peye-export-')), 'payments.csv');
    const days = ['--from', '2026-07-03', '--to', '2026-07-03T23:31'];
    const written = await run('payments', '--spreadsheet', '--file', file, ...days, '--json');
    assert.deepEqual(JSON.parse(written.stdout), { file, rows: 1 });
    const [row] = rowsOf(readFileSync(file, 'utf8'));
    assert.equal(row?.Created, '2026-07-03 23:30');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.match((await run('payments', '--file', file)).stderr, /already exists/);
    const records = await listAuditRows(store.db, { actorName: 'marie', action: 'export.run', limit: 4 });
    const recorded = records.map(({ actor, after }) => [actor.kind, JSON.parse(after ?? 'null')]);
    const shared = { list: 'payments', format: 'csv' };
    assert.deepEqual(recorded.slice(0, 2), [
      ['cli', { ...shared, state: 'broken_off', rows: 0 }],
      ['cli', { ...shared, filter: '', state: 'started' }],
    ]);
    assert.deepEqual(recorded[2], ['cli', { ...shared, format: 'spreadsheet', state: 'done', rows: 1 }]);
    for (const [wrong, reason] of [
      [['--from', '2026-02-30'], /--from cannot be used/],
      [['--from', '2026-03-02', '--to', '2026-03-01'], /--to cannot be used/],
      [['--amount', 'many'], /--amount cannot be used/],
      [['--key', 'k'.repeat(101)], /--key cannot be used/],
      [['--website', 'web_none'], /web_none/],
    ] as const) {
      const { code, stdout, stderr } = await run('payments', ...wrong);
      assert.deepEqual([code, stdout], [wrong[0] === '--website' ? 1 : 2, ''], stderr);
      assert.match(stderr, reason);
    }
  });

  // Contract: CONSOLE-9
  it('of payments have how much their succeeded refunds returned, and nothing of others', async () => {
    const { website, testKey } = await gateway.newWebsite('Refunds');
    const api = gateway.client(testKey);
    const url = `${gateway.url}/api/refunds/v1/refunds`;
    const refunded = async (method: PaymentMethod, parts: readonly object[], status: string): Promise<string> => {
      const id = await finishedPayment(api, { payment_method: method });
      for (const [at, part] of parts.entries()) {
        const name = `${id}-${at}`;
        const { status: code, text } = await api.request('PUT', `${url}/${name}`, { transaction_id: id, ...part });
        assert.equal(code, 201, text);
        const read = async () => (await api.get(`${url}/${name}`)).json.data.status;
        await until(`${name} is ${status}`, async () => (await read()) === status);
      }
      return id;
    };
    const payments = [
      await refunded('card', [{ amount: 100.5 }, { amount: 99.5 }], 'succeeded'),
      await refunded('moncash', [{ amount: 70 }], 'manual'),
      await refunded('lakaypay_card', [{}], 'succeeded'),
      await refunded('card', [{ amount: 80, reason: 'test: declined' }], 'failed'),
      await refunded('card', [], ''),
    ];
    const expected = ['200.00', '0.00', '500.00', '0.00', '0.00'];
    const owner = await consolePerson(gateway, 'owner', { language: 'fr' });
    const wanted = { website: website.id };
    const inOrder = (rows: readonly Record<string, string>[], id: string, title: string) =>
      payments.map((payment) => rows.find((row) => row[id]?.replace("'", '') === payment)?.[title]);
    const csv = rowsOf((await take(owner, 'payments', wanted)).text);
    assert.deepEqual(inOrder(csv, 'transaction_id', 'refunded'), expected);
    await done(owner);
    const sheet = rowsOf((await take(owner, 'payments', { ...wanted, format: 'spreadsheet' })).text);
    const withComma = expected.map((amount) => amount.replace('.', ','));
    assert.deepEqual(inOrder(sheet, 'Numéro de transaction', 'Remboursé'), withComma);
    await done(owner);
  });

  it('of discrepancies and reconciliation runs have the values of their lists: differences are numbers, and no cell is a formula', async () => {
    const { db, clock, operator } = gateway.store;
    const [own, other] = [
      await seed(db, { website: { name: 'Kafe; =1+1' } }),
      await seed(db, { website: { name: 'Other' } }),
    ];
    const nowUs = clock();
    const DAY_US = 86_400 * SECOND_US;
    const paid = (sown: typeof own, at: number) =>
      sown.payment({ ...inStatus('failed'), id: leastIdFrom(nowUs) + at, amountMinor: 50_000, customerName: '@Marie' });
    const payments = [paid(own, 8_001), paid(other, 8_002)] as const;
    const money = (amountMinor: number) => ({ amountMinor, currency: 'HTG' }) as const;
    await db.transaction(async (tx) => {
      await insertPayments(tx, payments);
      const shared = { kind: 'amount_mismatch', method: 'moncash', reported: money(30_000) } as const;
      for (const [at, payment] of payments.entries()) {
        const report = { ...shared, paymentId: payment.id, providerRef: `=cmd|${at}` };
        await recordDiscrepancy(tx, `dsc_export_${at}`, report, nowUs - 3 * DAY_US);
      }
      const unknown = {
        ...shared,
        kind: 'unknown_payment',
        paymentId: null,
        providerRef: '0012345',
      } as const;
      await recordDiscrepancy(tx, 'dsc_export_2', unknown, nowUs - DAY_US);
    });
    await operator.resolveDiscrepancy('dsc_export_2', '+509 returned');
    const owner = await consolePerson(gateway, 'owner', { language: 'fr' });
    const csv = rowsOf((await take(owner, 'discrepancies')).text);
    const shown = csv.map(({ discrepancy_id, website_id, customer_name, provider_ref, difference, ...row }) => {
      const { difference_currency, state, days_open, note } = row;
      return [
        discrepancy_id,
        website_id,
        customer_name,
        provider_ref,
        difference,
        difference_currency,
        state,
        days_open,
        note,
      ];
    });
    assert.deepEqual(shown.toSorted(), [
      ['dsc_export_0', own.websiteId, "'@Marie", "'=cmd|0", '-200.00', 'HTG', 'open', '3', ''],
      ['dsc_export_1', other.websiteId, "'@Marie", "'=cmd|1", '-200.00', 'HTG', 'open', '3', ''],
      ['dsc_export_2', '', '', '0012345', '300.00', 'HTG', 'settled', '1', "'+509 returned"],
    ]);
    await done(owner);
    const one = await take(owner, 'discrepancies', { website: own.websiteId, format: 'spreadsheet' });
    const [row = {}, ...others] = rowsOf(one.text);
    assert.equal(others.length, 0);
    const cells = ['Site', 'Client', 'Différence', 'Devise de la différence', 'État', 'Ouvert depuis (jours)'];
    assert.deepEqual(
      cells.map((title) => row[title]),
      ['Kafe; =1+1', "'@Marie", '-200,00', 'HTG', 'Ouvert', '3'],
    );
    await done(owner);
    await db.transaction(async (tx) => {
      const day = (text: string) => haitiInputUs(text) ?? 0;
      const actor = JSON.stringify({ kind: 'user', id: 'usr_x', name: '=1+1', address: null });
      const run = { id: 'rec_export', method: null, actor, askedAtUs: nowUs };
      await insertRun(tx, { ...run, fromUs: day('2026-10-01'), toUs: day('2026-11-01') });
      await endRun(tx, run.id, { state: 'failed', atUs: nowUs, reason: '-1+1' });
    });
    const [run = {}] = rowsOf((await take(owner, 'reconciliation')).text);
    assert.deepEqual(
      [run.run_id, run.state, run.payment_method, run.from, run.to, run.asked_by, run.compared, run.reason],
      ['rec_export', 'failed', '', '2026-10-01', '2026-10-31', "'=1+1", '0', "'-1+1"],
    );
    await done(owner);
    const [sheet = {}] = rowsOf((await take(owner, 'reconciliation', { format: 'spreadsheet' })).text);
    assert.deepEqual(
      [sheet['Moyen de paiement'], sheet['Premier jour'], sheet['Dernier jour'], sheet['Demandé par'], sheet.Motif],
      ['Tous les moyens de paiement', '2026-10-01', '2026-10-31', "'=1+1", "'-1+1"],
    );
    await done(owner);
    assert.match((await owner.get('/reconcile')).text, /action="\/console\/exports\/reconciliation"/);
  });

  it('for spreadsheets write amounts, counts and days as such by the kinds of their fields, and texts that look like numbers as texts', async () => {
    const kinds = ['minor', 'count', 'day', 'decimal', 'text', 'time'] as const;
    const columns = Object.fromEntries(kinds.map((kind) => [kind, { kind }]));
    const options = { list: 'payments', language: 'fr', websiteIds: [] } as const;
    const { row } = await spreadsheetOf(gateway.store.db, options, columns);
    const values = ['-1250.50', '12', '2026-11-26', '131.5', '0123', '2026-11-22T05:31:07.000125-05:00'];
    assert.equal(row(values), `-1250,50;12;2026-11-26;"131,5";'0123;2026-11-22 05:31`);
  });

  it("for spreadsheets have the console's states for money that came late, twice, or went back", async () => {
    const { db } = gateway.store;
    const sown = await seed(db);
    const put = async (changes: Partial<Payment>, kind: DiscrepancyKind | undefined, note: string | null = null) => {
      const payment = sown.payment({ ...changes, createdAtUs: 1_790_000_000_000_000 + ++put.count });
      await db.transaction(async (tx) => {
        await insertPayments(tx, [payment]);
        if (kind === undefined) return;
        const reported = { amountMinor: 1, currency: 'HTG' } as const;
        const report = { method: payment.method, paymentId: payment.id, providerRef: 'x', word: 'refunded', reported };
        const isReturn = kind === 'returned_after_completion';
        await recordDiscrepancy(tx, `dsc_${payment.id}`, { ...report, kind, word: isReturn ? 'refunded' : null }, 1);
        await tx.query('UPDATE discrepancies SET note = $2, settled_at_us = $3 WHERE payment_id = $1', [
          payment.id,
          note,
          note && 1,
        ]);
      });
    };
    put.count = 0;
    const expired = { ...inStatus('failed'), failureReason: 'expired' } as const;
    await put({ ...inStatus('completed') }, undefined);
    await put({ ...inStatus('completed') }, 'paid_twice');
    await put({ ...inStatus('completed') }, 'returned_after_completion', 'refunded');
    await put(expired, undefined);
    await put(expired, 'paid_after_failure');
    await put(expired, 'paid_after_failure', RETURNED_NOTE);
    const owner = await consolePerson(gateway, 'merchant_owner', { websiteIds: [sown.websiteId] });
    const sheet = rowsOf((await take(owner, 'payments', { format: 'spreadsheet' })).text);
    assert.deepEqual(
      sheet.map((row) => row.Status),
      [
        'Failed, paid later, money returned',
        'Failed, paid later',
        'Expired',
        'Paid, money returned',
        'Paid more than once',
        'Paid',
      ],
    );
    const api = rowsOf((await take(owner, 'payments')).text);
    assert.deepEqual(new Set(api.map((row) => row.status)), new Set(['failed', 'completed']));
    await done(owner);
  });

  it('are offered in words, and with the names of keys and links', async () => {
    const owner = await consolePerson(gateway, 'owner', { language: 'fr' });
    const { text } = await owner.get('/exports');
    const texts = [...text.matchAll(/<option[^>]*>([^<]*)</g)].map(([, shown]) => shown ?? '');
    assert.ok(texts.includes('Solde insuffisant'));
    assert.ok(
      texts.some((shown) => /^.*…\S+ \(test\)$/.test(shown)),
      'a key by its name or its last characters',
    );
    assert.deepEqual(
      texts.filter((shown) => /^[a-z]+_[a-z_]+$|^[a-z]+\.[a-z_.]+$/.test(shown)),
      [],
    );
  });

  it('apply the filters of the list, and refuse invalid and unknown filters', async () => {
    const owner = await consolePerson(gateway, 'owner');
    const failed = rowsOf((await take(owner, 'payments', { website: websiteId, status: 'failed' })).text);
    assert.equal(failed.length, COUNT / 2);
    assert.ok(failed.every(({ status }) => status === 'failed'));
    await done(owner);
    for (const fields of [
      { status: 'lost' },
      { from: '2026-02-30' },
      { amount: 'many' },
      { format: 'xls' },
      { key: 'k'.repeat(101) },
      { link: 'x'.repeat(60_000) },
    ]) {
      const refused = await take(owner, 'payments', fields);
      assert.equal(refused.status, 422, JSON.stringify(fields));
      assert.match(refused.text, /role="alert"/);
    }
    assert.equal(
      (await take(owner, 'payments', { q: 'marie' })).status,
      400,
      'an unknown filter does not widen the export',
    );
    for (const list of ['deliveries', 'recurring', 'discrepancies', 'reconciliation', 'audit']) {
      const { status, text } = await take(owner, list);
      assert.equal(status, 200, list);
      assert.match(text, /^[a-z_]+,[a-z_,]+\r\n/, list);
      await done(owner);
    }
  });

  it('hold the same rows as the list with the same filter', async () => {
    const { db, clock } = gateway.store;
    const sown = await seed(db);
    const minuteUs = 60 * SECOND_US;
    const startedUs = Math.floor(clock() / minuteUs) * minuteUs - 10 * minuteUs;
    const converted = { currency: 'HTG', amountMinor: 65_000, originalAmountMinor: 500, rateE4: 1_300_000 } as const;
    await db.transaction((tx) =>
      insertPayments(
        tx,
        [converted, { amountMinor: 500 }, { amountMinor: 65_000 }].map((changes, at) => {
          const createdAtUs = startedUs + at * minuteUs + 30 * SECOND_US;
          return sown.payment({
            ...inStatus('completed'),
            ...changes,
            id: leastIdFrom(createdAtUs) + 9_000,
            createdAtUs,
          });
        }),
      ),
    );
    const owner = await consolePerson(gateway, 'owner');
    const to = haitiTimestamp(startedUs + 2 * minuteUs).slice(0, 16);
    for (const [filter, count] of [
      [{ to }, 2],
      [{ to: to.slice(0, 10) }, 3],
      [{ currency: 'USD' }, 1],
      [{ amount: '5' }, 2],
      [{ amount: '6-' }, 2],
      [{ amount: '500-' }, 2],
    ] as const) {
      const fields = { website: sown.websiteId, ...filter };
      const page = await owner.get(`/payments?${new URLSearchParams(fields)}`);
      const shown = [...page.text.matchAll(/href="[^"]*\/payments\/(\d+)\?/g)].map(([, id]) => id);
      const taken = rowsOf((await take(owner, 'payments', fields)).text).map(({ transaction_id }) => transaction_id);
      assert.deepEqual(taken, shown, JSON.stringify(filter));
      assert.equal(taken.length, count, JSON.stringify(filter));
      await done(owner);
    }
    for (const amount of ['9-5', '-', '1.234']) {
      assert.equal((await owner.get(`/payments?amount=${amount}`)).status, 422);
      assert.equal((await take(owner, 'payments', { amount })).status, 422);
    }
  });

  it('contain the whole last day of a range, as the list of the audit log does', async () => {
    const { db } = gateway.store;
    const clerk = { ...SYSTEM, name: 'the clerk of two days' };
    const change = { action: 'rate.set', subject: { kind: 'exchange_rate', id: null } } as const;
    for (const moment of ['2024-05-06T23:59:59-04:00', '2024-05-07T00:00:00-04:00', '2024-05-07T23:59:59-04:00']) {
      const clock = () => Date.parse(moment) * 1000;
      await db.transaction((tx) => recordChange(tx, { actor: clerk, clock }, change));
    }
    const auditor = await consolePerson(gateway, 'auditor');
    for (const [from, to, count] of [
      ['2024-05-07', '2024-05-07', 2],
      ['2024-05-06', '2024-05-06', 1],
      ['2024-05-06', '2024-05-07', 3],
      ['2024-05-08', '2024-05-08', 0],
    ] as const) {
      const fields = { actor: clerk.name, from, to };
      const lines = linesOf((await take(auditor, 'audit', { format: 'jsonl', ...fields })).text);
      assert.equal(lines.length, count, `${from} to ${to}`);
      const { text } = await auditor.get(`/audit?${new URLSearchParams(fields)}`);
      assert.equal([...text.matchAll(/href="\/console\/audit\/\d+"/g)].length, count, `the list, ${from} to ${to}`);
      await done(auditor);
    }
  });

  it('are recorded with the filter and how many rows were sent', async () => {
    const auditor = await consolePerson(gateway, 'auditor');
    await take(auditor, 'payments', { website: websiteId, status: 'failed' });
    await done(auditor);
    const rows = await listAuditRows(gateway.store.db, { actorId: auditor.user.id, action: 'export.run', limit: 9 });
    const recorded = rows.map(({ after }) => JSON.parse(after ?? 'null') as Record<string, unknown>);
    const shared = { list: 'payments', format: 'csv' };
    assert.deepEqual(recorded, [
      { ...shared, state: 'done', rows: COUNT / 2 },
      { ...shared, filter: `website=${websiteId}&status=failed`, state: 'started' },
    ]);
    assert.equal(rows[0]?.websiteId, websiteId);
  });

  it('are available only to roles that may export, and only for a user’s own websites', async () => {
    for (const role of ['support', 'merchant_developer', 'merchant_viewer'] as const) {
      const person = await consolePerson(gateway, role);
      for (const list of ['payments', 'discrepancies', 'reconciliation']) {
        assert.equal((await take(person, list)).status, 404, `${role}, ${list}`);
      }
      assert.equal((await person.get('/exports')).status, 404, role);
    }
    const merchant = await consolePerson(gateway, 'merchant_owner', { websiteIds: [websiteId] });
    for (const list of ['discrepancies', 'reconciliation', 'audit'])
      assert.equal((await take(merchant, list)).status, 404, list);
    assert.equal((await take(merchant, 'payments', { website: otherWebsiteId })).status, 404);
    const own = rowsOf((await take(merchant, 'payments')).text);
    assert.equal(own.length, COUNT);
    assert.ok(own.every(({ website_id }) => website_id === websiteId));
    await done(merchant);
    assert.doesNotMatch((await merchant.get('/exports')).text, new RegExp(otherWebsiteId));
  });

  it('have a file whose name says the mode, the website and the period', () => {
    const at = (text: string) => haitiInputUs(text);
    const listOf = (name: ExportList['name']) => EXPORT_LISTS.find((each) => each.name === name);
    const [payments, discrepancies] = [listOf('payments'), listOf('discrepancies')];
    assert.ok(payments && discrepancies);
    const website = { id: 'web_0042', name: 'Kafe Mòn; "2"/../é' };
    const nameOf = (from?: string, to?: string, mode?: string, more: object = {}) =>
      exportFileName(
        payments,
        {
          fromUs: from === undefined ? undefined : at(from),
          toUs: to === undefined ? undefined : haitiInputEndUs(to),
          nowUs: at('2026-11-27T09:00') ?? 0,
          text: () => mode,
        },
        { website: undefined, format: 'csv', ...more },
      );
    assert.equal(nameOf('2026-10-01', '2026-10-31', 'live'), 'peye-payments-live-2026-10.csv');
    assert.equal(nameOf('2026-10-01T00:00', '2026-11-01T00:00', 'live'), 'peye-payments-live-2026-10.csv');
    assert.equal(nameOf('2024-02-01', '2024-02-28', 'live'), 'peye-payments-live-2024-02-01-to-2024-02-28.csv');
    assert.equal(nameOf('2026-10-01', '2026-11-30', 'test'), 'peye-payments-test-2026-10-01-to-2026-11-30.csv');
    assert.equal(nameOf('2026-10-07', '2026-10-07', 'live'), 'peye-payments-live-2026-10-07.csv');
    assert.equal(nameOf('2026-10-07T08:30', undefined, 'live'), 'peye-payments-live-2026-10-07-0830-to-2026-11-27.csv');
    assert.equal(nameOf(undefined, '2026-10-07T18:00', 'live'), 'peye-payments-live-until-2026-10-07-1800.csv');
    assert.equal(
      nameOf(undefined, undefined, undefined, { website, format: 'jsonl' }),
      'peye-payments-live-and-test-kafe-mon-2-e-2026-11-27.jsonl',
    );
    const long = { id: 'web_0042', name: '\r\n咖啡' };
    assert.equal(
      nameOf('2026-10-01', '2026-10-31', 'live', { website: long }),
      'peye-payments-live-web-0042-2026-10.csv',
    );
    const none = { fromUs: undefined, toUs: undefined, nowUs: at('2026-11-27') ?? 0, text: () => undefined };
    assert.equal(
      exportFileName(discrepancies, none, { website: undefined, format: 'spreadsheet' }),
      'peye-discrepancies-2026-11-27.csv',
    );
  });

  it('have a page whose links fill in the last and this month, and keep the other filters', async () => {
    const owner = await consolePerson(gateway, 'owner');
    const { text } = await owner.get(`/exports?list=payments&website=${websiteId}&status=failed`);
    const [last = ''] = linksOf(text).filter((href) => href.endsWith('#payments'));
    const { from, to } = timesOfPreset('lastmonth', gateway.store.clock());
    const query = Object.fromEntries(new URL(last, gateway.url).searchParams);
    assert.deepEqual(query, { status: 'failed', website: websiteId, list: 'payments', from, to });
    const filled = await owner.get(last.replace(/^.*\/console/, '').replace(/#.*/, ''));
    assert.match(filled.text, new RegExp(`id="f-payments-from"[^>]*value="${from}"`));
    assert.match(filled.text, /aria-current="true">Last month/);
    const { headers } = await take(owner, 'payments', { from, to, mode: 'live' });
    assert.match(headers.get('content-disposition') ?? '', new RegExp(`peye-payments-live-${from.slice(0, 7)}\\.csv`));
    await done(owner);
  });

  it('have a page whose address fills in the filters, as the e-mail of a month does', async () => {
    const owner = await consolePerson(gateway, 'merchant_owner', { websiteIds: [websiteId] });
    const from = '/exports?list=payments&mode=live&from=2026-11-01T00:00&to=2026-12-01T00:00';
    const { text } = await owner.get(from);
    assert.match(text, /<details class="sheet" id="payments" open>/);
    assert.match(text, /id="f-payments-from"[^>]*value="2026-11-01T00:00"/);
    assert.match(text, /<option value="live" selected>/);
    const strange = await owner.get(
      `/exports?list=%22%3E&mode=x&from=${'9'.repeat(3_000)}&from=2&website=${otherWebsiteId}`,
    );
    assert.equal(strange.status, 200);
    assert.doesNotMatch(strange.text, new RegExp(`${otherWebsiteId}|9{101}`));
  });

  it('have a page that gives its script texts with placeholders for the progress', async () => {
    const { text } = await (await consolePerson(gateway, 'owner')).get('/exports');
    assert.match(
      text,
      /data-progress="[^"]*\{rows\}[^"]*\{kilobytes\}[^"]*\{seconds\}[^"]*" data-whole="[^"]*\{rows\}/,
    );
  });

  it('release their resources when the connection breaks, and run one at a time for each person', async () => {
    const { db } = gateway.store;
    const owner = await consolePerson(gateway, 'owner');
    const ended = new AbortController();
    const fields = { format: 'jsonl', website: longId };
    const response = await open(owner, fields, ended.signal);
    assert.equal(response.status, 200);
    const reader = response.body!.getReader();
    await reader.read();
    const second = await take(owner, 'payments');
    assert.equal(second.status, 429);
    assert.match(second.text, /still running/);
    ended.abort();
    await reader.read().catch(() => undefined);
    await done(owner);
    const [last] = await listAuditRows(db, { actorId: owner.user.id, action: 'export.run', limit: 1 });
    const recorded = JSON.parse(last?.after ?? 'null') as { state: string; rows: number };
    assert.equal(recorded.state, 'broken_off');
    assert.ok(recorded.rows < LONG, String(recorded.rows));
    assert.equal((await take(owner, 'deliveries')).status, 200);
    // Merchants whose downloads are slow delay one another, but no user of the operator.
    const slow = new AbortController();
    // Referenced here, because a response without a reference is cancelled when memory is collected.
    const held: Response[] = [];
    for (const websiteIds of [[longId], [longId], [longId, websiteId], [otherWebsiteId]]) {
      const merchant = await consolePerson(gateway, 'merchant_owner', { websiteIds });
      held.push(await open(merchant, { format: 'jsonl' }, slow.signal));
    }
    // Another user of the same merchant cannot run a second export, so that other merchants can run one.
    assert.deepEqual(
      held.map(({ status }) => status),
      [200, 429, 429, 200],
    );
    assert.equal((await take(owner, 'deliveries')).status, 200);
    slow.abort();
  });

  it('run one at a time for a merchant with several websites, whichever of its owners starts it', async () => {
    const { websiteId: second } = await seed(gateway.store.db);
    const { websiteId: third } = await seed(gateway.store.db);
    // Owners that connect these websites: through the two of them, the second and third website belong to the same merchant.
    for (const websiteIds of [
      [second, third],
      [third, longId],
    ]) {
      await consolePerson(gateway, 'merchant_owner', { websiteIds });
    }
    // A developer may work for several merchants.
    await consolePerson(gateway, 'merchant_developer', { websiteIds: [longId, otherWebsiteId] });
    const slow = new AbortController();
    const holder = await consolePerson(gateway, 'merchant_owner', { websiteIds: [longId] });
    const held = await open(holder, { format: 'jsonl' }, slow.signal);
    assert.equal(held.status, 200);
    const taken = [];
    for (const websiteIds of [[second], [third], [otherWebsiteId]]) {
      const owner = await consolePerson(gateway, 'merchant_owner', { websiteIds });
      taken.push((await take(owner, 'payments')).status);
    }
    assert.deepEqual(taken, [429, 429, 200]);
    slow.abort();
    await held.text().catch(() => undefined);
    await done(holder);
  });

  const ends: Readonly<Record<string, (person: ConsolePerson) => Promise<unknown>>> = {
    'is signed out': (person) => person.post('/sign-out'),
    'has its session ended from another one': async (person) => {
      const users = await openUsers(readConfig(gateway.settings), gateway.store, createLog('silent'));
      const other = await users.signIn(
        { email: person.user.email, password: PASSWORD, address: null, userAgent: null },
        { signInsByAddress: OPEN, signInsByAccount: OPEN, signIns: OPEN, knownBrowsers: OPEN },
      );
      assert.ok('token' in other);
      const who = await users.readSession(other.token);
      assert.ok(who);
      assert.equal(await users.endOtherSessions(who), 1);
    },
    'gets another password': async (person) => {
      const changed = { password: PASSWORD, new_password: 'lantern mango river 77' };
      assert.equal((await person.post('/account/password', changed)).status, 303);
    },
    'has a session whose time is over': (person) =>
      gateway.store.db.transaction((tx) =>
        tx.query('UPDATE sessions SET ends_at_us = $2 WHERE user_id = $1', [person.user.id, gateway.store.clock()]),
      ),
    'has a session that was idle for 31 minutes': (person) =>
      gateway.store.db.transaction((tx) =>
        tx.query('UPDATE sessions SET last_seen_at_us = $2 WHERE user_id = $1', [
          person.user.id,
          gateway.store.clock() - 31 * 60_000_000,
        ]),
      ),
  };
  for (const [what, end] of Object.entries(ends)) {
    it(`stop when the user who downloads one ${what}`, async () => {
      // Idle sessions end for roles that may change something.
      const auditor = await consolePerson(gateway, what.includes('idle') ? 'operator' : 'auditor', {
        standing: what.includes('idle') ? 'recent' : 'none',
      });
      const response = await open(auditor, { format: 'jsonl', website: longId });
      assert.equal(response.status, 200);
      const reader = response.body!.getReader();
      await reader.read();
      await end(auditor);
      await assert.rejects(async () => {
        while (!(await reader.read()).done);
      });
      await done(auditor);
      const [last] = await listAuditRows(gateway.store.db, {
        actorId: auditor.user.id,
        action: 'export.run',
        limit: 1,
      });
      assert.match(last?.after ?? '', /"state":"broken_off"/);
    });
  }

  it('break off when their user is deactivated in the meantime', async () => {
    const auditor = await consolePerson(gateway, 'auditor');
    const response = await open(auditor, { format: 'jsonl', website: longId });
    const reader = response.body!.getReader();
    await reader.read();
    const users = await openUsers(readConfig(gateway.settings), gateway.store, createLog('silent'));
    await users.setUserActive(null, { id: auditor.user.id, version: null }, false);
    await assert.rejects(async () => {
      while (!(await reader.read()).done);
    }, 'the connection breaks, so that the file does not seem complete');
    await done(auditor);
    const [last] = await listAuditRows(gateway.store.db, { actorId: auditor.user.id, action: 'export.run', limit: 1 });
    const recorded = JSON.parse(last?.after ?? 'null') as { state: string; rows: number };
    assert.equal(recorded.state, 'broken_off');
    assert.ok(recorded.rows < LONG, String(recorded.rows));
  });
});
