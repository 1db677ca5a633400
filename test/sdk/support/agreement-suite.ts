import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { kindsOf, type OpenApiDocument, operations, type SchemaObject } from '../../../src/api/openapi/document.ts';
import { ERRORS } from '../../../src/core/errors.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import type { Language } from './languages.ts';
import { runProgram } from './run-program.ts';

/** The output of the program `describe` of a language. */
interface Surface {
  readonly sent: readonly {
    readonly call: string;
    readonly query: readonly string[];
    readonly body: readonly string[];
  }[];
  readonly models: Readonly<Record<string, readonly string[]>>;
  readonly codes: readonly string[];
  readonly version: string;
}

/** Compares the SDK of a language with `/openapi.json`: every endpoint, every field of a request and of a response, every code. */
export function testAgreement({ name, skip, forms, command }: Language, publishedVersion: () => string): void {
  describe(`the SDK for ${name} and /openapi.json`, { skip }, () => {
    let gateway: TestGateway;
    let document: OpenApiDocument;
    let surface: Surface;
    before(async () => {
      gateway = await startTestGateway('sqlite');
      document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as OpenApiDocument;
      const { stdout, stderr, code } = await runProgram(command('describe'), forms[0]!.env);
      assert.equal(code, 0, `${stdout}${stderr}`);
      surface = JSON.parse(stdout);
    });
    after(() => gateway?.stop());

    it('have the same endpoints', () => {
      // Operations with their own server belong to another API: the SDK has refunds, disputes and checkout.
      const described = operations(document)
        .filter(({ path, operation }) => !operation.servers || /^\/(refunds|disputes|sessions|website)/.test(path))
        .map(({ path, method }) => `${method.toUpperCase()} ${below(path)}`);
      assert.deepEqual(sorted(surface.sent.map(({ call }) => template(call))), sorted(described));
    });

    it('send the same parameters and fields', () => {
      for (const { call, query, body } of surface.sent) {
        const found = operations(document).find(
          ({ path, method }) => `${method.toUpperCase()} ${below(path)}` === template(call),
        );
        const { parameters = [], requestBody } = found!.operation;
        const inQuery = parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name);
        assert.deepEqual(sorted(query), sorted(inQuery), call);
        const schema = requestBody?.content['application/json']?.schema;
        assert.deepEqual(sorted(body), schema ? fieldsOf(document, schema) : [], call);
      }
    });

    it('read the same fields', () => {
      const { schemas } = document.components;
      const answerTo = (path: string) =>
        operations(document).find((each) => each.method === 'get' && below(each.path) === path)!.operation
          .responses[200]!.content!['application/json']!.schema;
      const expected: Record<string, SchemaObject> = {
        Payment: schemas.Payment!,
        Customer: schemas.OpenPayment!.properties!.customer!,
        CreatedPayment: schemas.CreatedPayment!,
        Conversion: schemas.Conversion!,
        Verification: schemas.Verification!,
        Event: schemas.Event!,
        WebhookEvent: schemas.PaymentSuccessEvent!,
        EventPage: answerTo('/events'),
        PaymentPage: answerTo('/payments'),
        Pagination: schemas.Pagination!,
        Refund: schemas.Refund!,
        RefundPage: answerTo('/refunds'),
        Dispute: schemas.Dispute!,
        DisputePage: answerTo('/disputes'),
        ExchangeRate: schemas.ExchangeRate!,
        AmountConversion: schemas.ExchangeRate!.properties!.conversion!,
        CardMinimum: schemas.ExchangeRate!.properties!.card_minimum!,
        Health: schemas.Health!,
        Website: schemas.CheckoutWebsite!,
        CheckoutSession: schemas.CheckoutSession!,
        SessionPayment: schemas.CheckoutSession!.properties!.payments!.items!,
      };
      assert.deepEqual(Object.keys(surface.models).sort(), Object.keys(expected).sort());
      for (const [model, schema] of Object.entries(expected)) {
        const names = fieldsOf(document, schema).filter((field) => field !== 'success');
        // Compare in lower case, because the names of currencies are in capitals.
        assert.deepEqual(sorted(surface.models[model]!), sorted(names.map((field) => field.toLowerCase())), model);
      }
    });

    it('know the same codes of errors', () => {
      assert.deepEqual(sorted(surface.codes), Object.keys(ERRORS).sort());
      const examples = operations(document).flatMap(({ operation }) =>
        Object.values(operation.responses).flatMap(({ content }) =>
          Object.values(content ?? {}).map((each) => each.examples),
        ),
      );
      const codes = examples.flatMap((each) =>
        Object.values(each ?? {}).map(({ value }) => (value as { error?: string }).error),
      );
      for (const code of codes) assert.ok(code === undefined || surface.codes.includes(code), code);
    });

    it('is published under the version that it reports', () => assert.equal(surface.version, publishedVersion()));
  });
}

/** A path as it is below the base of the API. */
function below(path: string): string {
  return path.replace(/^\/api\/gateway\/v1/, '');
}

function template(call: string): string {
  return call
    .replace('TRANSACTION_ID', '{transaction_id}')
    .replace('REFERENCE', '{reference}')
    .replace('REFUND_ID', '{refund_id}')
    .replace('SESSION_ID', '{session_id}');
}

/** The names of the members of an object, of all alternatives of its schema. */
function fieldsOf(document: OpenApiDocument, schema: SchemaObject): string[] {
  const names = kindsOf(document, schema).flatMap(({ properties = {} }) => Object.keys(properties));
  return [...new Set(names)].sort();
}

function sorted(names: readonly string[]): string[] {
  return [...names].sort();
}
