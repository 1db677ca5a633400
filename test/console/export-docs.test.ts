import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import * as columns from '../../src/console/exports/export-columns.ts';
import { EXPORT_LISTS } from '../../src/console/exports/export-lists.ts';

const SECTIONS = {
  payments: ['Payments', columns.PAYMENT_COLUMNS],
  links: ['Payment links', columns.linkColumns(0)],
  deliveries: ['Deliveries', columns.DELIVERY_COLUMNS],
  recurring: ['Recurring payments', columns.RECURRING_COLUMNS],
  discrepancies: ['Discrepancies', columns.DISCREPANCY_COLUMNS],
  audit: ['Audit log', columns.AUDIT_COLUMNS],
} as const;
const text = readFileSync(new URL('../../docs/exports.md', import.meta.url), 'utf8');

for (const list of EXPORT_LISTS) {
  it(`docs/exports.md has the columns of ${list.name} in their order, and its filters`, () => {
    const [title, expected] = SECTIONS[list.name];
    const section = text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
    const named = [...section.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
    assert.deepEqual(named, Object.keys(expected));
    const filters = /^Filters: ([^.]*)\./m.exec(section)?.[1]?.replaceAll(/\([^)]*\)/g, '') ?? '';
    const shared = [...(list.hasTimes ? ['from', 'to'] : []), ...(list.hasWebsites ? ['website'] : [])];
    assert.deepEqual(
      [...filters.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort(),
      [...Object.keys(list.filters), ...shared].sort(),
    );
  });
}
