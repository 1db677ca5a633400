import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { SignedInContext } from '../../src/console/console-context.ts';
import { fieldColumns, fieldFacts } from '../../src/console/views/field-views.ts';
import type { Fields } from '../../src/core/fields.ts';
import type { Role } from '../../src/core/roles.ts';
import { html } from '../../src/platform/html/html.ts';

const ITEM = { ref: '<a>', minor: 123_456, currency: 'HTG', status: 'failed', paid: true, note: 'n', tags: ['x', 'y'] };

const FIELDS = {
  reference: { text: 'ref', isCopied: true },
  amount: { minor: 'minor' },
  currency: { text: 'currency', in: ['json'] },
  payment_status: { text: 'status' },
  recurring: { flag: 'paid' },
  payment_methods: { list: 'tags' },
  attempts: { count: 'minor' },
  description: { text: 'ref' },
  note: { text: 'note', only: 'operator' },
  key_id: { text: 'note', only: 'keys.read' },
} satisfies Fields<typeof ITEM>;

const SHOWN = { list: 'discrepancies', fields: FIELDS, notOnPage: ['description'] } as const;

function contextOf(role: Role): SignedInContext {
  return { language: 'en', who: { user: { role } } } as unknown as SignedInContext;
}

it('the facts of a page are its own and all fields of the details, in words, without those that the role does not see', () => {
  const own = [{ field: 'note', html: html`<b>mine</b>` }, ['Own', null], 'payment_status'] as const;
  const factsFor = (role: Role) =>
    fieldFacts(contextOf(role), SHOWN, ITEM, own).map(([label, value]) => `${label}: ${value}`);
  const seenByAll = [
    'Own: null',
    'Payment status: Failed',
    'Reference: <bdi class="copyable">&#60;a&#62;</bdi>',
    'Amount: 1,234.56\u00a0HTG',
    'recurring: <bdi>yes</bdi>',
    'Payment methods: <bdi>x, y</bdi>',
    'Attempts: 123456',
  ];
  assert.deepEqual(factsFor('support'), ['Resolution note: <b>mine</b>', ...seenByAll, 'Key: <bdi>n</bdi>']);
  assert.deepEqual(factsFor('merchant_developer'), [...seenByAll, 'Key: <bdi>n</bdi>']);
  assert.deepEqual(factsFor('merchant_viewer'), seenByAll);
});

it('the columns of a list have their own place and the label of the field, without those that the role does not see', () => {
  const labelsFor = (role: Role) =>
    fieldColumns(contextOf(role), SHOWN, [
      { field: 'amount', phone: 'end', isNumber: true },
      { field: 'note', label: 'Note' },
      { label: 'Own', cell: () => '' },
    ]).map(({ label, phone }) => [label, phone]);
  assert.deepEqual(labelsFor('owner'), [
    ['Amount', 'end'],
    ['Note', undefined],
    ['Own', undefined],
  ]);
  assert.deepEqual(labelsFor('merchant_owner'), [
    ['Amount', 'end'],
    ['Own', undefined],
  ]);
});
