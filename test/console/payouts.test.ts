import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { countOutstanding } from '../../src/features/payouts/count-outstanding.ts';
import { MAX_STATEMENT_BYTES } from '../../src/features/payouts/payout-rules.ts';
import { listPayouts } from '../../src/features/payouts/store/payouts.ts';
import { haitiDate } from '../../src/platform/clock/haiti-time.ts';
import { type ConsolePerson, consolePerson, valuesOf } from '../support/console.ts';
import { onBothEngines } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { formsOf } from '../support/html-forms.ts';
import { inStatus, testPayment } from '../support/store.ts';

const HEAD = 'date,kind,reference,amount,fee,currency';

onBothEngines('payouts in the console', (engine) => {
  let gateway: TestGateway;
  let operator: ConsolePerson;
  let liveKey: string;
  let numbers = 0;
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { ROLES: 'api,console' } });
    operator = await consolePerson(gateway, 'operator');
    const [key] = await gateway.store.db.query<{ id: string }>("SELECT id FROM api_keys WHERE mode = 'live'");
    liveKey = key!.id;
  });
  after(() => gateway?.stop());

  const db = () => gateway.store.db;
  const today = () => haitiDate(gateway.store.clock());
  const paid = async (providerRef: string) => {
    const owner = { websiteId: gateway.website.id, apiKeyId: liveKey };
    const nowUs = Math.floor(gateway.store.clock());
    const payment = testPayment(owner, {
      ...{ ...inStatus('completed'), mode: 'live', providerRef, createdAtUs: nowUs, finishedAtUs: nowUs },
      id: 800_000_000_000_000 + ++numbers,
    });
    await db().transaction((tx) => insertPayments(tx, [payment]));
    return payment;
  };
  const lineOf = (reference: string, amount = '500') => `${today()},payment,${reference},${amount},0,HTG`;
  const names = (reference: string) => ({
    ...{ method: 'moncash', format: 'peye', bank: 'sogebank', reference, date: today() },
  });
  /** Posts a form with a file, or with other large fields. */
  const post = async (
    path: string,
    fields: Readonly<Record<string, string>>,
    file?: string | Buffer,
    by = operator,
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (fields.form_token === undefined) form.set('form_token', await by.formToken());
    if (file !== undefined) form.set('file', new Blob([new Uint8Array(Buffer.from(file))]), 'statement.csv');
    const given = new Request(gateway.url, { method: 'POST', body: form });
    const response = await fetch(`${gateway.url}/console${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        cookie: [...by.jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': given.headers.get('content-type') ?? '',
      },
      body: await given.arrayBuffer(),
    });
    return { status: response.status, text: await response.text(), location: response.headers.get('location') ?? '' };
  };
  const preview = (reference: string, lines: readonly string[]) =>
    post('/payouts/import', names(reference), [HEAD, ...lines].join('\n'));
  /** Confirms the import that a preview shows, as its page sends it. */
  const confirm = async (text: string) => {
    const form = formsOf(text).find(({ action }) => action.endsWith('/payouts/import/confirm'));
    assert.ok(form);
    const sent = Object.fromEntries(Object.entries(valuesOf(form)).map(([name, value]) => [name, String(value)]));
    return post('/payouts/import/confirm', sent);
  };
  const match = async () => {
    while ((await gateway.store.operator.matchLines()).isMoreWaiting);
  };
  const imported = async (reference: string, lines: readonly string[]) => {
    const { location } = await confirm((await preview(reference, lines)).text);
    await match();
    return /po_\w+/.exec(location)?.[0] ?? '';
  };

  it('show before an import what would match, store nothing, and import the same once', async () => {
    await paid('shown-1');
    const ours = await paid('shown-2');
    const before = (await listPayouts(db(), { limit: 100 })).length;
    const shown = await preview('SHOWN', [lineOf('shown-1'), lineOf('shown-1'), lineOf('unknown')]);
    assert.equal(shown.status, 200, shown.text);
    assert.match(shown.text, /1 of 3 lines would be matched/);
    assert.match(shown.text, /2 lines fit nothing/);
    assert.match(shown.text, /1 payment of the period is not in this statement/);
    assert.match(shown.text, /Another line already has this payment/);
    assert.match(shown.text, /Peye does not know this number/);
    assert.equal((await listPayouts(db(), { limit: 100 })).length, before, 'nothing is stored');
    const first = await confirm(shown.text);
    assert.match(first.location, /^\/console\/payouts\/po_\w+\?done=imported&count=1$/);
    const again = await confirm(shown.text);
    assert.match(again.location, /\?done=before$/);
    assert.equal((await listPayouts(db(), { limit: 100 })).length, before + 1);
    assert.match(
      (await preview('SHOWN', [lineOf('shown-1'), lineOf('shown-1'), lineOf('unknown')])).text,
      /Imported before/,
    );
    await match();
    const id = /po_\w+/.exec(first.location)?.[0] ?? '';
    const { text } = await operator.get(`/payouts/${id}`);
    assert.match(text, /2 lines fit no payment or refund/);
    assert.match(text, new RegExp(`/payments/${ours.id}"`), 'only ours');
    assert.match((await operator.get('/payouts?state=open')).text, new RegExp(`/payouts/${id}\\?`));
    assert.doesNotMatch((await operator.get('/payouts?state=matched')).text, new RegExp(`/payouts/${id}\\?`));
    const open = (await operator.get(`/payouts/${id}?lines=open`)).text;
    assert.match(open, /unknown/);
  });

  it('refuse a file at its field, with the line, and keep what was typed', async () => {
    const wrong = await preview('WRONG', [lineOf('x', 'ten')]);
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /id="e-file">1 line cannot be read: line 2: “ten” is not a valid amount here/);
    assert.match(wrong.text, /name="reference"[^>]* value="WRONG"/);
    assert.match((await post('/payouts/import', names('NONE'))).text, /id="e-file">Choose the statement file/);
    const noBank = await post('/payouts/import', { ...names('BANK'), bank: 'My Bank' }, HEAD);
    assert.match(noBank.text, /id="e-bank"/);
    const noDate = await post('/payouts/import', { ...names('DATE'), date: '' }, HEAD);
    assert.match(noDate.text, /id="e-date"/);
    const other = await post('/payouts/import', { ...names('FORMAT'), format: 'stripe' }, HEAD);
    assert.match(other.text, /id="e-format"/);
    const large = await post('/payouts/import', names('LARGE'), Buffer.alloc(MAX_STATEMENT_BYTES + 1, 'a'));
    assert.match(large.text, /id="e-file">The file is too large \(maximum 4 MB\)/);
    const huge = await post('/payouts/import', names('HUGE'), Buffer.alloc(6_000_000, 'a'));
    assert.match(huge.location, /\/payouts\/import\?file=too_large$/);
    assert.match((await operator.get('/payouts/import?file=too_large')).text, /id="e-file">The file is too large/);
    // What is not what the preview page sends: text that is no file, and a file that unpacks to more than the bound.
    assert.equal((await post('/payouts/import/confirm', { ...names('BAD'), statement: 'x' })).status, 422);
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(Buffer.alloc(50_000_000)).toString('base64');
    assert.equal((await post('/payouts/import/confirm', { ...names('BOMB'), statement: bomb })).status, 422);
  });

  it('are read by no merchant, and no viewer makes the gateway read a file', async () => {
    const merchant = await consolePerson(gateway, 'merchant_owner', { websiteIds: [gateway.website.id] });
    const id = await imported('HIDDEN', [lineOf('hidden')]);
    for (const path of ['/payouts', `/payouts/${id}`, '/payouts/import'])
      assert.equal((await merchant.get(path)).status, 404, path);
    assert.doesNotMatch((await merchant.get('')).text, /\/console\/payouts"/);
    const sent = await post('/payouts/import', names('X'), Buffer.alloc(100_000, 'a'), merchant);
    assert.match(sent.location, /too_large$/);
    const auditor = await consolePerson(gateway, 'auditor');
    const { text } = await auditor.get(`/payouts/${id}`);
    assert.doesNotMatch(text, new RegExp(`/payouts/${id}/(?:reverse|lines|match)`), 'an auditor is offered no change');
    assert.match((await auditor.post('/exports/payouts', { format: 'csv' })).text, /HIDDEN/);
  });

  it('are settled line by line, matched again, and reversed with a reason', async () => {
    const id = await imported('ACTS', [lineOf('acts-1'), lineOf('acts-2')]);
    assert.match((await operator.get(`/payouts/${id}/lines/3`)).text, /Peye does not know this number/);
    assert.equal((await operator.submit(`/payouts/${id}/lines/3`, '/lines/3', { note: '' })).status, 422);
    assert.match(
      (await operator.submit(`/payouts/${id}/lines/3`, '/lines/3', { note: 'of 2025' })).location ?? '',
      /done=settled/,
    );
    assert.equal((await operator.get(`/payouts/${id}/lines/9`)).status, 404);
    assert.equal((await operator.get(`/payouts/${id}/lines/x`)).status, 404);
    await paid('acts-1');
    assert.match((await operator.submit(`/payouts/${id}`, '/match')).location ?? '', /done=again&count=1/);
    await match();
    const { text } = await operator.get(`/payouts/${id}`);
    assert.match(text, /Nothing to do\. Every line is matched/);
    assert.match(text, /of 2025/);
    assert.equal((await operator.submit(`/payouts/${id}/reverse`, '/reverse', { note: '' })).status, 422);
    await operator.submit(`/payouts/${id}/reverse`, '/reverse', { note: 'wrong bank' });
    await match();
    const reversed = (await operator.get(`/payouts/${id}`)).text;
    assert.match(reversed, /The entries of this payout were reversed/);
    assert.match(reversed, /wrong bank/);
    assert.doesNotMatch(reversed, new RegExp(`/payouts/${id}/reverse"`));
    assert.equal((await operator.get(`/payouts/${id}/reverse`)).location, `/payouts/${id}`);
  });

  it('are recorded by hand, with each error at its field', async () => {
    const form = { bank: 'bnc', reference: 'HAND-1', date: today(), gross: '1 000,50', fee: '0.50' };
    for (const [name, value] of [
      ['bank', 'My Bank'],
      ['reference', ''],
      ['date', 'today'],
      ['gross', '-5'],
      ['fee', '2000'],
      ['currency', 'USD'],
    ] as const) {
      const refused = await operator.submit('/payouts/record', '/record', { ...form, [name]: value });
      assert.equal(refused.status, 422, name);
      assert.match(refused.text, new RegExp(`id="e-${name}"`), name);
    }
    const done = await operator.submit('/payouts/record', '/record', form);
    const again = await operator.submit('/payouts/record', '/record', form);
    assert.equal(done.location, again.location, 'the same payout is one');
    const { text } = await operator.get(done.location ?? '');
    assert.match(text, /1,000(?:\.00)?&#160;HTG|1,000(?:\.00)?\u00a0HTG/);
    assert.match(text, /Recorded manually, without lines/);
    assert.match((await operator.get(`/payouts?website=${gateway.website.id}`)).text, /HAND-1/);
    const { website: other } = await gateway.newWebsite('Other shop');
    assert.doesNotMatch((await operator.get(`/payouts?website=${other.id}`)).text, /HAND-1/);
  });

  it('are work until every line is matched or settled', async () => {
    await db().transaction((tx) =>
      tx.query(
        "UPDATE payout_lines SET note = 'settled', noted_by = 'Person' WHERE state = 'only_theirs' AND note IS NULL",
      ),
    );
    assert.doesNotMatch((await operator.get('')).text, /statements? fit/);
    const id = await imported('WORK', [lineOf('work-1')]);
    const { text } = await operator.get('');
    assert.match(text, /<strong>1<\/strong> <span>line of a statement fits no payment or refund/);
    assert.match(text, /href="\/console\/payouts\?state(?:=|&#61;)open"/);
    const merchant = await consolePerson(gateway, 'merchant_owner', { websiteIds: [gateway.website.id] });
    assert.doesNotMatch((await merchant.get('')).text, /line of a statement/);
    await operator.submit(`/payouts/${id}/lines/2`, '/lines/2', { note: 'known' });
    assert.doesNotMatch((await operator.get('')).text, /line of a statement/);
  });

  it('are work if payments of their period are in no payout after seven days, until they are', async () => {
    const { store } = gateway;
    const count = async (clock: () => number) => {
      while ((await countOutstanding({ db: store.db, clock })).isMoreWaiting);
    };
    await paid('late-1');
    await paid('late-2');
    const id = await imported('LATE', [lineOf('late-1')]);
    const later = () => store.clock() + 8 * 86_400_000_000;
    await count(() => store.clock());
    assert.doesNotMatch((await operator.get('')).text, /lacks? payments/, 'they may be in the next statement');
    await count(later);
    assert.match((await operator.get('')).text, /statements? lacks? payments after seven days/);
    assert.match((await operator.get('/payouts?state=missing')).text, new RegExp(`/payouts/${id}\\?`));
    assert.doesNotMatch((await operator.get('/payouts?state=matched')).text, new RegExp(`/payouts/${id}\\?`));
    const { text } = await operator.get(`/payouts/${id}`);
    assert.match(text, /payments? of the period (?:is|are) in no payout/);
    assert.doesNotMatch(text, /Nothing to do/);
    const rest = await db().query<{ provider_ref: string }>(
      `SELECT p.provider_ref FROM payments p WHERE p.mode = 'live' AND NOT EXISTS
        (SELECT 1 FROM payout_lines l WHERE l.payment_id = p.id AND l.state = 'matched')`,
    );
    const next = await imported(
      'NEXT',
      rest.map((row) => lineOf(row.provider_ref)),
    );
    await count(() => later() + 2 * 3_600_000_000);
    assert.doesNotMatch((await operator.get('')).text, /lacks? payments/);
    assert.match((await operator.get(`/payouts/${id}`)).text, /Nothing to do/);
    // A reversal frees them.
    await operator.submit(`/payouts/${next}/reverse`, '/reverse', { note: 'wrong' });
    await match();
    await count(() => later() + 3 * 3_600_000_000);
    assert.match((await operator.get('')).text, /lacks? payments/);
  });

  it('are listed in pages, and exported with their lines', async () => {
    const id = await imported('EXPORTED', [lineOf('exported-1'), lineOf('exported-2'), `${today()},refund,r,-5,0,HTG`]);
    const lines = (await operator.post('/exports/payout_lines', { format: 'jsonl', payout: id })).text
      .trim()
      .split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ line, amount, state }) => [line, amount, state]),
      [
        [4, '-5.00', 'only_theirs'],
        [3, '500.00', 'only_theirs'],
        [2, '500.00', 'only_theirs'],
      ],
    );
    const all = (await operator.post('/exports/payout_lines', { format: 'csv' })).text.trim().split('\r\n');
    const [row] = await db().query<{ lines: number }>('SELECT COUNT(*) AS lines FROM payout_lines');
    assert.equal(all.length, (row?.lines ?? 0) + 1);
    assert.equal(new Set(all).size, all.length, 'each line once');
    const of = (await operator.post('/exports/payouts', { format: 'jsonl', state: 'open' })).text;
    assert.match(of, /"reference":"EXPORTED"/);
    assert.doesNotMatch(of, /HAND-1/);
    assert.equal((await operator.post('/exports/payouts', { format: 'csv', state: 'lost' })).status, 422);
  });
});
