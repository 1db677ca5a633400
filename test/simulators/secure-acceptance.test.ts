import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { TEST_CARDS } from '../../simulators/secure-acceptance/cards.ts';
import { noFaults } from '../../simulators/secure-acceptance/faults.ts';
import {
  type SecureAcceptanceSimulator,
  startSecureAcceptanceSimulator,
} from '../../simulators/secure-acceptance/secure-acceptance-simulator.ts';
import { until } from '../support/gateway.ts';

/** Neither the server nor the browser reports a result. */
const LOST = { reports: 'never', returns: 'never' } as const;

type Form = Record<string, string>;

describe('the simulator of Secure Acceptance', () => {
  let simulator: SecureAcceptanceSimulator;
  let nowMs = Date.UTC(2026, 0, 1);
  const received: { path: string; fields: Form }[] = [];
  const gateway = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    received.push({ path: request.url ?? '', fields });
    response.writeHead(200).end();
  });
  let gatewayUrl = '';
  before(async () => {
    await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done));
    gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
    simulator = await startSecureAcceptanceSimulator({ gatewayUrl, now: () => nowMs });
  });
  beforeEach(() => {
    Object.assign(simulator.faults, noFaults());
    received.length = 0;
    nowMs += 3_600_000;
  });
  after(async () => {
    await simulator.stop();
    gateway.closeAllConnections();
    await new Promise((done) => gateway.close(done));
  });

  const setting = (name: string) => simulator.settings[`LAKAYPAY_CARD_${name}`] ?? '';
  const sign = (fields: Form): Form => {
    const text = (fields.signed_field_names ?? '').split(',').map((name) => `${name}=${fields[name]}`);
    return {
      ...fields,
      signature: createHmac('sha256', setting('SECRET_KEY')).update(text.join(',')).digest('base64'),
    };
  };
  let next = 0;
  /** A valid form with these changes. All of its fields are signed, unless the changes name the signed fields. */
  const form = (changes: Form = {}): Form => {
    const fields: Form = {
      access_key: setting('ACCESS_KEY'),
      profile_id: setting('PROFILE_ID'),
      transaction_uuid: `uuid-${++next}`,
      signed_field_names: '',
      unsigned_field_names: '',
      signed_date_time: `${new Date(nowMs).toISOString().slice(0, 19)}Z`,
      locale: 'fr-fr',
      transaction_type: 'sale',
      reference_number: `ORDER-${next}`,
      amount: '10.50',
      currency: 'USD',
      override_custom_receipt_page: `${gatewayUrl}/return`,
      override_custom_cancel_page: `${gatewayUrl}/cancel`,
      override_backoffice_post_url: `${gatewayUrl}/notify`,
      ...changes,
    };
    return sign({ ...fields, signed_field_names: changes.signed_field_names ?? Object.keys(fields).join(',') });
  };
  const asBrowserForm = (fields: Form) => ({ action: `${simulator.url}/pay`, fields: Object.entries(fields) });
  const pay = (fields: Form, card?: string) => simulator.pay(asBrowserForm(fields), card);
  const open = async (body: string | URLSearchParams, type?: string) => {
    const response = await fetch(`${simulator.url}/pay`, {
      method: 'POST',
      body,
      ...(type !== undefined && { headers: { 'content-type': type } }),
    });
    return { status: response.status, text: await response.text() };
  };
  const paths = () => received.map(({ path }) => path);

  it('opens a card page for a good form, and says that no real money moves', async () => {
    const { status, text } = await open(new URLSearchParams(form()));
    assert.equal(status, 200);
    assert.match(text, /<title>Payment details – Simulator: no real money<\/title>/);
    assert.match(text, /Total amount: 10\.50 USD/);
    assert.match(text, /name="viewport"/);
    for (const label of ['number', 'expiry', 'cvn']) assert.match(text, new RegExp(`<label for="${label}">`));
  });

  describe('refuses with 403', () => {
    const good = () => form();
    const names = (fields: Form, ...without: string[]) =>
      (fields.signed_field_names ?? '')
        .split(',')
        .filter((name) => !without.includes(name))
        .join(',');
    const CASES: Readonly<Record<string, () => Form>> = {
      'another access_key': () => form({ access_key: '0'.repeat(32) }),
      'another profile': () => form({ profile_id: 'x' }),
      'no signature': () => ({ ...good(), signature: '' }),
      'a signature of another form': () => ({ ...good(), signature: good().signature ?? '' }),
      'a changed amount': () => ({ ...good(), amount: '0.01' }),
      'a time of sixteen minutes ago': () => form({ signed_date_time: iso(nowMs - 960_000) }),
      'a time sixteen minutes ahead': () => form({ signed_date_time: iso(nowMs + 960_000) }),
      'a time with milliseconds': () => form({ signed_date_time: new Date(nowMs).toISOString() }),
      'an unsigned amount': () => form({ signed_field_names: names(good(), 'amount'), unsigned_field_names: 'amount' }),
      'an unsigned return page': () =>
        form({
          signed_field_names: names(good(), 'override_custom_receipt_page'),
          unsigned_field_names: 'override_custom_receipt_page',
        }),
      'a field that is not listed': () => ({ ...good(), bill_to_forename: 'Marie' }),
      'a listed field that is not there': () => form({ signed_field_names: `${names(good())},bill_to_forename` }),
      'a field that is listed twice': () => form({ signed_field_names: `${names(good())},amount` }),
      'a signed signature': () => form({ signed_field_names: `${names(good())},signature` }),
    };
    for (const [what, make] of Object.entries(CASES)) {
      it(what, async () => {
        const { status, text } = await open(new URLSearchParams(make()));
        assert.equal(status, 403, text);
        assert.equal(received.length, 0);
      });
    }

    it('a field that comes twice', async () => {
      assert.equal(
        (await open(`${new URLSearchParams(form())}&amount=1.00`, 'application/x-www-form-urlencoded')).status,
        403,
      );
    });
  });

  it('accepts only forms: 415 for JSON', async () => {
    assert.equal((await open(JSON.stringify(form()), 'application/json')).status, 415);
  });

  for (const [field, value] of [
    ['amount', '10.505'],
    ['amount', '10,50'],
    ['amount', '0.00'],
    ['amount', '1234567890123.00'],
    ['currency', 'EUR'],
    ['transaction_uuid', 'x'.repeat(41)],
    ['reference_number', 'x'.repeat(51)],
    ['locale', 'ht-ht'],
    ['transaction_type', 'refund'],
    ['override_custom_cancel_page', `https://x.example/${'x'.repeat(240)}`],
  ] as const) {
    it(`reports ${field}=${value.slice(0, 20)} as an error 102, and charges nothing`, async () => {
      const fields = form({ [field]: value });
      await pay(fields);
      assert.deepEqual(paths(), ['/notify', '/return']);
      assert.equal(received[0]?.fields.decision, 'ERROR');
      assert.equal(received[0]?.fields.reason_code, '102');
      assert.equal(received[0]?.fields.invalid_fields, field);
      assert.deepEqual(booked(fields.reference_number), []);
    });
  }

  it('posts a paid result twice, signed over every field', async () => {
    const fields = form();
    await pay(fields);
    assert.deepEqual(paths(), ['/notify', '/return']);
    const [{ fields: result } = { fields: {} as Form }] = received;
    assert.deepEqual(received[1]?.fields, result);
    assert.equal(sign(result).signature, result.signature);
    assert.deepEqual(
      (result.signed_field_names ?? '').split(',').sort(),
      Object.keys(result)
        .filter((name) => name !== 'signature')
        .sort(),
    );
    const { decision, reason_code, auth_amount, req_amount, req_currency, req_reference_number, req_card_number } =
      result;
    assert.deepEqual(
      { decision, reason_code, auth_amount, req_amount, req_currency, req_reference_number, req_card_number },
      {
        decision: 'ACCEPT',
        reason_code: '100',
        auth_amount: '10.50',
        req_amount: '10.50',
        req_currency: 'USD',
        req_reference_number: fields.reference_number,
        req_card_number: 'xxxxxxxxxxxx1111',
      },
    );
    assert.deepEqual(booked(fields.reference_number), ['paid 1050 USD']);
  });

  for (const [card, decision, code, book] of [
    ['declined', 'DECLINE', '203', 'failed 1050 USD'],
    ['insufficient', 'DECLINE', '204', 'failed 1050 USD'],
    ['expired', 'DECLINE', '202', 'failed 1050 USD'],
    ['review', 'REVIEW', '480', 'open 1050 USD'],
    ['partial', 'ACCEPT', '110', 'paid 525 USD'],
  ] as const) {
    it(`the card ${TEST_CARDS[card]} is ${decision} ${code}`, async () => {
      const fields = form();
      await pay(fields, card);
      assert.equal(received[0]?.fields.decision, decision);
      assert.equal(received[0]?.fields.reason_code, code);
      assert.deepEqual(booked(fields.reference_number), [book]);
    });
  }

  for (const number of [
    '4111111111111111',
    '5555555555554444',
    '2222420000001113',
    '378282246310005',
    '6011111111111117',
    '3566111111111113',
  ]) {
    it(`the sandbox's card ${number} pays`, async () => {
      await pay(form(), number);
      assert.equal(received[0]?.fields.decision, 'ACCEPT');
    });
  }

  it('asks the customer again for an invalid card number, and sends no result', async () => {
    for (const number of ['4111111111111112', '12', 'abc']) {
      assert.match((await pay(form(), number)).text, /role="alert">Enter a valid card number/);
    }
    assert.deepEqual(received, []);
  });

  it('an authorization without a capture holds the money, and charges nothing', async () => {
    const fields = form({ transaction_type: 'authorization' });
    await pay(fields);
    assert.deepEqual(booked(fields.reference_number), ['open 1050 USD']);
  });

  it('a used transaction_uuid gives error 104 for fifteen minutes, also on a page that was already open', async () => {
    const first = form();
    const second: Form = { ...form(), transaction_uuid: first.transaction_uuid ?? '' };
    await pay(first);
    await pay(sign(second));
    assert.equal(received.at(-1)?.fields.reason_code, '104');
    assert.deepEqual(booked(second.reference_number), []);
    nowMs += 15 * 60_000;
    await pay(form({ transaction_uuid: first.transaction_uuid ?? '', reference_number: 'LATER' }));
    assert.deepEqual(booked('LATER'), ['paid 1050 USD']);
  });

  it('cancel leads to the cancel page, with a signed result that has no reason and no transaction', async () => {
    const fields = form();
    await simulator.cancel(asBrowserForm(fields));
    assert.deepEqual(paths(), ['/notify', '/cancel']);
    const { fields: result } = received[1] ?? { fields: {} as Form };
    assert.equal(result.decision, 'CANCEL');
    assert.equal(result.reason_code, undefined);
    assert.equal(result.transaction_id, undefined);
    assert.equal(sign(result).signature, result.signature);
    assert.deepEqual(booked(fields.reference_number), []);
  });

  it('delivers results in the order that its switches name, and loses the results that they name', async () => {
    for (const [reports, returns, expected] of [
      ['before', 'once', ['/notify', '/return']],
      ['after', 'once', ['/return', '/notify']],
      ['never', 'once', ['/return']],
      ['before', 'never', ['/notify']],
      ['never', 'never', []],
      ['twice', 'twice', ['/notify', '/return', '/return', '/notify']],
    ] as const) {
      received.length = 0;
      Object.assign(simulator.faults, { reports, returns });
      const fields = form();
      await pay(fields);
      await until(`${reports} and ${returns} was delivered`, () => received.length >= expected.length);
      assert.deepEqual(paths(), expected, `${reports}, ${returns}`);
      assert.deepEqual(booked(fields.reference_number), ['paid 1050 USD']);
    }
  });

  it('lost results can be posted later, by the server and by the browser', async () => {
    Object.assign(simulator.faults, LOST);
    const fields = form();
    await pay(fields);
    assert.equal(await simulator.notify(fields.reference_number ?? ''), 200);
    assert.equal(await simulator.comeBack(fields.reference_number ?? ''), 200);
    assert.deepEqual(paths(), ['/notify', '/return']);
  });

  it('faults of the page occur before or after the charge', async () => {
    for (const [trouble, isCharged] of [
      ['error_500', false],
      ['drop', false],
      ['drop_after_effect', true],
    ] as const) {
      simulator.faults.page = trouble;
      const fields = form();
      await pay(fields).catch(() => {});
      assert.equal(booked(fields.reference_number).length, isCharged ? 1 : 0, trouble);
    }
  });

  it('switches and records are reached over HTTP, and a wrong switch is refused', async () => {
    const set = (body: object) =>
      fetch(`${simulator.url}/_simulator/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    assert.equal((await set({ indexLagMs: 5 })).status, 200);
    assert.equal(simulator.faults.indexLagMs, 5);
    for (const wrong of [{ indexLagMs: -1 }, { reports: 'sometimes' }, { unheard: true }, []]) {
      assert.equal((await set(wrong)).status, 400);
    }
    assert.deepEqual(await (await fetch(`${simulator.url}/_simulator/book`)).json(), simulator.book());
    assert.deepEqual(await (await fetch(`${simulator.url}/_simulator/faults`)).json(), simulator.faults);
  });

  describe('REST', () => {
    /** A request as the documentation describes it, with changes to its headers. */
    const call = async (
      method: 'GET' | 'POST',
      path: string,
      body?: object,
      { changes = {}, names }: { changes?: Form; names?: string } = {},
    ) => {
      const text = body && JSON.stringify(body);
      const headers: Form = {
        host: new URL(simulator.url).host,
        date: new Date(nowMs).toUTCString(),
        'v-c-merchant-id': setting('MERCHANT_ID'),
        ...(text !== undefined && { digest: `SHA-256=${createHash('sha256').update(text).digest('base64')}` }),
        ...changes,
      };
      const signed = names ?? `host date request-target${text === undefined ? '' : ' digest'} v-c-merchant-id`;
      const lines = signed
        .split(' ')
        .map((name) => `${name}: ${/request-target/.test(name) ? `${method.toLowerCase()} ${path}` : headers[name]}`);
      const signature = createHmac('sha256', Buffer.from(setting('REST_SHARED_SECRET'), 'base64'))
        .update(lines.join('\n'))
        .digest('base64');
      const response = await fetch(simulator.url + path, {
        method,
        headers: {
          signature: `keyid="${setting('REST_KEY_ID')}", algorithm="HmacSHA256", headers="${signed}", signature="${signature}"`,
          ...headers,
          ...(text !== undefined && { 'content-type': 'application/json' }),
        },
        ...(text !== undefined && { body: text }),
      });
      return { status: response.status, json: JSON.parse(await response.text()) };
    };
    const DAYS = 'submitTimeUtc:[NOW/DAY-7DAYS TO NOW/DAY+1DAY}';
    const search = (query: string, more: object = {}, how = {}) =>
      call('POST', '/tss/v2/searches', { save: false, name: 'test', timezone: 'GMT', query, limit: 50, ...more }, how);
    const idsOf = ({ json }: Awaited<ReturnType<typeof search>>) =>
      (json._embedded.transactionSummaries ?? []).map(({ id }: { id: string }) => id);

    it('finds a paid transaction by its reference, with its services and without the approved amount', async () => {
      const fields = form();
      await pay(fields);
      const response = await search(`clientReferenceInformation.code:${fields.reference_number} AND ${DAYS}`);
      assert.equal(response.status, 201);
      assert.equal(response.json.totalCount, 1);
      const [summary] = response.json._embedded.transactionSummaries;
      assert.deepEqual(
        summary.applicationInformation.applications.map(({ name, reasonCode, rFlag }: Form) => [
          name,
          reasonCode,
          rFlag,
        ]),
        [
          ['ics_auth', '100', 'SOK'],
          ['ics_bill', '100', 'SOK'],
        ],
      );
      assert.deepEqual(summary.orderInformation.amountDetails, { totalAmount: '10.50', currency: 'USD' });
      const detail = await call('GET', `/tss/v2/transactions/${summary.id}`);
      assert.equal(detail.status, 200);
      assert.equal(detail.json.orderInformation.amountDetails.authorizedAmount, '10.50');
      assert.equal((await call('GET', '/tss/v2/transactions/7')).status, 404);
    });

    it('finds later transactions of a charge under its reference; only the transaction itself names the charge', async () => {
      const fields = form();
      await pay(fields);
      const charge = simulator.transactions().at(-1)?.id;
      const act = (given: object) =>
        fetch(`${simulator.url}/_simulator/transactions/${charge}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(given),
        });
      assert.equal((await act({ kind: 'refund', amountMinor: 250 })).status, 200);
      assert.equal((await act({ kind: 'refund', amountMinor: 100_000 })).status, 400);
      assert.equal((await act({ kind: 'gift' })).status, 400);
      simulator.giveBack(fields.reference_number ?? '', { kind: 'void' });
      const found = await search(`clientReferenceInformation.code:${fields.reference_number} AND ${DAYS}`, {
        sort: 'submitTimeUtc:asc',
      });
      const [, refund, voided] = found.json._embedded.transactionSummaries;
      assert.deepEqual(
        [refund, voided].map((one) => one.applicationInformation.applications[0].name),
        ['ics_credit', 'ics_void'],
      );
      assert.deepEqual(
        [refund.orderInformation.amountDetails.totalAmount, voided.orderInformation],
        ['2.50', undefined],
      );
      assert.equal(refund.rootId, undefined);
      for (const { id } of [refund, voided]) {
        assert.equal((await call('GET', `/tss/v2/transactions/${id}`)).json.rootId, charge);
      }
      const ofRefund = simulator.giveBack('', { kind: 'void', chargeId: refund.id });
      const { rootId, _links } = (await call('GET', `/tss/v2/transactions/${ofRefund.id}`)).json;
      assert.equal(rootId, charge);
      assert.match(_links.relatedTransactions[0].href, new RegExp(`/${refund.id}$`));
      assert.throws(() => simulator.giveBack('', { kind: 'refund', chargeId: refund.id }), /is no charge/);
    });

    it('refunds a charge each time it is requested, and voids one until the processor has it', async () => {
      const fields = form();
      await pay(fields);
      const charge = simulator.transactions().at(-1)?.id;
      const refund = (totalAmount: string, code = 'r-1') =>
        call('POST', `/pts/v2/payments/${charge}/refunds`, {
          clientReferenceInformation: { code },
          buyerInformation: { merchantCustomerId: fields.reference_number },
          orderInformation: { amountDetails: { totalAmount, currency: 'USD' } },
        });
      const voided = () =>
        call('POST', `/pts/v2/payments/${charge}/voids`, { clientReferenceInformation: { code: 'v-1' } });
      const { status, json } = await refund('2.50');
      assert.deepEqual([status, json.status, json.refundAmountDetails.refundAmount], [201, 'PENDING', '2.50']);
      assert.notEqual((await refund('2.50')).json.id, json.id, 'it does not refund once for each code');
      for (const wrong of ['10.51', '0.00', 'all']) {
        assert.deepEqual([(await refund(wrong)).json.reason, wrong], ['INVALID_AMOUNT', wrong]);
      }
      assert.equal((await refund('1.00', '')).status, 400);
      assert.equal((await call('POST', '/pts/v2/payments/7/refunds', {})).status, 404);
      const found = await search(`buyerInformation.merchantCustomerId:${fields.reference_number} AND ${DAYS}`);
      assert.deepEqual(
        found.json._embedded.transactionSummaries.map(
          ({ clientReferenceInformation: { code } }: { clientReferenceInformation: Form }) => code,
        ),
        ['r-1', 'r-1'],
      );
      assert.deepEqual([(await voided()).status, (await voided()).json.reason], [400, 'NOT_VOIDABLE']);
      simulator.faults.voidableMs = 60_000;
      assert.deepEqual([(await voided()).json.status, (await voided()).json.reason], ['VOIDED', 'NOT_VOIDABLE']);
      assert.equal((await refund('1.00')).json.reason, 'CAPTURE_ALREADY_VOIDED');
    });

    it('finds nothing before it is in the index', async () => {
      const fields = form();
      await pay(fields);
      simulator.faults.indexLagMs = 60_000;
      const query = `clientReferenceInformation.code:${fields.reference_number} AND ${DAYS}`;
      assert.deepEqual(idsOf(await search(query)), []);
      nowMs += 60_000;
      assert.equal(idsOf(await search(query)).length, 1);
    });

    it('gives pages, in the requested order', async () => {
      nowMs += 20 * 86_400_000;
      for (let i = 0; i < 5; i++) {
        await pay(form());
        nowMs += 1000;
      }
      const sort = 'submitTimeUtc:asc';
      const all = idsOf(await search(DAYS, { sort }));
      assert.equal(all.length, 5);
      assert.deepEqual(idsOf(await search(DAYS)), all.toReversed());
      const pages = await Promise.all([0, 2, 4, 6].map((offset) => search(DAYS, { sort, offset, limit: 2 })));
      assert.deepEqual(pages.flatMap(idsOf), all);
      for (const { json } of pages) assert.equal(json.totalCount, 5);
    });

    it('refuses a search that it cannot read with 400', async () => {
      for (const query of ['', 'decision:ACCEPT', `code:1 AND ${DAYS}`, 'submitTimeUtc:[yesterday TO NOW}']) {
        assert.equal((await search(query)).status, 400, query);
      }
      for (const more of [{ limit: 0 }, { limit: 5000 }, { offset: -1 }, { save: true }, { timezone: 7 }]) {
        assert.equal((await search(DAYS, more)).status, 400, JSON.stringify(more));
      }
    });

    it('accepts both spellings of the request target', async () => {
      const names = 'host date (request-target) digest v-c-merchant-id';
      assert.equal((await search(DAYS, {}, { names })).status, 201);
    });

    const REFUSED: Readonly<Record<string, () => object>> = {
      'another key': () => ({ changes: { signature: 'keyid="x"' } }),
      'no signature': () => ({ changes: { signature: '' } }),
      'another merchant': () => ({ changes: { 'v-c-merchant-id': 'somebody' } }),
      'a date of six minutes ago': () => ({ changes: { date: new Date(nowMs - 360_000).toUTCString() } }),
      'a date six minutes ahead': () => ({ changes: { date: new Date(nowMs + 360_000).toUTCString() } }),
      'a date in ISO 8601': () => ({ changes: { date: new Date(nowMs).toISOString() } }),
      'a digest of something else': () => ({ changes: { digest: 'SHA-256=AAAA' } }),
      'an unsigned host': () => ({ names: 'date request-target digest v-c-merchant-id' }),
      'an unsigned date': () => ({ names: 'host request-target digest v-c-merchant-id' }),
      'an unsigned target': () => ({ names: 'host date digest v-c-merchant-id' }),
      'an unsigned body': () => ({ names: 'host date request-target v-c-merchant-id' }),
      'an unsigned merchant': () => ({ names: 'host date request-target digest' }),
    };
    for (const [what, how] of Object.entries(REFUSED)) {
      it(`401 for ${what}`, async () => {
        const response = await search(DAYS, {}, how());
        assert.equal(response.status, 401);
        assert.notEqual(simulator.calls.at(-1)?.refusal, null);
      });
    }

    it('charges a stored card, by either name of its token, and only holds the money without capture', async () => {
      await pay(form({ transaction_type: 'sale,create_payment_token' }));
      const id = received[0]?.fields.payment_token ?? '';
      assert.match(id, /^[0-9A-F]{32}$/);
      const charge = (code: string, paymentInformation: object, capture = true) =>
        call('POST', '/pts/v2/payments', {
          clientReferenceInformation: { code },
          processingInformation: { capture },
          paymentInformation,
          orderInformation: { amountDetails: { totalAmount: '7.00', currency: 'HTG' } },
        });
      const first = await charge('T-1', { customer: { id } });
      assert.equal(first.status, 201);
      assert.equal(first.json.status, 'AUTHORIZED');
      assert.deepEqual(first.json.orderInformation.amountDetails, { authorizedAmount: '7.00', currency: 'HTG' });
      assert.equal((await charge('T-2', { legacyToken: { id } })).status, 201);
      assert.equal((await charge('T-3', { customer: { id } }, false)).json.status, 'AUTHORIZED');
      assert.deepEqual(
        [...booked('T-1'), ...booked('T-2'), ...booked('T-3')],
        ['paid 700 HTG', 'paid 700 HTG', 'open 700 HTG'],
      );
      for (const wrong of [{}, { customer: { id: 'x' } }, { customer: { id }, legacyToken: { id } }]) {
        assert.equal((await charge('T-4', wrong)).status, 400);
      }
      simulator.faults.tokenCharge = 'expired_card';
      const declined = await charge('T-5', { customer: { id } });
      assert.equal(declined.status, 201);
      assert.equal(declined.json.errorInformation.reason, 'EXPIRED_CARD');
      assert.deepEqual(booked('T-5'), ['failed 700 HTG']);
    });
  });

  const booked = (reference: string | undefined) =>
    simulator
      .book()
      .filter((entry) => entry.reference === reference)
      .map(({ status, amountMinor, currency }) => `${status} ${amountMinor} ${currency}`);
});

function iso(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
