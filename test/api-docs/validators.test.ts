import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { compiledValidator } from '../../src/api/validation/compiled-validator.ts';
import { validatorsText } from '../../src/api/validation/validators-text.ts';

const FILE = new URL('../../src/api/validation/validators.ts', import.meta.url);

describe('the validators of requests', () => {
  it('are those that Ajv generates from the schemas', async () => {
    const isCurrent = readFileSync(FILE, 'utf8') === (await validatorsText());
    assert.ok(isCurrent, 'src/api/validation/validators.ts is out of date: run `npm run validators`');
  });

  it('are required at the start: a schema without a validator fails', () => {
    const route = { method: 'POST', url: '/payments', httpPart: 'body' };
    const compile = (schema: object) => () => compiledValidator({ schema, ...route });
    assert.throws(compile({ type: 'object', properties: { amount: { type: 'string' } } }), /run `npm run validators`/);
  });
});
