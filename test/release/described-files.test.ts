import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type OpenApiDocument, operations } from '../../src/api/openapi/document.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type Arazzo, runWorkflow } from '../support/run-arazzo.ts';

interface Entry {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

/** The parts of a Postman collection that this test reads. */
interface Collection {
  readonly info: { readonly schema: string };
  readonly auth: { readonly type: string; readonly apikey: readonly Entry[] };
  readonly variable: readonly Entry[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

interface Item {
  readonly name: string;
  readonly event?: readonly { readonly script: { readonly exec: readonly string[] } }[];
  readonly request: {
    readonly method: string;
    readonly header: readonly Entry[];
    readonly url: {
      readonly raw: string;
      readonly path: readonly string[];
      readonly variable: readonly Entry[];
      readonly query: readonly Entry[];
    };
    readonly body?: { readonly raw: string };
  };
  readonly response: readonly { readonly code: number; readonly body: string }[];
}

describe('the descriptions of the API for other programs', () => {
  let gateway: TestGateway;
  let document: OpenApiDocument;
  before(async () => {
    gateway = await startTestGateway('sqlite');
    document = await read('openapi.json');
  });
  after(() => gateway?.stop());

  // biome-ignore lint/suspicious/noExplicitAny: each caller has the type of its file
  const read = async (name: string): Promise<any> => (await fetch(`${gateway.url}/downloads/${name}`)).json();

  it('have a request for each operation in the Postman collection, which the gateway accepts as it is', async () => {
    const collection: Collection = await read('peye.postman_collection.json');
    assert.match(collection.info.schema, /\/v2\.1\.0\/collection\.json$/);
    const auth = Object.fromEntries(collection.auth.apikey.map(({ key, value }) => [key, value]));
    assert.deepEqual([collection.auth.type, auth], ['apikey', { key: 'X-Api-Key', value: '{{apiKey}}', in: 'header' }]);

    const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
    assert.deepEqual([variables.get('baseUrl'), variables.get('apiKey')], [gateway.url, '']);
    const { testKey } = await gateway.newWebsite();
    variables.set('apiKey', testKey);
    const api = gateway.client(testKey);
    const filled = (text: string) =>
      text.replaceAll(
        /\{\{(\w+)\}\}/g,
        (whole, name: string) => variables.get(name) ?? assert.fail(`${whole} is unknown`),
      );
    const send = async ({ name, event, request: { method, header, url, body }, response: examples }: Item) => {
      const values = new Map(url.variable.map(({ key, value }) => [`:${key}`, value]));
      assert.equal(url.raw, `{{baseUrl}}/${url.path.join('/')}`);
      for (const each of url.query) assert.ok(each.disabled, `${name}: ${each.key}`);
      const address = ['{{baseUrl}}', ...url.path.map((segment) => values.get(segment) ?? segment)].join('/');
      const response = await fetch(filled(address), {
        method,
        headers: [['x-api-key', testKey], ...header.map(({ key, value }): [string, string] => [key, value])],
        ...(body && { body: filled(body.raw) }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: a path of the collection leads through it
      const json: any = await response.json();
      const codes = examples.map(({ code }) => code);
      assert.ok(codes.includes(response.status), `${name}: ${response.status} ${JSON.stringify(json)}`);
      // What the script of the request sets in Postman.
      const [, variable, path] =
        /set\('(\w+)', pm\.response\.json\(\)\.([\w.]+)\)/.exec(event?.[0]?.script.exec[0] ?? '') ?? [];
      if (variable && path)
        variables.set(
          variable,
          path.split('.').reduce((at, part) => at[part], json),
        );
    };

    const sent: string[] = [];
    for (const folder of collection.item) {
      for (const item of folder.item) {
        // The sandbox ends payments, and only a completed payment is refunded.
        if (folder.name === 'Sandbox' || folder.name === 'Refunds') {
          const { json } = await api.post('/payments', paymentRequest());
          variables.set('transaction_id', json.transaction_id);
          if (folder.name === 'Refunds') await api.post(`/test_helpers/payments/${json.transaction_id}/complete`);
        }
        await send(item);
        sent.push(item.name);
      }
    }
    assert.deepEqual(
      sent.sort(),
      operations(document)
        .map(({ operation }) => operation.summary)
        .sort(),
    );
  });

  it('have flows in an Arazzo document without findings of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const source = JSON.stringify(await read('arazzo.json'));
    const problems = await lintFromString({ source, absoluteRef: '/arazzo.json', config });
    assert.deepEqual(
      problems.map(({ ruleId, message, location: [first] }) => `${ruleId} ${first?.pointer}: ${message}`),
      [],
    );
  });

  const EXPECTED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    payment: { status: 'completed' },
    refund: { status: 'succeeded' },
    checkoutSession: { status: 'cancelled' },
    eventsFeed: {},
  };

  it('have flows that run from start to end with a test key', async () => {
    const { workflows }: Arazzo = await read('arazzo.json');
    assert.deepEqual(
      workflows.map(({ workflowId }) => workflowId),
      Object.keys(EXPECTED),
    );
    for (const workflow of workflows) {
      const { testKey } = await gateway.newWebsite();
      const inputs = { reference: `order-${workflow.workflowId}`, refund_id: 'order-1042-refund' };
      const run = (more: object = {}) =>
        runWorkflow(workflow, { document, key: testKey, inputs: { ...inputs, ...more } });
      const outputs = await run();
      for (const [name, value] of Object.entries(outputs))
        assert.notEqual(value, undefined, `${workflow.workflowId}: ${name}`);
      const expected = EXPECTED[workflow.workflowId]!;
      for (const [name, value] of Object.entries(expected)) assert.equal(outputs[name], value, name);
      if (workflow.workflowId !== 'eventsFeed') continue;
      const second = await run({ after: outputs.next_cursor });
      assert.notEqual(second.transaction_id, outputs.transaction_id, 'a later run continues after the cursor');
    }
  });
});
