import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import fc from 'fast-check';
import { type FastifySchemaValidationError, fastify } from 'fastify';
import { type ApiDeps, apiRoutes } from '../../src/api/api-routes.ts';
import { DOCUMENTED } from '../../src/api/schemas/json-schema.ts';
import { compileValidator } from '../../src/api/validation/compile-validator.ts';
import { fieldErrors } from '../../src/http/errors.ts';

interface Part {
  readonly name: string;
  readonly httpPart: string;
  readonly schema: object;
}

/** Every part of a request that a route validates. */
async function requestParts(): Promise<Part[]> {
  const app = fastify();
  const parts: Part[] = [];
  app.addHook('onRoute', ({ schema, method, url }) => {
    for (const httpPart of ['body', 'querystring', 'params', 'headers'] as const) {
      const found = schema?.[httpPart];
      if (found) parts.push({ name: `the ${httpPart} of ${String(method)} ${url}`, httpPart, schema: found });
    }
  });
  // Routes use their dependencies only when they handle a request.
  const unused = { docs: () => {}, limits: {}, guardPages: async () => {} } as unknown as ApiDeps;
  await apiRoutes(app, unused);
  return parts;
}

interface Judgement {
  readonly faults: readonly string[];
  readonly fields: string;
  /** The data afterwards: texts of a query string are parsed. */
  readonly data: unknown;
}

function judgement(data: unknown, found: readonly FastifySchemaValidationError[]): Judgement {
  const faults = found.map(({ keyword, instancePath }) => `${instancePath} ${keyword}`);
  return { faults, fields: JSON.stringify(fieldErrors(found)), data };
}

/** What Ajv says of a part of a request. */
function byAjv({ schema, httpPart }: Part): (data: unknown) => Judgement {
  const isBody = httpPart === 'body';
  const ajv = new Ajv({ allErrors: true, ...(isBody ? { strictNumbers: false } : { coerceTypes: true }) });
  ajvFormats.default(ajv);
  ajv.addKeyword(DOCUMENTED);
  const validate = ajv.compile(schema);
  return (data) => {
    validate(data);
    return judgement(data, (validate.errors ?? []) as FastifySchemaValidationError[]);
  };
}

function byPeye({ schema, httpPart }: Part): (data: unknown) => Judgement {
  const validate = compileValidator({ schema, httpPart, method: 'GET', url: '/' });
  return (data) => {
    const result = validate(data) as true | { error: FastifySchemaValidationError[] };
    return judgement(data, result === true ? [] : result.error);
  };
}

const LIMITS = [0, 1, 12, 20, 25, 100, 255, 500, 1e12, Number.MAX_SAFE_INTEGER];
const numbers = fc.oneof(
  fc.constantFrom(...LIMITS.flatMap((limit) => [limit - 1, limit, limit + 1, -limit, limit + 0.5])),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'a',
    'marie@example.com',
    'marie@localhost',
    'a b@c.de',
    '2026-02-28',
    '2026-02-30',
    '2024-02-29',
  ),
  fc.constantFrom('0x10', '1e3', '+5', '5.0', '07', '-0', ' 7 ', 'NaN', 'true', 'null'),
  fc
    .constantFrom(19, 20, 21, 254, 255, 256, 499, 500, 501)
    .chain((length) => fc.constantFrom('a'.repeat(length), '🎉'.repeat(length))),
  fc.string({ unit: 'binary' }),
  numbers.map(String),
);

/** Texts and numbers at the limits of a schema, and just beyond. */
function limitsOf({ minLength, maxLength, minimum, maximum }: Record<string, unknown>): unknown[] {
  const lengths = [minLength, maxLength].filter((each) => typeof each === 'number');
  const numbers = [minimum, maximum].filter((each) => typeof each === 'number');
  return [
    ...lengths.flatMap((length) => [length - 1, length, length + 1].map((each) => 'a'.repeat(Math.max(0, each)))),
    ...numbers.flatMap((limit) => [limit - 1, limit, limit + 1]),
  ];
}

/** Values that the schema names, or almost names. */
function valuesOf(schema: Record<string, unknown>, isText: boolean): fc.Arbitrary<unknown> {
  const named = [...((schema.enum ?? []) as unknown[]), ...limitsOf(schema)];
  const anything = isText
    ? fc.oneof(texts, fc.array(texts, { maxLength: 3 }))
    : fc.oneof(
        texts,
        numbers,
        fc.constant(Number.POSITIVE_INFINITY),
        fc.boolean(),
        fc.constant(null),
        fc.array(fc.oneof(texts, numbers)),
        fc.object(),
      );
  const values = named.length > 0 ? [fc.constantFrom(...named), anything] : [anything];
  if (schema.properties === undefined) return fc.oneof(...values);
  const members = Object.entries(schema.properties as Record<string, Record<string, unknown>>);
  const object = fc.record(Object.fromEntries(members.map(([name, each]) => [name, valuesOf(each, isText)])), {
    requiredKeys: [],
    noNullPrototype: true,
  });
  return fc.oneof({ weight: 20, arbitrary: object }, { weight: 1, arbitrary: isText ? object : anything });
}

describe('the validators of requests', () => {
  let parts: Part[];
  before(async () => {
    parts = await requestParts();
  });

  it('find what Ajv finds, in the same order, and parse the same numbers', (context: TestContext) => {
    assert.ok(parts.length >= 10, `${parts.length} parts`);
    const found = new Set<string>();
    for (const part of parts) {
      const [expected, actual] = [byAjv(part), byPeye(part)];
      fc.assert(
        fc.property(valuesOf(part.schema as Record<string, unknown>, part.httpPart !== 'body'), (data) => {
          const judged = actual(structuredClone(data));
          assert.deepEqual(judged, expected(structuredClone(data)), part.name);
          for (const fault of judged.faults) found.add(fault.replace(/^.* /, ''));
        }),
        { numRuns: 500 },
      );
    }
    context.diagnostic(`covered: ${parts.length} schemas`);
    const keywords = ['type', 'enum', 'required', 'minimum', 'maximum', 'minLength', 'maxLength', 'format'];
    assert.deepEqual([...found].sort(), keywords.sort(), 'each kind of fault was found');
  });

  it('refuse a number in a query that is too large for a double, whose limit Ajv does not check', () => {
    const schema = { type: 'object', properties: { per_page: { type: 'integer', minimum: 1, maximum: 100 } } };
    const { faults } = byPeye({ name: 'a query', httpPart: 'querystring', schema })({ per_page: '1e999' });
    assert.deepEqual(faults, ['/per_page maximum']);
  });

  it('cannot be compiled from a schema with a keyword or a format that they do not check', () => {
    const compile = (member: object) => () =>
      compileValidator({
        schema: { type: 'object', properties: { member } },
        httpPart: 'body',
        method: 'POST',
        url: '/',
      });
    assert.throws(compile({ type: 'string', pattern: '^a' }), /checks pattern/);
    assert.throws(compile({ type: 'object', additionalProperties: false }), /checks additionalProperties/);
    assert.throws(compile({ type: 'string', format: 'uri' }), /checks the format uri/);
  });
});
