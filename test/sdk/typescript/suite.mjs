// Checks the SDK in every runtime, and uses nothing that only one runtime has: `runSuite` is called by run-suite.mjs in Node, Deno and Bun,
// and by worker.mjs in workerd. Each check sends requests to a real gateway, through a proxy that causes the fault named in its address.
import * as sdk from '@peye/sdk';
import { nextWebhook } from '@peye/sdk/next';

const { amounts, Peye, webhooks } = sdk;
const SECRET = 'whsec_Example0Example1Example2Example3';
const BODY = '{"event":"payment.success","timestamp":1795269991,"data":{"transaction_id":"915840412345678"}}';
const SIGNATURE = 'e268d9d7419ec4f4e83d28a6f5a050debf6d97869ae986b64badbff62e00660c';
/** Short: in these checks, the payment of a lost response exists at once, or never will. */
const LOOKUP_WAIT_MS = 1_000;

/** Runs every check, and returns those that failed. */
export async function runSuite({ gatewayUrl, proxyUrl, closedUrl, testKey, liveKey, runtime }) {
  const reports = [];
  const client = (fault, options = {}) =>
    new Peye({
      apiKey: testKey,
      baseUrl: fault === undefined ? gatewayUrl : `${proxyUrl}/${fault}`,
      lookupWaitMs: LOOKUP_WAIT_MS,
      onRequest: (report) => reports.push(report),
      ...options,
    });
  const fields = (name, changes = {}) => ({
    amount: '500.00',
    currency: 'HTG',
    payment_method: 'moncash',
    customer_name: 'Marie Joseph',
    reference: `${runtime}/${name} é?#`,
    ...changes,
  });
  const peye = client();

  const checks = {
    async 'creates a payment, finds it, and ends it'() {
      const made = await peye.payments.create(
        fields('one', { amount: '0512.10', metadata: { cart: [1, 'dé'] }, description: null }),
      );
      equal(made.amount, '512.10');
      const read = await peye.payments.retrieve(made.transaction_id);
      equal([read.status, read.amount, read.metadata], ['processing', '512.10', { cart: [1, 'dé'] }]);
      equal(await peye.payments.findByReference(fields('one').reference), [read]);
      equal(await peye.payments.findByReference('no payment has this'), []);
      equal((await peye.payments.verify(made.transaction_id)).status, 'processing');
      equal((await peye.testHelpers.complete(made.transaction_id)).status, 'completed');
      const other = await peye.payments.create(fields('two', { amount: 20.5, payment_method: 'natcash' }));
      equal(other.amount, '20.50');
      equal(
        (await peye.testHelpers.fail(other.transaction_id, { failure_reason: 'expired' })).failure_reason,
        'expired',
      );
      const again = await fails(peye.testHelpers.fail(other.transaction_id), sdk.PaymentAlreadyFinalError);
      equal([again.status, again.code], [409, 'payment_already_final']);
    },

    async 'warns of fields without effect, for a test key'() {
      const { warn } = console;
      const lines = [];
      console.warn = (line) => lines.push(line);
      try {
        await peye.payments.create(fields('ignored', { return_url: 'https://shop.example/thanks' }));
      } finally {
        console.warn = warn;
      }
      equal(lines, ['Peye: POST /payments was sent with fields that have no effect: return_url']);
    },

    async 'goes through all pages'() {
      const ids = [];
      for (let i = 0; i < 3; i++) ids.push((await peye.payments.create(fields(`page ${i}`))).transaction_id);
      const page = await peye.payments.list({ per_page: 2 });
      equal([page.data.length, page.pagination.per_page], [2, 2]);
      const seen = [];
      for await (const payment of peye.payments.iterate({ per_page: 2 })) seen.push(payment.transaction_id);
      equal(seen.length, page.pagination.total);
      equal(new Set(seen).size, seen.length);
      equal(seen.slice(0, 3), ids.reverse());
      for (const id of ids) await peye.testHelpers.complete(id);
      const events = [];
      for await (const event of peye.events.iterate({ limit: 2 })) events.push(event.data.transaction_id);
      equal(events.slice(-3), ids);
      const rest = await peye.events.list({ after: (await peye.events.list({ limit: 100 })).next_cursor });
      equal(rest.data, []);
      await fails(consume(peye.payments.iterate({ page: 2 })), sdk.InvalidArgumentError, /remove `page` and `cursor`/);
    },

    async 'reads the rate and the health'() {
      equal((await peye.exchangeRate.retrieve({ amount: '1305' })).conversion, { amount_htg: 1305, amount_usd: 10 });
      equal((await peye.exchangeRate.retrieve()).conversion, null);
      equal((await peye.health()).service, 'peye');
      equal((await peye.checkout.website()).mode, 'test');
      const { sessions } = peye.checkout;
      const session = await sessions.create({ amount: '250.00', currency: 'HTG', metadata: { cart: 88 } });
      equal([session.status, session.amount, session.metadata.cart].join(), 'open,250.00,88');
      equal((await sessions.retrieve(session.session_id)).url, session.url);
      equal((await sessions.cancel(session.session_id)).status, 'cancelled');
    },

    async 'throws the class of each code'() {
      const invalid = await fails(
        peye.payments.create(fields('x', { currency: 'EUR', customer_name: '' })),
        sdk.ValidationError,
      );
      equal(Object.keys(invalid.errors).sort(), ['currency', 'customer_name']);
      equal([invalid.status, /^req_/.test(invalid.requestId), invalid instanceof sdk.PeyeError], [422, true, true]);
      await fails(peye.payments.create(fields('x', { amount: '99999999999' })), sdk.AmountTooHighError);
      await fails(peye.payments.retrieve('123456789012345'), sdk.TransactionNotFoundError);
      await fails(peye.events.list({ after: 'x' }), sdk.InvalidCursorError);
      await fails(client(undefined, { apiKey: liveKey }).events.list(), sdk.EventsTestOnlyError);
    },

    async 'rejects impossible arguments without a request'() {
      const before = reports.length;
      for (const amount of ['', '5,00', '1e3', '1.234', '-5', 0.1 + 0.2, Number.NaN, undefined, null, '0x10', ' 5']) {
        await fails(peye.payments.create(fields('x', { amount })), sdk.InvalidArgumentError);
      }
      for (const id of [undefined, '', 'abc', 12345, '../health'])
        await fails(peye.payments.retrieve(id), sdk.InvalidArgumentError);
      for (const name of ['', '.', '..', undefined])
        await fails(peye.payments.findByReference(name), sdk.InvalidArgumentError);
      equal(reports.length, before);
    },

    async 'names the mistake in its options, and never shows the key'() {
      const options = { apiKey: testKey, baseUrl: gatewayUrl };
      for (const [changes, message] of [
        [{ apiKey: undefined }, /apiKey is missing: is its variable set/],
        [{ apiKey: `${testKey}\n` }, /line breaks/],
        [{ apiKey: SECRET }, /webhook secret/],
        [{ baseUrl: undefined }, /baseUrl must be the address/],
        [{ baseUrl: 'pay.example.ht' }, /such as https/],
        [{ timeoutMs: '1s' }, /timeoutMs must be a number/],
        [{ retries: -1 }, /retries must be/],
      ]) {
        const error = await fails(
          (async () => new Peye({ ...options, ...changes }))(),
          sdk.InvalidArgumentError,
          message,
        );
        equal(error.message.includes(testKey), false);
      }
      equal((await new Peye({ ...options, baseUrl: `${gatewayUrl}/api/gateway/v1/` }).health()).service, 'peye');
      equal(JSON.stringify([reports, peye]).includes(testKey), false);
    },

    async 'explains mistakes of keys, proxies and addresses'() {
      await fails(
        client('strip-key').health(),
        sdk.MissingApiKeyError,
        /a proxy in front of .* removes the header X-Api-Key/,
      );
      await fails(
        client(undefined, { apiKey: `${testKey}x` }).health(),
        sdk.InvalidApiKeyError,
        /does not know this test key/,
      );
      const noMethod = client(undefined, { apiKey: liveKey }).payments.create(fields('live'));
      await fails(noMethod, sdk.PaymentMethodNotAvailableError, /This is a live key/);
      await fails(
        client('other-server').health(),
        sdk.UnexpectedResponseError,
        /responded 404 with a body that is not Peye's/,
      );
      await fails(
        client('redirect').payments.create(fields('redirect')),
        sdk.UnexpectedResponseError,
        /set baseUrl to the gateway/,
      );
      equal(await peye.payments.findByReference(fields('redirect').reference), []);
    },

    async 'retries reads after errors that may pass, and no request whose error is certain'() {
      for (const fault of ['first-502', 'first-cut', 'first-half', 'first-limit']) {
        equal((await client(fault).exchangeRate.retrieve()).rate > 0, true);
      }
      const { transaction_id } = await peye.payments.create(fields('verify'));
      equal((await client('first-502').payments.verify(transaction_id)).status, 'processing');
      await fails(client('first-502', { retries: 1 }).payments.list(), sdk.UnexpectedResponseError);
      const startedAt = performance.now();
      const limited = await fails(client('long-limit').health(), sdk.RateLimitExceededError);
      equal([limited.retryAfter, performance.now() - startedAt < 5_000], [60, true]);
      const before = reports.length;
      await fails(client('unavailable').payments.create(fields('unavailable')), sdk.ServiceUnavailableError);
      equal(reports.length, before + 1);
    },

    async 'requests each refund once, although its response is lost twice'() {
      const { transaction_id } = await peye.payments.create(fields('refunded'));
      await fails(peye.refunds.create('refunded', { transaction_id }), sdk.PaymentNotCompletedError);
      await peye.testHelpers.complete(transaction_id);
      const part = { transaction_id, amount: '0120.50', reason: 'out of stock' };
      const lost = client('first-answer-lost');
      const refund = await lost.refunds.create('refunded', part);
      equal(
        [refund.amount, refund.reason, refund.status, refund.failure_reason],
        ['120.50', 'out of stock', 'manual', null],
      );
      equal((await lost.refunds.list({ transaction_id })).data, [refund]);
      equal(await peye.refunds.create('refunded', part), refund);
      equal(await peye.refunds.retrieve('refunded'), refund);
      await fails(peye.refunds.create('refunded', { transaction_id, amount: 1 }), sdk.RefundConflictError);
      await fails(
        peye.refunds.create('more', { transaction_id, amount: 500 }),
        sdk.RefundExceedsPaymentError,
        /379\.50/,
      );
      equal((await peye.refunds.create('rest', { transaction_id, amount: null })).amount, '379.50');
      const all = [];
      for await (const { refund_id } of peye.refunds.iterate({ transaction_id, per_page: 1 })) all.push(refund_id);
      equal(all, ['rest', 'refunded']);
      await fails(peye.refunds.retrieve('none'), sdk.RefundNotFoundError);
      const before = reports.length;
      for (const id of [undefined, '', '..', 'a/b', 'é', 'x'.repeat(65)]) {
        await fails(
          peye.refunds.create(id, { transaction_id }),
          sdk.InvalidArgumentError,
          /your own name for the refund/,
        );
      }
      await fails(peye.refunds.create('odd', { transaction_id, amount: '1,5' }), sdk.InvalidArgumentError);
      await fails(peye.refunds.create('odd'), sdk.InvalidArgumentError);
      equal(reports.length, before);
    },

    async 'reads disputes, page by page'() {
      equal((await peye.disputes.list({ transaction_id: '915840412345678', status: 'opened' })).data, []);
      const urls = [];
      const pages = [
        { success: true, data: [{ dispute_id: 'dsp_2' }], next_cursor: 'dsp_2' },
        { success: true, data: [{ dispute_id: 'dsp_1' }], next_cursor: null },
      ];
      const paged = client(undefined, {
        fetch: async (url) => {
          urls.push(new URL(url).pathname + new URL(url).search);
          return Response.json(pages[urls.length - 1]);
        },
      });
      const ids = [];
      for await (const { dispute_id } of paged.disputes.iterate({ status: 'opened' })) ids.push(dispute_id);
      equal(ids, ['dsp_2', 'dsp_1']);
      const path = '/api/refunds/v1/disputes?per_page=100&status=opened&cursor=';
      equal(urls, [path, `${path}dsp_2`]);
      await fails(consume(peye.disputes.iterate({ cursor: 'dsp_2' })), sdk.InvalidArgumentError, /remove `cursor`/);
    },

    async 'says when the gateway cannot be reached'() {
      const away = client(undefined, { baseUrl: closedUrl, retries: 1 });
      const read = await fails(away.health(), sdk.ConnectionError);
      // workerd does not report the cause of a failure, so the SDK has to look for the payment.
      if (runtime === 'workerd') {
        await fails(away.payments.create(fields('away')), sdk.LostResponseError);
      } else {
        equal(read.sent, 'nothing');
        match(read.message, /cannot be reached .* nothing was sent/);
        equal((await fails(away.payments.create(fields('away')), sdk.ConnectionError)).sent, 'nothing');
      }
    },

    async 'finds the payment whose response was lost'() {
      for (const fault of ['cut-answer', 'cut-body', 'half-json', 'hang', '502-done']) {
        const given = fields(`lost by ${fault}`);
        const lost = await fails(client(fault).payments.create(given, { timeoutMs: 1_500 }), sdk.LostResponseError);
        equal(lost.found, await peye.payments.findByReference(given.reference));
        equal([lost.found.length, lost.reference, lost.code], [1, given.reference, 'lost_response']);
        match(lost.message, /was not repeated. The payment was created: \d+ .* is processing/);
      }
    },

    async 'says that no payment exists only when that is certain'() {
      for (const fault of ['cut-request', '503-not-done', '504-not-done']) {
        const lost = await fails(client(fault).payments.create(fields(fault)), sdk.LostResponseError);
        equal(lost.found, null);
        match(lost.message, /is not known yet whether .*: call findByReference, at least 10 seconds after the loss/);
      }
      const patient = client('cut-request', { lookupWaitMs: undefined });
      const lost = await fails(patient.payments.create(fields('waited for')), sdk.LostResponseError);
      equal(lost.found, []);
      match(lost.message, /This call created no payment .*: create it again/);
    },

    async 'does not confuse an older payment with the lost one'() {
      const given = fields('older');
      await peye.payments.create(given);
      await new Promise((done) => setTimeout(done, 3_200));
      equal((await fails(client('cut-request').payments.create(given), sdk.LostResponseError)).found, null);
    },

    async 'reports a gateway without TLS at once'() {
      const https = client(undefined, { baseUrl: gatewayUrl.replace('http:', 'https:') });
      // workerd and Bun do not report the cause of a failure.
      if (runtime === 'workerd' || runtime === 'Bun') return;
      const startedAt = performance.now();
      for (const call of [https.health(), https.payments.create(fields('no tls'))]) {
        const error = await fails(call, sdk.TlsError, /does not use TLS; nothing was sent/);
        equal([error.sent, error.code], ['nothing', 'connection_error']);
      }
      equal(performance.now() - startedAt < 5_000, true);
    },

    async 'says when it is unknown whether a payment exists'() {
      const blind = await fails(
        client('cut-answer').payments.create(fields('x', { reference: null })),
        sdk.LostResponseError,
      );
      equal([blind.found, blind.reference], [null, null]);
      match(blind.message, /had no reference: search payments.list/);
      const dark = client('all-lost', { retries: 0 }).payments.create(fields('dark'));
      equal((await fails(dark, sdk.LostResponseError, /call findByReference, at least 10 seconds after/)).found, null);
    },

    async 'calculates amounts exactly'() {
      equal([amounts.toMinor('500.00'), amounts.toMinor(19.99), amounts.toMinor('0.1')], [50000n, 1999n, 10n]);
      equal([amounts.fromMinor(50000n), amounts.fromMinor(5), amounts.fromMinor(0)], ['500.00', '0.05', '0.00']);
      equal(amounts.toMinor('123456789012345678.91'), 12345678901234567891n);
      equal([amounts.equal('500', '500.00'), amounts.equal('0.10', '0.11')], [true, false]);
      equal([amounts.compare('9', '10.00'), amounts.compare(10, '9.99'), amounts.compare('1', '1.0')], [-1, 1, 0]);
      for (const wrong of [-1, 1.5, Number.MAX_VALUE])
        await fails((async () => amounts.fromMinor(wrong))(), sdk.InvalidArgumentError);
    },

    async 'verifies webhooks, and gives the reason when it refuses one'() {
      const headers = await webhooks.sign(BODY, SECRET, { mode: 'test' });
      equal(headers['X-Gateway-Signature'], SIGNATURE);
      const bytes = new TextEncoder().encode(BODY);
      const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      for (const body of [BODY, bytes, bytes.buffer]) {
        for (const given of [
          headers,
          lower,
          new Headers(headers),
          { 'x-gateway-signature': [SIGNATURE], 'x-gateway-mode': ['test'] },
        ]) {
          equal(
            (await webhooks.verify(body, given, ['whsec_new', SECRET], { mode: 'test' })).data.transaction_id,
            '915840412345678',
          );
        }
      }
      const refused = async (reason, message, body, given, secret, options = {}) => {
        const verified = webhooks.verify(body, given, secret, { mode: 'test', ...options });
        equal((await fails(verified, sdk.WebhookSignatureError, message)).reason, reason);
      };
      await refused('wrong_mode', /expects events of live payments/, BODY, headers, SECRET, { mode: 'live' });
      await refused(
        'wrong_mode',
        /expects events of test payments/,
        BODY,
        { ...headers, 'X-Gateway-Mode': 'live' },
        SECRET,
      );
      const { 'X-Gateway-Mode': _, ...without } = headers;
      await refused('missing_header', /X-Gateway-Mode is missing/, BODY, without, SECRET);
      for (const options of [undefined, {}, { mode: 'Live' }]) {
        await fails(
          webhooks.verify(BODY, headers, SECRET, options),
          sdk.InvalidArgumentError,
          /the mode of the webhooks that you expect/,
        );
      }
      await refused('bad_signature', /secret belongs to another website/, BODY.replace('8', '9'), headers, SECRET);
      await refused('bad_signature', /does not match/, BODY, headers, 'whsec_other');
      await refused('bad_signature', /does not match/, BODY, { 'x-gateway-signature': `${SIGNATURE}0` }, SECRET);
      await refused(
        'bad_signature',
        /does not match/,
        BODY,
        { 'x-gateway-signature': SIGNATURE.toUpperCase() },
        SECRET,
      );
      await refused('missing_header', /a proxy removes the header/, BODY, {}, SECRET);
      await refused('body_was_changed', /other whitespace/, JSON.stringify(JSON.parse(BODY), null, 2), headers, SECRET);
      await refused('body_was_changed', /express.raw.*parseAs.*c\.req\.text/, JSON.parse(BODY), headers, SECRET);
      await refused('body_was_changed', /A framework has parsed the body/, undefined, headers, SECRET);
      const most = 1024 * 1024;
      await refused('too_large', /more than 1048576 bytes/, ' '.repeat(most + 1), headers, SECRET);
      await refused('bad_signature', /does not match/, ' '.repeat(most), headers, SECRET);
      const now = new Date(1795269991_000 + 400_000);
      await refused('too_old', /Compare your clock/, BODY, headers, SECRET, { toleranceSeconds: 300, now });
      await refused('too_old', /your clock/, BODY, headers, SECRET, {
        toleranceSeconds: 300,
        now: new Date(1795269991_000 - 400_000),
      });
      equal(
        (await webhooks.verify(BODY, headers, SECRET, { mode: 'test', toleranceSeconds: 500, now })).timestamp,
        1795269991,
      );
      for (const secret of [undefined, '', testKey, [], `${SECRET}\n`]) {
        await fails(
          webhooks.verify(BODY, headers, secret, { mode: 'test' }),
          sdk.InvalidArgumentError,
          /must begin with whsec_/,
        );
      }
    },

    async 'provides a request handler for webhooks'() {
      const events = [];
      const errors = [];
      const handler = nextWebhook({
        secret: SECRET,
        mode: 'test',
        onError: (error) => errors.push(error.name),
        onEvent: (event) => {
          if (events.push(event.event) > 1) throw new Error('planted');
        },
      });
      const post = async (body, headers) =>
        (await handler(new Request(gatewayUrl, { method: 'POST', body, headers }))).status;
      const headers = await webhooks.sign(BODY, SECRET, { mode: 'test' });
      equal([await post(BODY, headers), await post(`${BODY} `, headers), await post(BODY, headers)], [204, 400, 500]);
      equal([events.length, errors], [2, ['WebhookSignatureError', 'Error']]);
    },
  };

  const failures = [];
  for (const [name, check] of Object.entries(checks)) {
    await check().catch((error) => failures.push(`${name}: ${error.stack ?? error}`));
  }
  return { checks: Object.keys(checks).length, failures };
}

/** Whether two values are equal as JSON, with integers of any size. */
function equal(actual, expected) {
  const [a, b] = [actual, expected].map((value) =>
    JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)),
  );
  if (a !== b) throw new Error(`${a}\n  is not ${b}`);
}

function match(text, pattern) {
  if (!pattern.test(text)) throw new Error(`${JSON.stringify(text)}\n  does not match ${pattern}`);
}

async function fails(promise, ErrorClass, message = /./) {
  const error = await promise.then(
    (value) => {
      throw new Error(`did not fail with ${ErrorClass.name}, but returned ${JSON.stringify(value)}`);
    },
    (thrown) => thrown,
  );
  if (!(error instanceof ErrorClass)) throw new Error(`is no ${ErrorClass.name}: ${error?.stack ?? error}`);
  match(error.message, message);
  equal(error.name, ErrorClass.name);
  return error;
}

async function consume(list) {
  for await (const _ of list);
}
