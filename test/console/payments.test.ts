import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { rangeOf } from '../../src/console/views/date-range.ts';
import { US_PER_DAY } from '../../src/core/durations.ts';
import { leastIdFrom } from '../../src/core/ids.ts';
import type { Role } from '../../src/core/roles.ts';
import { addRemovedPayments } from '../../src/features/archive/store/archives.ts';
import type { DiscrepancyKind } from '../../src/features/payments/discrepancies/discrepancy.ts';
import { recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { type ConsolePerson, consolePerson } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { formsOf, linksOf } from '../support/html-forms.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { changeWebsite } from '../support/websites.ts';

type Shop = Awaited<ReturnType<TestGateway['newWebsite']>>;

/** No e-mail leaves: no server listens there. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'peye@op.example', SMTP_TEST_PAYMENTS: 'true' };

/** Every text that another person may write, as an attacker would. */
const EVIL = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>&lt;`;

onOneEngineByDay('payments in the console', (engine) => {
  let receiver: Receiver;
  let gateway: TestGateway;
  let mine: Shop;
  let also: Shop;
  let foreign: Shop;
  before(async () => {
    receiver = await startReceiver();
    gateway = await startTestGateway(engine, { settings: { ...receiver.settings, ...MAIL } });
    [mine, also, foreign] = [
      await gateway.newWebsite('Mine'),
      await gateway.newWebsite('Also'),
      await gateway.newWebsite('Foreign'),
    ];
  });
  after(async () => {
    await gateway?.stop();
    await receiver?.close();
  });

  const person = (role: Role, ...shops: readonly Shop[]) =>
    consolePerson(gateway, role, { websiteIds: shops.map(({ website }) => website.id) });
  const create = async (key: string, changes: Record<string, unknown> = {}): Promise<string> => {
    const { status, json, text } = await gateway.client(key).post('/payments', paymentRequest(changes));
    assert.equal(status, 201, text);
    return json.transaction_id;
  };
  const finish = (key: string, id: string, end: 'complete' | 'fail', failureReason?: string) =>
    gateway.client(key).post(`/test_helpers/payments/${id}/${end}`, failureReason && { failure_reason: failureReason });
  /** The ids of a page's list, in its order. */
  const listed = (html: string) =>
    [...html.matchAll(/<a href="\/console\/payments\/(\d+)\?[^"]*">/g)].map(([, id]) => id);
  const list = async (who: ConsolePerson, query: Record<string, string> = {}) => {
    const { status, text } = await who.get(`/payments?${new URLSearchParams(query)}`);
    assert.equal(status, 200, text);
    return listed(text);
  };

  it('lists the payments of exactly the websites that a user is bound to, newest first', async () => {
    const viewerOfEmpty = await person('merchant_viewer', await gateway.newWebsite('Empty'));
    assert.match((await viewerOfEmpty.get('/payments')).text, /No test payments yet/);
    const ids = [await create(mine.testKey), await create(also.liveKey, { payment_method: 'moncash' }).catch(() => '')];
    const other = await create(foreign.testKey);
    const second = await create(also.testKey);
    const both = await person('merchant_viewer', mine, also);
    const seen = await list(both);
    assert.deepEqual(seen, [second, ids[0]], 'there is no default range, and no payment of other merchants');
    assert.deepEqual(await list(both, { website: also.website.id }), [second]);
    const operator = await person('auditor');
    assert.deepEqual((await list(operator)).slice(0, 3), [second, other, ids[0]]);
  });

  it('filters by every filter that it offers', async () => {
    const shop = await gateway.newWebsite('Filtered');
    const who = await person('merchant_owner', shop);
    const key = (await gateway.store.operator.createApiKey({ websiteId: shop.website.id, mode: 'test' })).apiKey;
    const paid = await create(shop.testKey, { amount: 1_250.5, reference: 'A-1' });
    const declined = await create(shop.testKey, { payment_method: 'natcash', customer_name: 'Rose-Laure Étienne' });
    const monthly = await create(shop.testKey, {
      payment_method: 'lakaypay_card',
      currency: 'USD',
      amount: 20,
      customer_phone: '+509 3811-2233',
      recurring: true,
      recurring_interval: 'monthly',
      customer_email: 'Rose@Shop.example',
    });
    await finish(shop.testKey, paid, 'complete');
    await finish(shop.testKey, declined, 'fail', 'insufficient_balance');
    const all = [monthly, declined, paid];
    const cases: [query: Record<string, string>, expected: string[]][] = [
      [{}, all],
      [{ mode: 'test' }, all],
      [{ mode: 'live' }, []],
      [{ status: 'completed' }, [paid]],
      [{ status: 'failed' }, [declined]],
      [{ status: 'processing', method: 'lakaypay_card' }, [monthly]],
      [{ method: 'natcash' }, [declined]],
      [{ amount: '1250.50' }, [paid]],
      [{ amount: '20', currency: 'USD' }, [monthly]],
      [{ amount: '20', currency: 'HTG' }, []],
      [{ amount: '10 - 500' }, [monthly, declined]],
      [{ amount: '-20' }, [monthly]],
      [{ amount: '501-' }, [paid]],
      [{ reason: 'insufficient_balance' }, [declined]],
      [{ reason: 'expired' }, []],
      [{ recurring: 'yes' }, [monthly]],
      [{ recurring: 'no' }, [declined, paid]],
      [{ key: key.id }, []],
      [{ from: '2020-01-01', to: '2099-12-31' }, all],
      [{ date: '7days' }, all],
      [{ date: '7days', from: '2020-01-01', to: '2020-01-02' }, all],
      [{ date: 'custom', from: '2020-01-01', to: '2020-01-02' }, []],
      [{ from: '2020-01-01T00:00', to: '2020-01-01T23:59' }, []],
      [{ q: 'A-1' }, [paid]],
      [{ q: paid }, [paid]],
      [{ q: 'etienne' }, [declined]],
      [{ q: 'ROSE LAURE' }, [declined]],
      [{ q: '38112233' }, [monthly]],
      [{ q: 'rose@shop.example' }, [monthly]],
      [{ q: '2233' }, [monthly]],
      [{ q: 'a1' }, [paid]],
      [{ q: 'ROSE@' }, [monthly]],
      [{ q: paid.slice(-8) }, [paid]],
      ...["' OR 1=1 --", '%', '_', '🦄🦄', '\u202e\u200b', 'אבג', 'x'.repeat(255)].map(
        (q) => [{ q }, []] as [Record<string, string>, string[]],
      ),
      [{ q: 'etienne', status: 'completed' }, []],
      [{ q: 'nobody' }, []],
    ];
    for (const [query, expected] of cases) assert.deepEqual(await list(who, query), expected, JSON.stringify(query));
    const totals = async (query: string) =>
      /<div class="bar"><p>([^<]*)/.exec((await who.get(`/payments?${query}`)).text)?.[1]?.replaceAll('\u00a0', ' ');
    assert.equal(await totals(''), '3 payments · 1,250.50 HTG paid of 1,750.50 HTG · 0.00 USD paid of 20.00 USD');
    assert.equal(await totals('status=completed'), '1 payment · 1,250.50 HTG paid of 1,250.50 HTG');
    assert.equal(await totals('q=etienne'), '1 payment · 0 HTG paid of 500 HTG', 'also those of a search');
    const { text } = await who.get('/payments?amount=10-500&method=natcash&q=');
    const searched = await who.get('/payments?q=2233');
    assert.match(searched.text, /Searched: reference, phone, transaction ID, provider reference, e-mail\./);
    assert.match(text, /value="10-500"/, 'the form shows the active filters');
    assert.match(text, /value="natcash" checked/);
    assert.match(text, /Method: <b><bdi>NatCash/, 'each chip shows its value, and a link removes it');
    const withoutMethod = linksOf(text).filter((href) => /\?amount=10-500(&mode=\w+)?$/.test(href));
    assert.equal(withoutMethod.length, 1);
  });

  it('counts the days of a preset in Haiti, and keeps its name in every address', async () => {
    const at = (text: string) => Date.parse(text) * 1000;
    const days = (date: string, now: string) => {
      const { from, to, fromUs, toUs } = rangeOf({ date, from: '2020-01-01' }, at(now));
      return [from, to, fromUs, toUs];
    };
    const lateOnThe1st = '2026-12-02T04:59:00Z';
    const midnight = (day: number) => at(`2026-12-0${day}T05:00:00Z`);
    assert.deepEqual(days('today', lateOnThe1st), ['2026-12-01', '2026-12-01', midnight(1), midnight(2)]);
    assert.deepEqual(days('month', lateOnThe1st), ['2026-12-01', '2026-12-01', midnight(1), midnight(2)]);
    const november30 = at('2026-11-30T05:00:00Z');
    assert.deepEqual(days('yesterday', lateOnThe1st), ['2026-11-30', '2026-11-30', november30, midnight(1)]);
    assert.deepEqual(days('lastmonth', lateOnThe1st), [
      '2026-11-01',
      '2026-11-30',
      at('2026-11-01T04:00:00Z'),
      midnight(1),
    ]);
    assert.deepEqual(days('lastmonth', '2026-01-31T12:00:00Z').slice(0, 2), ['2025-12-01', '2025-12-31']);
    assert.deepEqual(days('7days', '2026-03-10T12:00:00Z').slice(0, 2), ['2026-03-04', '2026-03-10']);
    const who = await person('merchant_owner', mine);
    await create(mine.testKey);
    const { text } = await who.get('/payments?date=7days&from=2020-01-01&status=processing');
    assert.match(text, /Date: <b><bdi>Last 7 days/);
    assert.ok(
      linksOf(text).some((href) => /\?date=7days&mode=\w+$/.test(href)),
      'the link that removes the status',
    );
    const form = formsOf(text).find(({ action }) => action.endsWith('/exports/payments'));
    const sent = Object.fromEntries(form?.fields.map(({ name, value }) => [name, value]) ?? []);
    assert.match(`${sent.from} ${sent.to}`, /^\d{4}-\d\d-\d\d \d{4}-\d\d-\d\d$/, 'an export has the days');
    assert.equal('date' in sent, false);
  });

  it('explains the fault of a filter, and shows the typed text again', async () => {
    const who = await person('merchant_viewer', mine);
    for (const [name, value] of [
      ['from', 'yesterday'],
      ['from', '2026-02-30'],
      ['to', '2026-01-01T25:00'],
      ['amount', '1,000'],
      ['amount', '5.001'],
      ['amount', '10-5'],
      ['amount', '-'],
      ['status', 'paid'],
      ['date', 'tomorrow'],
      ['date', EVIL],
      ['q', 'x'.repeat(256)],
    ] as const) {
      const { status, text } = await who.get(`/payments?${new URLSearchParams({ [name]: value })}`);
      assert.equal(status, 422, `${name}=${value}`);
      assert.match(text, new RegExp(`id="e-${name}"`), `${name}=${value}`);
      assert.doesNotMatch(text, /<script>alert/);
    }
    const reversed = await who.get('/payments?from=2026-02-02&to=2026-02-01');
    assert.match(reversed.text, /The end must be after the beginning/);
    for (const before of ['x', '-1', '1e15', '999999999999999999'])
      assert.equal((await who.get(`/payments?before=${before}`)).status, 200);
    assert.equal((await who.get('/payments?q=%00')).status, 400);
  });

  it('lists every payment once across its pages, while new payments are created', async () => {
    const shop = await gateway.newWebsite('Paged');
    const who = await person('merchant_viewer', shop);
    const made: string[] = [];
    for (let n = 0; n < 120; n++) made.unshift(await create(shop.testKey, { customer_name: `Nadège ${n % 7}` }));
    for (const query of ['', 'q=nadege&', 'recurring=no&', 'method=moncash&']) {
      const seen: (string | undefined)[] = [];
      let next: string | undefined = `/payments?${query}`;
      while (next) {
        const { text }: { text: string } = await who.get(next);
        seen.push(...listed(text));
        assert.ok(Number(/<p>(\d+) payments/.exec(text)?.[1]) >= made.length, 'each page has the totals of all');
        assert.ok(seen.length < 400, next);
        await create(shop.testKey, { customer_name: 'Nadège 1' });
        next = linksOf(text)
          .find((href) => href.includes('before='))
          ?.slice('/console'.length);
      }
      assert.equal(new Set(seen).size, seen.length, `${query} repeats none`);
      assert.deepEqual(
        made.filter((id) => !seen.includes(id)),
        [],
        `${query} misses none`,
      );
    }
  });

  it('lists the oldest first where the address requests it, on every page and in the links of rows', async () => {
    const shop = await gateway.newWebsite('Sorted');
    const who = await person('merchant_viewer', shop);
    const made: string[] = [];
    for (let n = 0; n < 53; n++) made.push(await create(shop.testKey));
    const oldest = await who.get('/payments?sort=oldest');
    assert.deepEqual(listed(oldest.text), made.slice(0, 50));
    assert.match(oldest.text, /aria-sort="ascending"/);
    const more = linksOf(oldest.text).find((href) => href.includes('before=')) ?? '';
    const second = await who.get(more.slice('/console'.length));
    assert.deepEqual(listed(second.text), made.slice(50));
    const row = linksOf(second.text).find((href) => href.includes(`/payments/${made[50]}?`)) ?? '';
    const { text } = await who.get(row.slice('/console'.length));
    assert.match(text, new RegExp(`rel="prev" href="/console/payments/${made[49]}\\?`));
    assert.match(text, new RegExp(`rel="next" href="/console/payments/${made[51]}\\?`));
    const exported = formsOf(oldest.text).find(({ action }) => action.endsWith('/exports/payments'));
    assert.ok(!exported?.fields.some(({ name }) => name === 'sort'), 'an export has its own order');
    for (const sort of ['newest', 'amount', EVIL, 'oldest&sort=oldest'])
      assert.deepEqual((await list(who, { sort })).slice(0, 2), made.slice(-2).reverse(), sort);
    assert.doesNotMatch((await who.get('/payments?q=sorted&sort=oldest')).text, /aria-sort/, 'a search has its order');
  });

  it('leads from a list through its rows and back, with the filters and also after an action', async () => {
    const shop = await gateway.newWebsite('Trail');
    const who = await person('merchant_owner', shop, also);
    const made: string[] = [];
    for (const method of ['natcash', 'moncash', 'natcash', 'natcash'])
      made.unshift(await create(shop.testKey, { payment_method: method, customer_name: 'Wideline' }));
    const [fourth, third, other, first] = made;
    const trailOf = (html: string) => {
      const nav = /<nav class="trail".*?<\/nav>/s.exec(html)?.[0] ?? '';
      const to = (rel: string) => new RegExp(`rel="${rel}" href="/console/payments/(\\d+)`).exec(nav)?.[1];
      return { text: nav.replaceAll(/<[^>]*>/g, ' '), hrefs: linksOf(nav), prev: to('prev'), next: to('next') };
    };
    for (const [query, rows] of [
      [`website=${shop.website.id}&method=natcash&`, [fourth, third, first]],
      [`website=${shop.website.id}&amount=1-999999&date=7days&`, made],
      ['q=wideline&', made],
      [`website=${shop.website.id}&q=WIDE&method=natcash&`, [fourth, third, first]],
    ] as const) {
      const list = `/payments?${query}mode=test`;
      const { text } = await who.get(list);
      assert.deepEqual(listed(text), rows, query);
      for (const [at, id] of rows.entries()) {
        const row = linksOf(text).find((href) => href.includes(`/payments/${id}?`)) ?? '';
        const { prev, next, hrefs, text: words } = trailOf((await who.get(row.slice('/console'.length))).text);
        assert.deepEqual([prev, next], [rows[at - 1], rows[at + 1]], `${query} row ${at}`);
        assert.match(words, /Payments \(filtered\)/);
        const back = hrefs[0]?.slice('/console'.length) ?? '';
        assert.deepEqual(listed((await who.get(back)).text), rows, `${query} back to the list`);
      }
    }
    const at = `/payments/${third}?method=natcash&mode=test&list=1`;
    const { location = '' } = await who.submit(at, '/finish', { outcome: 'completed' });
    assert.deepEqual(trailOf((await who.get(location ?? '')).text).prev, fourth, 'an action keeps the list');
    const direct = trailOf((await who.get(`/payments/${third}`)).text);
    assert.deepEqual([direct.hrefs, direct.prev, direct.next], [['/console/payments'], undefined, undefined]);
    // Whatever an address says, no payment of another merchant is a neighbour.
    const foreignId = await create(foreign.testKey);
    const viewer = await person('merchant_viewer', shop);
    for (const query of [
      `website=${foreign.website.id}`,
      `link=lnk_none`,
      `key=key_none`,
      'method=x',
      'method=natcash&method=moncash',
      `q=${foreignId}`,
      `q=${'x'.repeat(256)}`,
      'from=never',
      `before=${foreignId}`,
    ]) {
      const { status, text } = await viewer.get(`/payments/${other}?${query}&mode=test&list=1`);
      assert.equal(status, 200, query);
      const { prev, next } = trailOf(text);
      assert.ok(
        [prev, next].every((id) => id === undefined || made.includes(id)),
        query,
      );
    }
    const inLive = trailOf((await viewer.get(`/payments/${other}?mode=live&list=1`)).text);
    assert.deepEqual([inLive.prev, inLive.next], [undefined, undefined], 'a list of the other mode');
  });

  it('shows nothing of other merchants, whichever id is sent in whichever place', async () => {
    const id = await create(foreign.testKey);
    const key = (await gateway.store.operator.createApiKey({ websiteId: foreign.website.id, mode: 'test' })).apiKey;
    const who = await person('merchant_owner', mine, also);
    const paths = [`/payments/${id}`, `/payments?website=${foreign.website.id}`, `/payments?key=${key.id}`];
    for (const path of paths) assert.equal((await who.get(path)).status, 404, path);
    const actions = { resend: {}, finish: { outcome: 'completed' }, verify: {}, note: { note: 'x' } };
    for (const [action, fields] of Object.entries(actions)) {
      assert.equal((await who.post(`/payments/${id}/${action}`, fields)).status, 404, action);
    }
    assert.deepEqual(await list(who, { q: id }), []);
    assert.equal((await who.submit('/payments/new', '/payments/new', { key_id: key.id })).status, 404);
    const { json } = await gateway.client(foreign.testKey).get(`/payments/${id}`);
    assert.equal(json.data?.status ?? json.status, 'processing', 'and nothing was changed');
    const viewer = await person('merchant_viewer', mine);
    const own = (await list(viewer))[0];
    for (const action of ['resend', 'finish', 'verify', 'note']) {
      assert.equal((await viewer.post(`/payments/${own}/${action}`, { outcome: 'completed' })).status, 404, action);
    }
    assert.doesNotMatch((await viewer.get(`/payments/${own}`)).text, /<form method="post" action="\/console\/payments/);
    assert.doesNotMatch((await viewer.get('/payments')).text, /name="key"/);
    assert.equal((await viewer.get('/payments/new')).status, 404);
  });

  it('says of an id whose time was archived that the payment may be in an archive, to every role', async () => {
    const nowUs = Date.now() * 1000;
    const id = leastIdFrom(nowUs - 400 * US_PER_DAY);
    const who = [await person('auditor'), await person('merchant_viewer', mine)] as const;
    const pages = () => Promise.all(who.map((one) => one.get(`/payments/${id}`)));
    for (const { status, text } of await pages()) {
      assert.equal(status, 404);
      assert.match(text, /Page not found/);
    }
    const archive = { id: 'a'.repeat(64), beforeUs: nowUs - 399 * US_PER_DAY, payments: 1, removedAtUs: nowUs };
    await gateway.store.db.transaction((tx) => addRemovedPayments(tx, archive));
    for (const { status, text } of await pages()) {
      assert.equal(status, 404);
      assert.match(text, /it may be in an archive/);
    }
    assert.match((await who[0].get(`/payments/${leastIdFrom(nowUs)}`)).text, /Page not found/, 'not of a later id');
  });

  it('shows every text as it was written, and runs none of it', async () => {
    const shop = await gateway.newWebsite(EVIL.slice(0, 60));
    const id = await create(shop.testKey, {
      customer_name: EVIL,
      reference: EVIL,
      description: EVIL,
      customer_phone: EVIL.slice(0, 20),
      metadata: { [EVIL]: EVIL },
    });
    await finish(shop.testKey, id, 'complete');
    const support = await person('support');
    assert.equal((await support.post(`/payments/${id}/note`, { note: EVIL })).status, 303);
    const owner = await person('merchant_owner', shop, mine);
    for (const who of [support, owner]) {
      for (const path of [
        `/payments/${id}`,
        '/payments',
        `/payments?${new URLSearchParams({ q: EVIL })}`,
        '/payments/new',
      ]) {
        const { text } = await (path === '/payments/new' && who === support ? owner : who).get(path);
        assert.doesNotMatch(text, /<script>alert|<img src=x/, path);
      }
    }
    const { text } = await support.get(`/payments/${id}`);
    assert.match(text, /&#60;script&#62;alert\(1\)|&lt;script&gt;alert\(1\)/, 'it is shown as text');
    assert.doesNotMatch((await owner.get(`/payments/${id}`)).text, /Note by/, 'only the operator sees notes');
  });

  it("shows a merchant the discrepancies of its payments with their meaning, without the operator's details", async () => {
    const shop = await gateway.newWebsite('Short of money');
    const sister = await gateway.newWebsite('Paid twice');
    const id = await create(shop.testKey, { amount: 250, customer_name: 'Rose Short' });
    const twice = await create(sister.testKey, { amount: 80 });
    const others = await create(foreign.testKey, { amount: 99 });
    const { store } = gateway;
    const day = 86_400_000_000;
    const report = (dsc: string, kind: DiscrepancyKind, paymentId: string | null, amountMinor: number) =>
      store.db.transaction((tx) => {
        const reported = { amountMinor, currency: 'HTG' } as const;
        const subject = { paymentId: paymentId === null ? null : Number(paymentId), providerRef: `ref-${dsc}` };
        const found = { kind, method: 'moncash', ...subject, reported } as const;
        return recordDiscrepancy(tx, dsc, found, store.clock() - 3 * day - 1);
      });
    await report('dsc_short', 'amount_mismatch', id, 15_000);
    await report('dsc_twice', 'paid_twice', twice, 8_000);
    await report('dsc_others', 'paid_after_failure', others, 9_900);
    await report('dsc_unknown', 'unknown_payment', null, 70_000);
    for (const role of ['merchant_owner', 'merchant_developer', 'merchant_viewer'] as const) {
      const merchant = await person(role, shop);
      const { text } = await merchant.get('/discrepancies');
      assert.match(text, /dsc_short/);
      assert.doesNotMatch(text, /dsc_(others|twice|unknown)|No website/, 'nothing of other merchants');
      const page = await merchant.get(`/discrepancies/dsc_short`);
      assert.match(page.text, /150\sHTG arrived instead of 250\sHTG\. Do not deliver/);
      assert.match(page.text, /Ask the operator of this gateway, with the number dsc_short/);
      assert.doesNotMatch(page.text, /provider’s portal|\/settle"/, 'what operators do is not shown');
      for (const dsc of ['dsc_others', 'dsc_twice', 'dsc_unknown']) {
        assert.equal((await merchant.get(`/discrepancies/${dsc}`)).status, 404, dsc);
      }
      assert.equal((await merchant.get(`/discrepancies?website=${foreign.website.id}`)).status, 404);
      const payment = (await merchant.get(`/payments/${id}`)).text;
      assert.match(
        payment,
        /class="notice care" role="status"><h2>.*150\sHTG arrived instead of 250\sHTG/s,
        'a banner',
      );
      const overview = (await merchant.get('')).text;
      assert.match(overview, /state&#61;open&#38;kind&#61;amount_mismatch"><strong>1<\/strong>/);
      assert.doesNotMatch(overview, /All clear/);
    }
    const both = (await (await person('merchant_owner', shop, sister)).get('/discrepancies')).text;
    assert.match(both, /Short of money<\/bdi><\/a>: [^:]*100\sHTG missing[^:]*1 open/, 'missing money of each shop');
    assert.match(both, /Paid twice<\/bdi><\/a>: [^:]*80\sHTG too much[^:]*1 open/, 'surplus of each shop');
    const support = await person('support');
    const all = (await support.get('/discrepancies?state=open')).text;
    for (const text of [
      'Short of money',
      'Rose Short',
      '100\u00a0HTG missing',
      '3\u00a0days',
      'ref-dsc_short',
      'No website',
    ]) {
      assert.ok(all.includes(text), text);
    }
    const banner = (await support.get(`/payments/${id}`)).text;
    assert.match(
      banner,
      /Wrong amount: .*100\sHTG missing.*Peye amount: <strong>250\sHTG<.*Provider amount: <strong>150\sHTG</s,
    );
    const ofShop = (await support.get(`/discrepancies?website=${shop.website.id}`)).text;
    assert.match(ofShop, /\/discrepancies\/dsc_short\?/);
    assert.doesNotMatch(ofShop, /\/discrepancies\/dsc_(twice|others|unknown)\?/);
    const ofShops = await person('merchant_owner', shop, sister);
    const near = async (who: ConsolePerson, query: string) => {
      const { text } = await who.get(`/discrepancies/dsc_twice?list=1&${query}`);
      return ['prev', 'next'].map((rel) => new RegExp(`rel="${rel}" href="[^"]*/(dsc_\\w+)`).exec(text)?.[1]);
    };
    assert.deepEqual(await near(support, ''), ['dsc_others', 'dsc_short']);
    assert.deepEqual(await near(support, 'sort=oldest'), ['dsc_short', 'dsc_others']);
    assert.deepEqual(await near(support, 'kind=paid_twice'), [undefined, undefined]);
    const largest = (await support.get('/discrepancies?sort=difference')).text;
    const order = [...largest.matchAll(/\/discrepancies\/dsc_(unknown|short|others|twice)\?/g)].map(([, name]) => name);
    assert.deepEqual(order, ['unknown', 'short', 'others', 'twice']);
    assert.match(largest, /<th scope="col" class="number" aria-sort="descending">/);
    assert.equal((await near(support, 'sort=difference'))[0], 'dsc_others');
    assert.deepEqual(await near(ofShops, 'sort=difference'), ['dsc_short', undefined], 'none of other merchants');
    assert.deepEqual(await near(ofShops, ''), [undefined, 'dsc_short'], 'none of other merchants');
    assert.deepEqual(await near(ofShops, `website=${foreign.website.id}`), [undefined, undefined]);
    await store.operator.resolveDiscrepancy('dsc_short', 'our secret note');
    const operator = await person('owner');
    for (const [query, isThere] of [
      ['', false],
      ['?state=x', false],
      ['?state=open', false],
      ['?state=settled', true],
      ['?state=all', true],
    ] as const) {
      const { text } = await operator.get(`/discrepancies${query}`);
      assert.equal(text.includes('/discrepancies/dsc_short?'), isThere, query);
      const state = query.split('=')[1]?.replace(/^x.*/, 'open') ?? 'open';
      assert.match(
        text,
        new RegExp(`State: <b><bdi>${{ open: 'Open', settled: 'Resolved', all: 'All' }[state]}</bdi>`),
        query,
      );
      const exported = /<input type="hidden" name="state" value="(\w+)">/.exec(text)?.[1];
      assert.equal(exported, state === 'all' ? undefined : state, query);
    }
    const merchant = await person('merchant_owner', shop);
    for (const path of ['/discrepancies/dsc_short', `/payments/${id}`]) {
      const { text } = await merchant.get(path);
      assert.match(text, /Resolved|resolved/, path);
      assert.doesNotMatch(text, /our secret note|class="notice care" role="status"><h2>/, path);
    }
    assert.match((await merchant.get('')).text, /All clear/, 'once nothing is open');
  });

  it('never records a page that is opened from the console as the customer’s visit', async () => {
    const shop = await gateway.newWebsite('Previewed');
    const [id, other] = [await create(shop.testKey), await create(shop.testKey)];
    const [developer, viewer] = [await person('merchant_developer', shop), await person('merchant_viewer', shop)];
    /** Opens a page of a payment with these cookies; posts a form if there is one. */
    const visit = async (path: string, cookie: string, form?: Record<string, string>) => {
      const sent = form && { method: 'POST', body: new URLSearchParams(form) };
      const response = await fetch(new URL(path, gateway.url), { ...sent, headers: { cookie }, redirect: 'manual' });
      await response.text();
      return response;
    };
    const timeline = async (payment = id) => (await developer.get(`/payments/${payment}`)).text;
    const state = async (payment = id) =>
      /<span class="badge \w+">([^<]+)<\/span> <strong>/.exec(await timeline(payment))?.[1];
    assert.equal(await state(), 'Not opened yet');
    const opened = await developer.get(`/payments/${id}/page`);
    assert.equal(opened.status, 303);
    const page = opened.location ?? '';
    assert.match(page, new RegExp(`^/pay/${id}/`));
    const cookie = opened.headers.getSetCookie().find((each) => each.startsWith('peye_preview=')) ?? '';
    assert.match(cookie, new RegExp(`; Path=/pay/${id}; Max-Age=1800; HttpOnly; SameSite=Lax`));
    const [mark = ''] = cookie.split(';');
    assert.equal((await visit(page, mark)).status, 200);
    await visit(page, mark, { phone: '37000001', pin: '9999' });
    await until('the preview is stored', async () =>
      (await timeline()).includes('Entry from the console was rejected'),
    );
    assert.match(await timeline(), /Page opened from the console/);
    assert.doesNotMatch(await timeline(), /<h3>Customer/);
    assert.equal(await state(), 'Not opened yet', 'by its customer');
    // A cookie of another payment, an altered one and an expired one hide no customer.
    const otherPage = (await developer.get(`/payments/${other}/page`)).location ?? '';
    const [, endsAt = '', tag = ''] = /=(\d+)\.(\w+)$/.exec(mark) ?? [];
    const forged = [
      mark,
      `peye_preview=${Number(endsAt) + 1}.${tag}`,
      `peye_preview=1000000000.${tag}`,
      'peye_preview=x',
    ];
    for (const [at, each] of forged.entries()) {
      const asked = await create(shop.testKey);
      const own = (await developer.get(`/payments/${asked}/page`)).location ?? '';
      await visit(own, each);
      await until(`the customer's visit ${at} is stored`, async () =>
        (await timeline(asked)).includes('Customer opened'),
      );
      assert.equal(await state(asked), 'Waiting for customer');
    }
    // A customer who comes after a preview is recorded.
    const preview = (await developer.get(`/payments/${other}/page`)).headers.getSetCookie().at(-1)?.split(';')[0] ?? '';
    await visit(otherPage, preview);
    await until('the preview is stored', async () => (await timeline(other)).includes('Page opened from the console'));
    assert.equal(await state(other), 'Not opened yet');
    await visit(otherPage, '');
    await until('the customer is stored', async () => (await timeline(other)).includes('Customer opened the page'));
    // Who may not try test payments opens only the result.
    assert.equal((await viewer.get(`/payments/${id}/page`)).status, 404);
    await visit(otherPage, '', { action: 'cancel' });
    const ended = await timeline(other);
    assert.match(ended, /<h3>Outcome: Cancelled<\/h3>.*?<p>Customer cancelled<\/p><\/li>/, 'one entry');
    assert.doesNotMatch(ended, /<h3>Customer cancelled/);
    assert.equal((await viewer.get(`/payments/${other}/page`)).status, 303);
  });

  it('creates no test payment with a deactivated key, or for a deactivated website', async () => {
    const { db, operator } = gateway.store;
    const shop = await gateway.newWebsite('Closing');
    const { id } = (await operator.createApiKey({ websiteId: shop.website.id, mode: 'test' })).apiKey;
    const developer = await person('merchant_developer', shop, mine);
    const send = () => developer.submit('/payments/new', '/payments/new', { key_id: id });
    await changeWebsite(db, shop.website.id, { isActive: false });
    const ofWebsite = await send();
    await changeWebsite(db, shop.website.id, { isActive: true });
    await operator.setApiKeyActive(id, false);
    for (const { status, text } of [ofWebsite, await send()]) {
      assert.equal(status, 422);
      assert.match(text, /This key is deactivated/);
    }
    assert.deepEqual(await list(developer, { website: shop.website.id }), []);
    await operator.setApiKeyActive(id, true);
    assert.equal((await send()).status, 303, 'once both are active, the form creates a payment');
  });

  it('shows the whole story of a payment, and the actions on it', async () => {
    const shop = await gateway.newWebsite('Story');
    const callbackUrl = `${receiver.origin}/story`;
    await changeWebsite(gateway.store.db, shop.website.id, { callbackUrl });
    const developer = await person('merchant_developer', shop);
    const page = await developer.get('/payments/new');
    assert.match(page.text, /<option value="key_/);
    const refused = await developer.submit('/payments/new', '/payments/new', { amount: 'much', customer_name: '' });
    assert.equal(refused.status, 422, refused.text);
    assert.match(refused.text, /id="e-amount"/);
    assert.match(refused.text, /value="much"/, 'what was typed stays');
    const made = await developer.submit('/payments/new', '/payments/new', { amount: '750', reference: 'from-console' });
    assert.equal(made.status, 303, made.text);
    const [, id = ''] = /^\/payments\/(\d+)\?done=made$/.exec(made.location ?? '') ?? [];
    const open = await developer.get(`/payments/${id}`);
    assert.match(open.text, /750 HTG|750\u00a0HTG/);
    assert.match(open.text, new RegExp(`href="/console/payments/${id}/page"`), 'its page can be opened');
    assert.match(open.text, /Content-Type: application\/json/);
    const finished = await developer.submit(`/payments/${id}`, '/finish', { outcome: 'completed' });
    assert.equal(finished.location, `/payments/${id}?done=finished`);
    const again = await developer.post(`/payments/${id}/finish`, { outcome: 'declined' });
    assert.equal(again.location, `/payments/${id}?done=is_final`);
    assert.equal((await developer.post(`/payments/${id}/finish`, { outcome: 'stolen' })).status, 400);
    await until('the webhook came', () => receiver.received('/story').length === 1);
    await until('its attempt is stored', async () =>
      (await developer.get(`/payments/${id}`)).text.includes('attempt 1'),
    );
    const support = await person('support');
    const verified = await support.submit(`/payments/${id}`, '/verify');
    assert.equal(verified.location, `/payments/${id}?done=verified`);
    assert.equal((await support.submit(`/payments/${id}`, '/note', { note: '  ' })).status, 422);
    assert.equal((await support.submit(`/payments/${id}`, '/note', { note: 'Called the customer.' })).status, 303);
    assert.equal((await developer.submit(`/payments/${id}`, '/resend')).location, `/payments/${id}?done=resent`);
    await until('the webhook came again', () => receiver.received('/story').length === 2);
    await until('the second attempt is stored', async () =>
      (await developer.get(`/payments/${id}`)).text.includes('attempt 2'),
    );
    const { text } = await support.get(`/payments/${id}?done=noted`);
    const story = [
      ...['Created', 'test payment created', 'Outcome: Paid', 'test payment finished', 'attempt 1'],
      ...['payment checked with provider', 'Note by', 'Called the customer.', 'webhook resent', 'attempt 2'],
    ];
    for (const part of story) assert.ok(text.includes(part), part);
    const times = [...text.matchAll(/<li><h3>.*?<time datetime="([^"]+)"/g)].map(([, time]) => time);
    assert.deepEqual(times, times.toSorted(), 'in the order of time');
    const other = await person('merchant_owner', shop);
    assert.doesNotMatch((await other.get(`/payments/${id}`)).text, new RegExp(support.user.name ?? ''));
  });

  it('counts the receipts that a merchant’s users send together, so that more users do not send more e-mails', async () => {
    const shop = await gateway.newWebsite('Mails');
    const paid = await create(shop.testKey);
    await finish(shop.testKey, paid, 'complete');
    const [one, other] = [await person('merchant_owner', shop), await person('merchant_owner', shop)];
    const send = async (who: ConsolePerson) => (await who.post(`/payments/${paid}/receipt`, { email: 'wrong' })).status;
    for (let sent = 0; sent < 30; sent++) assert.equal(await send(one), 422);
    assert.equal(await send(other), 429);
    assert.equal(await send(await person('support')), 422, 'the operator’s users have their own limit');
  });

  it('shows every role the receipt of a completed payment, and allows support and owners to send it', async () => {
    const paid = await create(mine.testKey, { customer_email: 'marie@example.com' });
    await finish(mine.testKey, paid, 'complete');
    const open = await create(mine.testKey);
    const viewer = await person('merchant_viewer', mine);
    const seen = await viewer.get(`/payments/${paid}`);
    const [, link = ''] = /<pre id="receipt-link"[^>]*>([^<]*)</.exec(seen.text) ?? [];
    assert.match(await (await fetch(link)).text(), /data-state="paid"/);
    assert.doesNotMatch(seen.text, /payments\/\d+\/receipt/);
    assert.doesNotMatch((await viewer.get(`/payments/${open}`)).text, /receipt-link/);
    // Opening it from the console is no step of the customer.
    assert.equal((await viewer.get(`/payments/${paid}/page`)).status, 303);

    const owner = await person('merchant_owner', mine);
    const send = (who: ConsolePerson, id: string, email: string) => who.post(`/payments/${id}/receipt`, { email });
    assert.match((await owner.get(`/payments/${paid}`)).text, /value="marie@example.com"/);
    assert.equal((await send(owner, paid, 'jean@example.com')).location, `/payments/${paid}?done=receipt`);
    const wrong = await send(owner, paid, 'a@b, c@d');
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /Enter a valid e-mail address.*value="a@b, c@d"/s);
    assert.equal((await send(owner, open, 'a@b.ht')).status, 409);
    for (const who of [viewer, await person('merchant_developer', mine), await person('merchant_owner', foreign)]) {
      assert.equal((await send(who, paid, 'a@b.ht')).status, 404);
    }
    const rows = await gateway.store.db.query('SELECT payment_id, address, requests FROM receipt_requests');
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ payment_id: Number(paid), address: 'jean@example.com', requests: 1 }],
    );
    // One that failed for good is on the overview, and its payment's page says why.
    const failed = async (status: string) =>
      gateway.store.db.transaction((tx) =>
        tx.query(
          `UPDATE receipt_requests SET status = $1, next_attempt_at_us = NULL, ended_at_us = $2, last_error = '550 <unknown>'`,
          [status, gateway.store.clock()],
        ),
      );
    await failed('given_up');
    await gateway.store.db.transaction((tx) =>
      tx.query(
        `INSERT INTO link_notices (payment_id, status, attempts, last_error, created_at_us, ended_at_us)
          VALUES ($1, 'given_up', 3, '552 full', 1, 1)`,
        [Number(paid)],
      ),
    );
    const shown = (await owner.get(`/payments/${paid}`)).text;
    assert.match(
      shown,
      /Requested receipt<\/dt>\s*<dd>could not be sent: <bdi>550 &#60;unknown&#62;<\/bdi>.*href="#receipt"/,
    );
    assert.match(shown, /E-mail to the seller<\/dt>\s*<dd>could not be sent: <bdi>552 full<\/bdi><\/dd>/);
    const viewed = (await viewer.get(`/payments/${paid}`)).text;
    assert.match(viewed, /could not be sent: <bdi>550/);
    assert.doesNotMatch(viewed, /Send it again|jean@example/);
    const list = `/overview/receipts?website=${mine.website.id}`;
    assert.match((await owner.get('')).text, /could not be sent in the last 7 days/);
    assert.ok((await owner.get(list)).text.includes(`/payments/${paid}"`));
    assert.ok(!(await (await person('merchant_owner', foreign)).get(list)).text.includes(paid));
    const [entry] = await gateway.store.db.query("SELECT after_json FROM audit_log WHERE action = 'payment.receipt'");
    assert.equal(entry?.after_json, '{"to_customer":false}');
    // Two users at once, and more than a payment may have.
    const staff = [await person('support'), owner];
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => (await send(staff[i % 2] ?? owner, paid, 'a@b.ht')).status),
    );
    assert.deepEqual(
      [statuses.filter((status) => status === 303).length, statuses.filter((status) => status === 409).length],
      [14, 6],
    );
  });
});
