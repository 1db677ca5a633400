import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CONTRACT_ROWS } from './contract-rows.ts';
import { collectPromises } from './promise.ts';
import { SPEC_ROWS } from './spec-rows.ts';

const ROWS = [...SPEC_ROWS, ...CONTRACT_ROWS];
const tests = await collectPromises();

test('every row of the specification and of the contract has a test, or says what is still to be built', (t) => {
  const tested = new Set(tests.flatMap((promised) => promised.rows));
  const untested = ROWS.filter((row) => !row.later && !row.provenIn && !tested.has(row.id));
  assert.deepEqual(untested, []);

  const later = ROWS.filter((row) => row.later && !tested.has(row.id));
  const byPart = Object.entries(Object.groupBy(later, (row) => row.later!)).map(([part, list]) => [part, list?.length]);
  t.diagnostic(`${ROWS.length} rows, ${tests.length} tests, ${later.length} rows left to later parts`);
  for (const [part, count] of byPart) t.diagnostic(`left to ${part}: ${count}`);
});

test('a row that another folder proves names a test that is there', () => {
  const missing = ROWS.filter(({ provenIn }) => {
    if (!provenIn) return false;
    const file = new URL(`../${provenIn.file}`, import.meta.url);
    return !existsSync(file) || !readFileSync(file, 'utf8').includes(provenIn.test);
  });
  assert.deepEqual(
    missing.map((row) => row.id),
    [],
  );
});

test('a row that is left to a later part, or to another folder, is not tested here already', () => {
  const tested = new Set(tests.flatMap((promised) => promised.rows));
  assert.deepEqual(
    ROWS.filter((row) => (row.later || row.provenIn) && tested.has(row.id)).map((row) => row.id),
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
