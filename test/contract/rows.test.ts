import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLANTS } from '../plants/plants.ts';
import { claimsIn, readCitations, readClaims, readContract, readSource } from './contract-document.ts';
import { collectPromises } from './promise.ts';

// Compares `docs/contract.md` with the tests. A test of this folder names its rows in `promise([…])`. A test of another folder
// names its rows in a comment directly above it: `// Contract: WEBHOOK-19`. Only a test with an assertion holds a row, so a
// comment above a suite, a helper or a loop holds nothing. For rows with a planted bug, `npm run test:plants` proves that a
// test of theirs fails.

const rows = readContract();
const ids = new Set(rows.map((row) => row.id));
const citations = readCitations(new Set(rows.map((row) => groupOf(row.id))));
const claims = readClaims();
const tests = await collectPromises();

test('every row of the contract is held by a test with an assertion', () => {
  const held = new Set([
    ...tests.filter(({ asserts }) => asserts).flatMap((promised) => promised.rows),
    ...claims.filter(({ asserts }) => asserts).flatMap((claim) => claim.ids),
  ]);
  assert.deepEqual(
    rows.filter((row) => !held.has(row.id)),
    [],
    'no test holds these rows: name them in promise([…]) in test/contract, or in `// Contract: …` directly above a test',
  );
});

test('every comment that claims a row is directly above a test, which asserts something', () => {
  assert.deepEqual(
    claims.filter(({ name }) => name === undefined).map(({ at, ids }) => `${at}: ${ids} is not above a test`),
    [],
  );
  assert.deepEqual(
    claims.filter(({ asserts }) => !asserts).map(({ at, name }) => `${at}: "${name}" asserts nothing`),
    [],
  );
  assert.deepEqual(
    tests.filter(({ asserts }) => !asserts).map(({ name }) => `"${name}" asserts nothing`),
    [],
  );
});

test('a comment above a suite, or above a test without an assertion, does not count', () => {
  const read = (...lines: string[]) =>
    claimsIn(lines.join('\n'), 'a.test.ts').map(({ name, asserts }) => [name, asserts]);
  const contract = '// Contract: AUTH-1';
  const test = [`  ${contract}`, '  // More about it.', "  it('works', async () => {", '    await run();'];
  assert.deepEqual(read(contract, "describe('a suite', () => {", "  it('works', () => assert.ok(true));", '});'), [
    [undefined, false],
  ]);
  assert.deepEqual(read(...test, '  });', "  it('is another', () => assert.ok(true));"), [['works', false]]);
  assert.deepEqual(read(...test, '    assert.equal(1, 1);', '  });'), [['works', true]]);
  assert.deepEqual(read(contract, "it('short', () =>", '  assert.equal(1, 1));'), [['short', true]]);
  assert.deepEqual(read(contract, 'for (const each of []) {', '  assert.ok(each);', '}'), [[undefined, false]]);
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

test('every registered plant applies to the code, and its file has a test of its row', () => {
  const holds = ({ row, test: file }: (typeof PLANTS)[number]) =>
    claims.some((claim) => claim.file === file && claim.ids.includes(row)) ||
    (file.startsWith('test/contract/') && tests.some((promised) => promised.rows.includes(row)));
  const faults = PLANTS.flatMap((plant) => {
    const places = readSource(plant.file).split(plant.find).length - 1;
    return [
      places === 1 ? [] : `"${plant.bug}": its text is ${places} times in ${plant.file}`,
      ids.has(plant.row) && holds(plant) ? [] : `"${plant.bug}": no test of ${plant.test} holds ${plant.row}`,
    ].flat();
  });
  assert.deepEqual(faults, []);
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
