import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import {
  kindsOf,
  type OpenApiDocument,
  type Operation,
  operations,
  refName,
  schemaRef,
} from '../../src/api/openapi/document.ts';
import { CREATED_RESPONSES } from '../../src/api/schemas/examples.ts';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../../src/core/payment.ts';
import { testEventBody } from '../../src/features/webhooks/test-event-body.ts';
import { pointer, schemaCompiler, servedDocs, walk } from '../support/openapi.ts';

/** The merchant API of the specification, the test helpers, and the APIs of checkout, payment links and refunds. Nothing else belongs in the document. */
const ENDPOINTS = [
  'GET /disputes',
  'GET /events',
  'GET /exchange-rate',
  'GET /feed',
  'GET /health',
  'GET /links',
  'GET /links/{code}',
  'GET /payments',
  'GET /payments/reference/{reference}',
  'GET /payments/{transaction_id}',
  'GET /refunds',
  'GET /refunds/{refund_id}',
  'GET /requests',
  'GET /sessions/{session_id}',
  'GET /website',
  'POST /links',
  'POST /links/{code}/deactivate',
  'POST /links/{code}/picture',
  'POST /links/{code}/picture/remove',
  'POST /payments',
  'POST /payments/{transaction_id}/verify',
  'POST /sessions',
  'POST /sessions/{session_id}/cancel',
  'POST /test_helpers/payments/{transaction_id}/complete',
  'POST /test_helpers/payments/{transaction_id}/fail',
  'PUT /refunds/{refund_id}',
];

/** The fields that OpenAPI 3.1 gives each kind of object; the required ones are marked. */
const FIELDS = {
  document: ['openapi!', 'info!', 'servers', 'paths', 'webhooks', 'components', 'security', 'tags', 'externalDocs'],
  info: ['title!', 'summary', 'description', 'termsOfService', 'contact', 'license', 'version!'],
  components: [
    'schemas',
    'responses',
    'parameters',
    'examples',
    'requestBodies',
    'headers',
    'securitySchemes',
    'links',
  ],
  operation: [
    ...['tags', 'summary', 'description', 'externalDocs', 'operationId', 'parameters', 'requestBody', 'responses'],
    ...['callbacks', 'deprecated', 'security', 'servers'],
  ],
  parameter: [
    ...[
      'name!',
      'in!',
      'description',
      'required',
      'deprecated',
      'allowEmptyValue',
      'style',
      'explode',
      'allowReserved',
    ],
    ...['schema', 'example', 'examples', 'content'],
  ],
  requestBody: ['description', 'content!', 'required'],
  mediaType: ['schema', 'example', 'examples', 'encoding'],
  example: ['summary', 'description', 'value', 'externalValue'],
  response: ['description!', 'headers', 'content', 'links'],
  header: ['description', 'required', 'deprecated', 'style', 'explode', 'schema', 'example', 'examples', 'content'],
  tag: ['name!', 'description', 'externalDocs'],
};

describe('the OpenAPI document', () => {
  let document: OpenApiDocument;
  let own: ReturnType<typeof operations>;
  let all: Operation[];
  let url: string;
  before(async () => {
    ({ document, url } = await servedDocs());
    own = operations(document);
    all = [
      ...own.map(({ operation }) => operation),
      ...Object.values(document.webhooks ?? {}).map(({ post }) => post!),
    ];
  });

  const check = (kind: keyof typeof FIELDS, object: object | undefined, place: string) => {
    assert.ok(object, `${place} is missing`);
    const allowed = FIELDS[kind].map((field) => field.replace('!', ''));
    const unknown = Object.keys(object).filter((field) => !allowed.includes(field) && !field.startsWith('x-'));
    assert.deepEqual(unknown, [], `${place} holds fields that a ${kind} does not have`);
    for (const field of FIELDS[kind])
      if (field.endsWith('!')) assert.ok(field.slice(0, -1) in object, `${place}: ${field}`);
  };

  it('describes every endpoint once, and no HEAD request', () => {
    const found = own.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    assert.deepEqual(found.sort(), ENDPOINTS, 'ENDPOINTS of this file lists every endpoint of the document');
  });

  it('has only objects and fields of OpenAPI 3.1, and every required field', () => {
    assert.match(document.openapi, /^3\.1\.\d+$/);
    check('document', document, 'the document');
    check('info', document.info, 'info');
    check('components', document.components, 'components');
    for (const tag of document.tags) check('tag', tag, `tag ${tag.name}`);
    for (const operation of all) {
      const name = operation.operationId;
      check('operation', operation, name);
      for (const parameter of operation.parameters ?? []) check('parameter', parameter, `${name} ${parameter.name}`);
      if (operation.requestBody) check('requestBody', operation.requestBody, `${name} body`);
      for (const [status, response] of Object.entries(operation.responses)) {
        assert.match(status, /^([1-5]\d\d|[1-5]XX|default)$/);
        check('response', response, `${name} ${status}`);
      }
    }
    for (const [name, header] of Object.entries(document.components.headers ?? {}))
      check('header', header as object, name);
    for (const [name, response] of Object.entries(document.components.responses ?? {}))
      check('response', response, name);
    walk({ paths: document.paths, webhooks: document.webhooks, components: document.components }, (object, path) => {
      if (path.at(-2) === 'content') check('mediaType', object, pointer(path));
      if (path.at(-2) === 'examples') check('example', object, pointer(path));
    });
    for (const kind of Object.values(document.components)) {
      for (const name of Object.keys(kind ?? {})) assert.match(name, /^[A-Za-z][A-Za-z0-9]+$/);
    }
  });

  it("breaks none of Redocly's recommended rules, except at two paths that the specification makes ambiguous", async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config });
    const found = problems.map(({ ruleId, location: [first] }) => `${ruleId} ${first?.pointer}`);
    assert.deepEqual(
      found,
      ['no-ambiguous-paths #/paths/~1payments~1{transaction_id}~1verify'],
      'see the rule of this name at redocly.com; /payments/reference/{reference} is ambiguous next to each /payments/{transaction_id}/…, so a new GET there needs another path',
    );
  });

  it('resolves every reference', () => {
    let references = 0;
    walk(document, (object, path) => {
      if (typeof object.$ref !== 'string') return;
      references++;
      const shared = `add ${object.$ref} to SHARED of src/api/openapi/describe-api.ts`;
      assert.match(object.$ref, /^#\//, `${pointer(path)}: ${shared}`);
      const target = object.$ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
      assert.ok(target, `${pointer(path)} leads nowhere: ${object.$ref}`);
    });
    assert.ok(references > 100, `only ${references} references`);
  });

  it('names every operation once, and declares exactly the parameters of its path', () => {
    const ids = all.map(({ operationId }) => operationId);
    assert.equal(new Set(ids).size, ids.length);
    for (const { path, operation } of own) {
      const inTemplate = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      assert.deepEqual(
        declared.map(({ name }) => name),
        inTemplate,
        path,
      );
      for (const parameter of declared) assert.equal(parameter.required, true, `${path} ${parameter.name}`);
    }
    const templates = Object.keys(document.paths).map((path) => path.replaceAll(/\{[^}]+\}/g, '{}'));
    assert.equal(new Set(templates).size, templates.length, 'two paths differ in names of parameters only');
  });

  it('gives every operation a summary, a description, a declared tag, and every parameter an explanation and an example', () => {
    const tags = document.tags.map(({ name }) => name);
    for (const { operationId, summary, description, tags: own, parameters = [] } of all) {
      assert.ok(summary && description, operationId);
      assert.equal(own.length, 1, operationId);
      assert.ok(tags.includes(own[0]!), `${operationId}: tag ${own[0]}`);
      for (const { name, description, example } of parameters) {
        assert.ok(description, `${operationId} ${name} has no description`);
        assert.notEqual(example, undefined, `${operationId} ${name} has no example`);
      }
    }
    for (const tag of tags)
      assert.ok(
        all.some((operation) => operation.tags.includes(tag)),
        `nothing has the tag ${tag}`,
      );
  });

  it('describes X-Request-Id on every response, Retry-After on 429 and 503, WWW-Authenticate on 401', () => {
    for (const { operation } of own) {
      for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
        const place = `${operation.operationId} ${status}`;
        assert.ok('X-Request-Id' in headers, place);
        assert.ok('X-Gateway-Time' in headers, place);
        assert.equal('X-Gateway-Hint' in headers, status === '401', place);
        assert.equal('Retry-After' in headers, status === '429' || status === '503', place);
        assert.equal('WWW-Authenticate' in headers, status === '401', place);
      }
    }
  });

  it('has no component that nothing refers to', () => {
    const used = new Set(['#/components/securitySchemes/ApiKey']);
    walk(document, ({ $ref }) => void (typeof $ref === 'string' && used.add($ref)));
    const defined = Object.entries(document.components).flatMap(([kind, named]) =>
      Object.keys(named ?? {}).map((name) => `#/components/${kind}/${name}`),
    );
    assert.deepEqual(
      defined.filter((component) => !used.has(component)),
      [],
    );
  });

  it('names a contact', () => {
    const { contact } = document.info as { contact?: { name: string; url: string } };
    assert.ok(contact?.name);
    assert.equal(contact.url, `${url}/docs`);
  });

  it('bounds every text: by a maximum length, by a list of values, or by a single value', () => {
    const unbounded: string[] = [];
    let texts = 0;
    walk(document, (object, path) => {
      const isSchema = path.includes('schema') || path.includes('schemas') || path.includes('headers');
      if (!isSchema || path.includes('examples')) return;
      if (![object.type].flat().includes('string')) return;
      texts++;
      if (!['enum', 'const', 'maxLength'].some((keyword) => keyword in object)) unbounded.push(pointer(path));
    });
    assert.deepEqual(unbounded, []);
    assert.ok(texts > 60, `only ${texts} texts`);
  });

  it('allows null for every optional member of a request, and for no required member', () => {
    const kinds = ['CreatePayment', 'CreateLink', 'FailPayment'].flatMap((name) => kindsOf(document, schemaRef(name)));
    assert.equal(kinds.length, 7);
    for (const { properties = {}, required = [] } of kinds) {
      for (const [member, { type, enum: values, anyOf = [] }] of Object.entries(properties)) {
        const isOptional = !required.includes(member);
        const types = [type, ...anyOf.map((each) => each.type)].flat();
        assert.equal(types.includes('null'), isOptional, member);
        if (values) assert.equal(values.includes(null), isOptional, member);
      }
    }
  });

  it('bounds the amount that is converted, and states the smallest amount of a payment and its two decimals', () => {
    const parameters = document.paths['/exchange-rate']?.get?.parameters ?? [];
    const amount = parameters.find(({ name }) => name === 'amount')?.schema;
    assert.deepEqual([amount?.type, amount?.minimum, amount?.maximum], ['number', 0, 1e12]);
    for (const { properties } of kindsOf(document, schemaRef('CreatePayment'))) {
      const asked = properties?.amount as Record<string, unknown>;
      assert.deepEqual([asked.type, asked.minimum, asked.multipleOf], ['number', 1, 0.01]);
    }
  });

  it('has an example for every body and every response, and each example matches its schema', () => {
    const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, validateSchema: false });
    ajvFormats.default(ajv);
    ajv.addVocabulary([...FIELDS.document.map((field) => field.replace('!', '')), 'discriminator']);
    ajv.addSchema(document, 'peye');
    let examples = 0;
    const validate = (schemaPath: readonly string[], value: unknown, place: string) => {
      examples++;
      const schema = ajv.compile({ $ref: `peye#${pointer(schemaPath).replaceAll('{', '%7B').replaceAll('}', '%7D')}` });
      assert.ok(schema(value), `${place}: ${ajv.errorsText(schema.errors)}`);
    };
    walk(document, (object, path) => {
      const place = pointer(path);
      if (path.at(-1) === 'examples' || path.includes('value')) return;
      if (path.at(-2) === 'content') {
        const named = Object.entries((object.examples ?? {}) as Record<string, { value: unknown }>);
        assert.ok(named.length > 0, `${place} has no example`);
        for (const [name, { value }] of named) validate([...path, 'schema'], value, `${place} ${name}`);
      }
      if ('in' in object && 'schema' in object) validate([...path, 'schema'], object.example, place);
      if (Array.isArray(object.examples)) for (const value of object.examples) validate(path, value, place);
    });
    assert.ok(examples > 200, `only ${examples} examples`);
  });

  it('contains only valid schemas of JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: true });
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      assert.ok(ajv.validateSchema(schema as object), `${name}: ${ajv.errorsText(ajv.errors)}`);
    }
  });

  it('requires the API key everywhere except in webhooks, and says where the API is', () => {
    assert.deepEqual((document as unknown as { security: unknown }).security, [{ ApiKey: [] }]);
    assert.ok('ApiKey' in document.components.securitySchemes);
    for (const { operation } of own) assert.equal(operation.security, undefined, operation.operationId);
    assert.deepEqual(
      document.servers.map((server) => server.url),
      [`${url}/api/gateway/v1`],
    );
    for (const { path, operation } of own) {
      const bases = {
        links: 'links',
        refunds: 'refunds',
        feed: 'refunds',
        disputes: 'refunds',
        website: 'checkout',
        requests: 'checkout',
        sessions: 'checkout',
      };
      const other = bases[/^\/(\w+)/.exec(path)?.[1] as keyof typeof bases];
      const expected = other === undefined ? undefined : [{ url: `${url}/api/${other}/v1` }];
      assert.deepEqual(operation.servers, expected, operation.operationId);
    }
  });

  it('describes every webhook with its body and its headers', () => {
    const bodies = {
      'payment.success': 'PaymentSuccessEvent',
      'payment.failed': 'PaymentFailedEvent',
      'refund.succeeded': 'RefundSucceededEvent',
      'refund.failed': 'RefundFailedEvent',
      'refund.reversed': 'RefundReversedEvent',
      test: 'TestEvent',
    };
    assert.deepEqual(Object.keys(document.webhooks ?? {}), Object.keys(bodies));
    for (const [event, name] of Object.entries(bodies)) {
      const { post } = document.webhooks![event]!;
      const body = post?.requestBody?.content['application/json'];
      assert.deepEqual(body?.schema, schemaRef(name));
      assert.deepEqual(Object.keys(body?.examples ?? {}), [event]);
      const headers = post?.parameters?.map(({ name }) => name);
      assert.deepEqual(headers, ['X-Gateway-Signature', 'X-Gateway-Event', 'X-Gateway-Mode', 'X-Gateway-Timestamp']);
    }
  });

  it('describes the test event that the console sends, which fits no other schema', () => {
    const schemaAt = schemaCompiler(document);
    const sent = JSON.parse(testEventBody(Date.now() * 1000));
    for (const name of ['TestEvent', 'PaymentSuccessEvent', 'PaymentFailedEvent']) {
      const validate = schemaAt(['components', 'schemas', name]);
      assert.equal(validate(sent), name === 'TestEvent', `${name}: ${JSON.stringify(validate.errors)}`);
    }
    assert.ok(!schemaAt(['components', 'schemas', 'Payment'])(sent.data));
  });

  it('describes every object whose fields depend on each other as a union of kinds, and not by conditions', () => {
    const kinds = (name: string) => document.components.schemas[name]?.oneOf?.map(refName);
    assert.deepEqual(kinds('Payment'), ['OpenPayment', 'CompletedPayment', 'FailedPayment']);
    assert.deepEqual(kinds('CreatePayment'), ['CreateMonCash', 'CreateNatCash', 'CreateLakayPayCard', 'CreateCard']);
    assert.deepEqual(kinds('CreatedPayment'), ['CreatedRedirect', 'CreatedNatCash', 'CreatedCard']);
    for (const [name, member, values] of [
      ['Payment', 'status', PAYMENT_STATUSES],
      ['CreatePayment', 'payment_method', PAYMENT_METHODS],
    ] as const) {
      const { discriminator } = document.components.schemas[name]!;
      assert.equal(discriminator?.propertyName, member);
      assert.deepEqual(Object.keys(discriminator.mapping).sort(), [...values].sort());
      for (const [value, address] of Object.entries(discriminator.mapping)) {
        for (const { properties, required } of kindsOf(document, { $ref: address })) {
          const { const: only, enum: several = [only] } = properties![member]!;
          assert.ok(several.includes(value) && required?.includes(member), `${name} ${value}`);
        }
      }
    }
    walk(document, (object, path) => {
      for (const keyword of ['dependentSchemas', 'unevaluatedProperties', 'if', 'allOf']) {
        assert.ok(!(keyword in object), `${pointer(path)} has ${keyword}, which generators do not understand`);
      }
    });
  });

  it('distinguishes responses to a creation by the fields that each kind has', () => {
    const validate = schemaCompiler(document)(['components', 'schemas', 'CreatedPayment']);
    const { moncash, natcash, card } = CREATED_RESPONSES;
    assert.ok(validate(natcash.value));
    for (const wrong of [
      { ...moncash.value, payment_url: undefined },
      { ...moncash.value, client_secret: 'secret' },
      { ...card.value, payment_url: moncash.value.payment_url },
      { ...card.value, client_secret: undefined },
      { ...card.value, status: 'processing' },
    ]) {
      assert.ok(!validate(JSON.parse(JSON.stringify(wrong))), JSON.stringify(wrong));
    }
  });
});
