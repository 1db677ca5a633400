import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import * as columns from '../../src/console/exports/export-columns.ts';
import { EXPORT_LISTS } from '../../src/console/exports/export-lists.ts';
import { en } from '../../src/platform/messages/exports/en.ts';

const COLUMNS = {
  payments: columns.PAYMENT_COLUMNS,
  links: columns.linkColumns(0),
  deliveries: columns.DELIVERY_COLUMNS,
  recurring: columns.RECURRING_COLUMNS,
  discrepancies: columns.DISCREPANCY_COLUMNS,
  audit: columns.AUDIT_COLUMNS,
} as const;
const text = readFileSync(new URL('../../docs/exports.md', import.meta.url), 'utf8');

for (const list of EXPORT_LISTS) {
  it(`docs/exports.md names the list ${list.name} as the console does, with its columns in order and its filters`, () => {
    const section = text.split(`\n## ${en.lists[list.name]}\n`)[1]?.split('\n## ')[0] ?? '';
    const named = [...section.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
    assert.deepEqual(named, Object.keys(COLUMNS[list.name]));
    const filters = /^Filters: ([^.]*)\./m.exec(section)?.[1]?.replaceAll(/\([^)]*\)/g, '') ?? '';
    const shared = [...(list.hasTimes ? ['from', 'to'] : []), ...(list.hasWebsites ? ['website'] : [])];
    assert.deepEqual(
      [...filters.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort(),
      [...Object.keys(list.filters), ...shared].sort(),
    );
  });
}
