import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  AUDIT_COLUMNS,
  DELIVERY_COLUMNS,
  DISCREPANCY_COLUMNS,
  linkColumns,
  PAYMENT_COLUMNS,
  RECURRING_COLUMNS,
} from '../../src/console/exports/export-columns.ts';
import { EXPORT_LISTS, type ExportList } from '../../src/console/exports/export-lists.ts';

const DOCS = readFileSync(new URL('../../docs/exports.md', import.meta.url), 'utf8');

/** The title of each list in docs/exports.md, and the columns with which its rows are written. */
const SECTIONS: Readonly<Record<ExportList['name'], readonly [title: string, columns: object]>> = {
  payments: ['Payments', PAYMENT_COLUMNS],
  links: ['Payment links', linkColumns(0)],
  deliveries: ['Webhooks', DELIVERY_COLUMNS],
  recurring: ['Subscriptions', RECURRING_COLUMNS],
  discrepancies: ['Discrepancies', DISCREPANCY_COLUMNS],
  audit: ['Audit log', AUDIT_COLUMNS],
};

describe('docs/exports.md', () => {
  for (const { name, filters, hasWebsites, hasTimes } of EXPORT_LISTS) {
    const [title, columns] = SECTIONS[name];
    const section = DOCS.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';

    it(`has every column of ${name}, in order`, () => {
      const documented = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map(([, column]) => column);
      assert.deepEqual(documented, Object.keys(columns));
    });

    it(`has every filter of ${name}`, () => {
      // The values of a filter follow it in brackets.
      const line = (/^Filters: ([^.]*)\./m.exec(section)?.[1] ?? '').replaceAll(/\([^)]*\)/g, '');
      const documented = [...line.matchAll(/`(\w+)`/g)].map(([, filter]) => filter);
      const known = [...Object.keys(filters), ...(hasWebsites ? ['website'] : []), ...(hasTimes ? ['from', 'to'] : [])];
      assert.deepEqual(documented.sort(), known.sort());
    });
  }
});
