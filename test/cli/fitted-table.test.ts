import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { fittedTable } from '../../src/cli/fitted-table.ts';
import { textWidth } from '../../src/cli/output.ts';

const columns = [
  { title: 'ID', cell: () => '1234567890' },
  { title: 'REFERENCE', cell: (reference: string) => reference, leastWidth: 9, leftOut: 2 },
  { title: 'WEBSITE', cell: () => 'web_1234567890', leftOut: 1 },
];

it('columns are cut short, then omitted in their order', () => {
  const header = (reference: string, width: number | undefined) =>
    fittedTable([reference], columns, { width }).split('\n');
  assert.deepEqual(header('order-1042', undefined), [
    'ID          REFERENCE   WEBSITE',
    '1234567890  order-1042  web_1234567890',
  ]);
  assert.deepEqual(header('order-1042', 38), header('order-1042', undefined));
  assert.deepEqual(header('order-1042', 37)[1], '1234567890  order-10…  web_1234567890');
  assert.deepEqual(header('order-1042', 36), ['ID          REFERENCE', '1234567890  order-1042']);
  assert.deepEqual(header('order-1042', 21)[1], '1234567890  order-10…');
  assert.deepEqual(header('order-1042', 20), ['ID', '1234567890']);
  assert.deepEqual(header('order-1042', 3), ['ID', '1234567890'], 'required columns are never omitted');
});

it('no line is wider than the terminal, whatever is in the cells', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom('日本語'.repeat(9), '👍🏽'.repeat(20), 'é́'.repeat(30)),
  );
  fc.assert(
    fc.property(text, fc.integer({ min: 21, max: 120 }), (reference, width) => {
      for (const line of fittedTable([reference], columns, { width }).split('\n'))
        assert.ok(textWidth(line) <= width, line);
    }),
  );
  assert.deepEqual(['order', '日本', '👍', 'é', ''].map(textWidth), [5, 4, 2, 1, 0]);
});
