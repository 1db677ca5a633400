import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { CONTRACT_ROWS } from './contract-rows.ts';
import { collectPromises } from './promise.ts';
import { SPEC_ROWS } from './spec-rows.ts';

const ROWS = [...SPEC_ROWS, ...CONTRACT_ROWS];
const tests = await collectPromises();

test('every row of the specification and of the contract has a test, or says where it is proved', (t) => {
  const tested = new Set(tests.flatMap((promised) => promised.rows));
  const untested = ROWS.filter((row) => !row.elsewhere && !tested.has(row.id));
  assert.deepEqual(untested, []);

  const elsewhere = ROWS.filter((row) => row.elsewhere);
  t.diagnostic(`${ROWS.length} rows, ${tests.length} tests here, ${elsewhere.length} rows proved in other folders`);
});

test('a row that is proved elsewhere is not tested here already', () => {
  const tested = new Set(tests.flatMap((promised) => promised.rows));
  assert.deepEqual(
    ROWS.filter((row) => row.elsewhere && tested.has(row.id)).map((row) => row.id),
    [],
  );
});

test('the tests of other folders that rows name exist', () => {
  const files = new Set(ROWS.flatMap((row) => row.elsewhere ?? []));
  assert.deepEqual(
    [...files].filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url))),
    [],
  );
});

test('every row that a test names exists', () => {
  const known = new Set(ROWS.map((row) => row.id));
  const unknown = tests.flatMap(({ rows, name }) =>
    rows.filter((id) => !known.has(id)).map((id) => `${id} in ${name}`),
  );
  assert.deepEqual(unknown, []);
});

test('rows and test names are unique, and every test names a row', () => {
  assert.deepEqual(repeated(ROWS.map((row) => row.id)), []);
  assert.deepEqual(repeated(tests.map((promised) => promised.name)), []);
  assert.deepEqual(
    tests.filter((promised) => promised.rows.length === 0).map((promised) => promised.name),
    [],
  );
});

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
