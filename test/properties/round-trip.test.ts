import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { onBothEngines } from '../support/engines.ts';
import { API, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { jsonText, storableText } from '../support/json-text.ts';

const RUNS = 60;

onBothEngines('a payment is returned as it was sent', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway.stop());

  const fields = fc.record(
    {
      customer_name: storableText(255).filter((text) => text !== ''),
      customer_email: fc.option(fc.emailAddress()),
      customer_phone: fc.option(storableText(20)),
      reference: storableText(255),
      description: fc.option(storableText(500)),
    },
    { noNullPrototype: true },
  );

  test('every string field with any text, by read, list, reference lookup and feed', async () => {
    await fc.assert(
      fc.asyncProperty(fields, async (sent) => {
        const { status, json: created } = await gateway.api.post('/payments', paymentRequest(sent));
        assert.equal(status, 201, JSON.stringify(created));
        const id = created.transaction_id;
        const finished = (await gateway.api.post(`/test_helpers/payments/${id}/complete`)).json.data;
        assert.deepEqual(
          {
            customer_name: finished.customer.name,
            customer_email: finished.customer.email,
            customer_phone: finished.customer.phone,
            reference: finished.reference,
            description: finished.description,
          },
          sent,
        );
        const everywhere = await readEverywhere(gateway, id, sent.reference);
        for (const text of everywhere) assert.deepEqual(JSON.parse(text), finished);
      }),
      { numRuns: RUNS },
    );
  });

  test('metadata as the same text, in any spelling of JSON', async () => {
    await fc.assert(
      fc.asyncProperty(jsonText().object, async (metadata) => {
        const reference = `metadata-${Math.random()}`;
        const { metadata: _, ...rest } = paymentRequest({ reference });
        const body = `{"metadata": ${metadata} ,${JSON.stringify(rest).slice(1)}`;
        const { status, json: created } = await gateway.api.post('/payments', body);
        assert.equal(status, 201, JSON.stringify(created));
        await gateway.api.post(`/test_helpers/payments/${created.transaction_id}/fail`);
        for (const text of await readEverywhere(gateway, created.transaction_id, reference)) {
          assert.ok(text.endsWith(`,"metadata":${metadata}}`), text);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('the amount to the centime, however the number is written', async () => {
    const spelling = fc
      .tuple(fc.integer({ min: 100, max: 75_000_00 }), fc.nat(3))
      .map(
        ([minor, style]) =>
          [
            minor,
            [`${minor}e-2`, `${minor / 100}`, `${minor / 100}e0`, `0.${String(minor).padStart(9, '0')}E+7`][style]!,
          ] as const,
      );
    await fc.assert(
      fc.asyncProperty(spelling, async ([minor, text]) => {
        const body = JSON.stringify(paymentRequest({ amount: 0 })).replace('"amount":0', `"amount":${text}`);
        const { status, json } = await gateway.api.post('/payments', body);
        assert.equal(status, 201, text);
        assert.equal(json.amount, `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`);
      }),
      { numRuns: RUNS },
    );
  });
});

/** The Payment's JSON text as each endpoint gives it. */
async function readEverywhere({ url, api, testKey }: TestGateway, id: string, reference: string): Promise<string[]> {
  const read = await api.get(`/payments/${id}`);
  const list = await api.get('/payments?per_page=1');
  const found = await getRaw(url, `${API}/payments/reference/${encodeURIComponent(reference)}`, testKey);
  return [
    inside(read.text, '{"success":true,"data":', '}'),
    inside(list.text, '{"success":true,"data":[', `],"pagination":${JSON.stringify(list.json.pagination)}}`),
    inside(found, '{"success":true,"data":', '}'),
    await readEvent(api, id),
  ];
}

function inside(text: string, head: string, tail: string): string {
  assert.ok(text.startsWith(head) && text.endsWith(tail), text);
  return text.slice(head.length, -tail.length);
}

const feedPositions = new WeakMap<object, string>();

/** The payment of the newest event. Each call continues after the last event of the previous one. */
async function readEvent(api: TestGateway['api'], id: string): Promise<string> {
  const after = feedPositions.get(api);
  const response = await api.get(`/events?limit=100${after ? `&after=${after}` : ''}`);
  feedPositions.set(api, response.json.next_cursor);
  const event = response.json.data.at(-1);
  assert.equal(event.data.transaction_id, id);
  const head = `{"id":"${event.id}","event":"${event.event}","created_at":"${event.created_at}","data":`;
  return inside(
    response.text.slice(response.text.lastIndexOf(head)),
    head,
    `}],"next_cursor":"${response.json.next_cursor}","has_more":false}`,
  );
}

/** Sends the path as it is: `fetch` would resolve a reference of two dots. */
function getRaw(url: string, path: string, key: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { path, headers: { 'x-api-key': key }, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve(text));
    });
    outgoing.on('error', reject).end();
  });
}
