import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fieldDetails, fieldTable } from '../../src/cli/field-table.ts';
import { columnsOf, exportWriter } from '../../src/console/exports/export-text.ts';
import { type Fields, fieldsJson } from '../../src/core/fields.ts';
import type { Role } from '../../src/core/roles.ts';

const PARCEL = {
  id: 7,
  code: 'A',
  isPaid: true,
  feeMinor: 1250,
  tags: ['x', 'y'],
  sentAtUs: 0,
  lostAtUs: null,
  size: { cm: 9 },
};

const FIELDS = {
  id: { text: ({ id }) => String(id), csv: 'parcel_id' },
  website_id: { text: 'code' },
  paid: { flag: 'isPaid' },
  fee: { minor: 'feeMinor' },
  tags: { list: 'tags' },
  weight: { count: 'id', in: ['csv'] },
  size: { json: 'size' },
  sent_at: { time: 'sentAtUs' },
  lost_at: { time: 'lostAtUs', in: ['json'] },
  callback_url: { text: 'code', in: ['details'] },
  key_id: { text: 'code', in: ['csv'], only: 'keys.read' },
  word: { text: 'code', title: 'Provider status', in: ['csv'], only: 'operator' },
} satisfies Fields<typeof PARCEL>;

it('a table of fields is written as JSON, as an export, as a table and as details', () => {
  assert.deepEqual(Object.entries(fieldsJson(FIELDS, PARCEL)), [
    ['id', '7'],
    ['website_id', 'A'],
    ['paid', true],
    ['fee', '12.50'],
    ['tags', ['x', 'y']],
    ['size', { cm: 9 }],
    ['sent_at', '1970-01-01T00:00:00.000000Z'],
    ['lost_at', null],
  ]);
  const { head, row } = exportWriter('csv', columnsOf(FIELDS, 'owner'));
  assert.equal(head.trim(), 'parcel_id,website_id,paid,fee,tags,weight,sent_at,key_id,word');
  const lastFor = (role: Role) => Object.keys(columnsOf(FIELDS, role)).at(-1);
  assert.deepEqual(
    [lastFor('support'), lastFor('merchant_owner'), lastFor('merchant_viewer')],
    ['word', 'key_id', 'sent_at'],
  );
  assert.equal(row(PARCEL).trim(), '7,A,yes,12.50,x y,7,1969-12-31T19:00:00.000000-05:00,A,A');
  const columns = [['id'], ['tags', { title: 'WORDS' }], { title: 'SIDE', cell: () => 'own' }, ['sent_at']] as const;
  assert.deepEqual(fieldTable([PARCEL], FIELDS, columns).split('\n'), [
    'ID  WORDS  SIDE  SENT',
    '7   x,y    own   1970-01-01T00:00:00.000000Z',
  ]);
  assert.deepEqual(fieldDetails(FIELDS, PARCEL, [['Key', null]]).split('\n'), [
    'ID            7',
    'Website       A',
    'Paid          yes',
    'Fee           12.50',
    'Tags          x, y',
    'Sent          1970-01-01T00:00:00.000000Z',
    'Callback URL  A',
    'Key           -',
  ]);
});
