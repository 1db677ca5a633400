import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Entry } from '../../src/features/ledger/entry.ts';
import { insertEntries } from '../../src/features/ledger/store/postings.ts';
import { issueStatements } from '../../src/features/statements/issue-statements.ts';
import { monthOf, monthsLater, periodOf } from '../../src/features/statements/month.ts';
import { pdfText } from '../statements/pdf-text.ts';
import { type ConsolePerson, consolePerson } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { changeWebsite } from '../support/websites.ts';

onOneEngineByDay('statements in the console', (engine) => {
  let gateway: TestGateway;
  let me: ConsolePerson;
  let path: string;
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { ROLES: 'api,console' } });
    const { website, store } = gateway;
    await changeWebsite(store.db, website.id, { name: '=Kafe <b>Mòn</b>' });
    await store.db.transaction((tx) => tx.query('UPDATE websites SET created_at_us = 1 WHERE id = $1', [website.id]));
    me = await consolePerson(gateway, 'merchant_viewer', { websiteIds: [website.id] });
    path = `/websites/${website.id}`;
  });
  after(() => gateway?.stop());

  /** A page, with its characters as a reader sees them. */
  const read = async (address: string) =>
    (await me.get(address)).text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  const month = () => monthOf(gateway.store.clock());
  const last = () => monthsLater(month(), -1);
  const post = (about: number, amountMinor: number, changes: Partial<Entry> = {}) => {
    const entry: Entry = {
      event: 'completed',
      about,
      websiteId: gateway.website.id,
      mode: 'live',
      atUs: periodOf(last()).fromUs + 5,
      lines: [
        { account: 'due:moncash', money: { amountMinor, currency: 'HTG' } },
        { account: 'sales', money: { amountMinor: -amountMinor, currency: 'HTG' } },
      ],
      ...changes,
    };
    return gateway.store.db.transaction((tx) => insertEntries(tx, [entry]));
  };
  const issue = async () => {
    const { db, clock } = gateway.store;
    while (
      (await issueStatements({ db, clock: () => Math.max(clock(), periodOf(month()).fromUs + 3_700_000_000) }))
        .isMoreWaiting
    );
  };

  it('lists the months that have one, with the balance of those that were issued', async () => {
    assert.match((await me.get(`${path}/statements?mode=live`)).text, /No statements yet/);
    await post(1, 1_250_050);
    await issue();
    const text = await read(`${path}/statements?mode=live`);
    assert.match(text, /Month not over/);
    assert.match(text, /12,500\.50\u00a0HTG/);
    assert.match(text, new RegExp(`/statement\\?month=${last()}&mode=live"`));
    assert.match((await me.get(path)).text, /\/statements"/);
  });

  it('is in the menu: the months for users of one website, otherwise the websites', async () => {
    assert.equal((await me.get('/statements')).location, `${path}/statements`);
    const { website: second } = await gateway.newWebsite('Second shop');
    const both = await consolePerson(gateway, 'merchant_viewer', { websiteIds: [gateway.website.id, second.id] });
    await gateway.newWebsite('Foreign shop');
    const { text } = await both.get('/statements');
    assert.match(text, /Second shop/);
    assert.ok(text.includes(`${path}/statements"`));
    assert.doesNotMatch(text, /Foreign shop/);
    assert.match((await (await consolePerson(gateway, 'auditor')).get('/statements')).text, /Foreign shop/);
  });

  it('shows a month, and what was posted after it was issued', async () => {
    const show = () => read(`${path}/statement?month=${last()}&mode=live`);
    const issued = await show();
    assert.match(issued, /Nothing has changed since then/);
    assert.ok(issued.includes('<bdi>=Kafe <b>Mòn</b></bdi>'));
    assert.match(issued, /<b>12,500\.50<\/b>/);
    await post(2, 77_00, { event: 'gift_card:1' as Entry['event'] });
    const changed = await show();
    assert.match(changed, /Since then, entries/);
    assert.match(changed, /<li>With MonCash, gift_card \(77\u00a0HTG\)<\/li>/);
    assert.match(changed, /<b>12,577\.50<\/b>/);
    assert.match(
      (await me.get(`${path}/statement?month=${last()}&mode=test`)).text,
      /No payments had been received by the end of this month/,
    );
  });

  it('has it as a file for spreadsheets, without formulas, and as a PDF', async () => {
    const csv = await me.get(`${path}/statement.csv?month=${last()}&mode=live`);
    assert.equal(
      csv.headers.get('content-disposition'),
      `attachment; filename="peye-statement-live-kafe-b-mon-b-${last()}.csv"`,
    );
    assert.match(csv.text, /^\uFEFF?Website,Website ID/);
    assert.match(csv.text, /\r\n'=Kafe <b>Mòn<\/b>,/);
    const pdf = await fetch(`${gateway.url}/console${path}/statement.pdf?month=${last()}&mode=live`, {
      headers: { cookie: [...me.jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    assert.equal(pdf.headers.get('content-type'), 'application/pdf');
    assert.match(pdf.headers.get('content-disposition') ?? '', /\.pdf"$/);
    const text = pdfText(Buffer.from(await pdf.arrayBuffer()));
    assert.match(text, /12,577\.50/);
    assert.match(text, /gift_card/);
  });

  it('has none for other websites, for texts that are no month, and for months that have not started', async () => {
    const { website: other } = await gateway.newWebsite('Other shop');
    for (const page of ['statements', 'statement', 'statement.csv', 'statement.pdf']) {
      assert.equal((await me.get(`/websites/${other.id}/${page}`)).status, 404, page);
      assert.equal((await me.get(`/websites/web_none/${page}`)).status, 404, page);
      if (page === 'statements') continue;
      assert.equal((await me.get(`${path}/${page}`)).status, 200, page);
      for (const text of ['2026-13', '1999-01', '%00', monthsLater(month(), 1), 'x'.repeat(1_000)]) {
        assert.notEqual((await me.get(`${path}/${page}?month=${text}`)).status, 200, `${page} ${text}`);
      }
    }
  });
});
