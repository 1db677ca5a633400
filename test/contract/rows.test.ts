import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCitations, readContract } from './contract-document.ts';
import { collectPromises } from './promise.ts';

// Holds `docs/contract.md` and the tests to each other. A test of this folder names its rows in `promise([…])`; a test of
// another folder names them in a comment above it: `// Contract: WEBHOOK-19`.

const rows = readContract();
const ids = new Set(rows.map((row) => row.id));
const citations = readCitations(new Set(rows.map((row) => groupOf(row.id))));
const tests = await collectPromises();

test('every row of the contract is cited by a test', () => {
  const held = new Set([
    ...tests.flatMap((promised) => promised.rows),
    ...citations.filter(({ file, isHeldBelow }) => isHeldBelow && file.startsWith('test/')).map(({ id }) => id),
  ]);
  assert.deepEqual(
    rows.filter((row) => !held.has(row.id)),
    [],
  );
});

test('every row that is cited exists', () => {
  assert.deepEqual(
    citations.filter(({ id }) => !ids.has(id)),
    [],
  );
  const unknown = tests.flatMap(({ rows: named, name }) =>
    named.filter((id) => !ids.has(id)).map((id) => `${id} in ${name}`),
  );
  assert.deepEqual(unknown, []);
});

test('rows are numbered upwards within their group, and no number comes twice', () => {
  assert.ok(rows.length > 0);
  const last = new Map<string, number>();
  for (const { id } of rows) {
    const number = Number(id.slice(id.indexOf('-') + 1));
    assert.ok(number > (last.get(groupOf(id)) ?? 0), `${id} is out of order`);
    last.set(groupOf(id), number);
  }
});

test('test names are unique, and every test names a row', () => {
  const names = tests.map((promised) => promised.name);
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
  assert.deepEqual(
    tests.filter((promised) => promised.rows.length === 0).map((promised) => promised.name),
    [],
  );
});

function groupOf(id: string): string {
  return id.slice(0, id.indexOf('-'));
}
