import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { ROLES, type Role, sideOf } from '../../src/core/roles.ts';
import type { Row } from '../../src/database/database.ts';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { type ConsolePerson, consolePerson } from '../support/console.ts';
import { TABLES } from '../support/store-dump.ts';
import { byTier, IS_NIGHT } from '../support/tier.ts';
import { crawl } from './crawl.ts';
import { startWorld, type World } from './world.ts';

/** A text that breaks out of an element, an attribute with either kind of quotes, a comment, a textarea, a title and a script. */
const MARK = 'qzx"\'><!--></textarea></title></script><script>qz()</script><img src=x onerror=qz()>{{qz}}\u202e';

/** Columns whose texts other people may have written: names, contacts, texts from customers and providers. */
const WRITTEN_BY_OTHERS = [
  ...['websites.name', 'websites.contact', 'websites.callback_url', 'websites.return_url', 'api_keys.name'],
  ...['websites.test_callback_url', 'websites.refund_callback_url', 'websites.test_refund_callback_url'],
  ...['payments.reference', 'payments.description', 'payments.customer_name', 'payments.customer_email'],
  ...['payments.customer_phone', 'payments.metadata', 'payments.provider_ref'],
  ...['deliveries.url', 'deliveries.last_error', 'delivery_tries.error', 'delivery_tries.response_start'],
  ...['discrepancies.provider_ref', 'discrepancies.reported_word', 'discrepancies.note'],
  ...['subscriptions.end_reason', 'charging.place', 'charging.pause_reason', 'receipts.last_error'],
  ...['audit_log.actor_name', 'audit_log.address', 'audit_log.before_json', 'audit_log.after_json'],
  ...['users.name', 'user_factors.name', 'sessions.address', 'sessions.user_agent', 'clock_anchors.machine'],
  ...['users.email', 'delivery_tries.url', 'manual_rates.set_by', 'fee_rules.set_by', 'payment_history.details'],
  ...['dismissals.dismissed_by', 'dismissals.note', 'user_preferences.name', 'user_preferences.value'],
  ...[
    'refunds.name',
    'refunds.reason',
    'refunds.requested_by',
    'refunds.approved_by',
    'refunds.provider_ref',
    'refunds.word',
    'disputes.provider_ref',
    'disputes.reason',
    'refunds.payer',
  ],
  ...['dismissals.dismissed_by', 'dismissals.note'],
  ...['payouts.reference', 'payouts.bank', 'payouts.recorded_by', 'payouts.reversed_by', 'payouts.note'],
  ...['payout_lines.reference', 'payout_lines.note', 'payout_lines.noted_by'],
  ...['reconcile_lines.line', 'reconcile_runs.actor', 'reconcile_runs.reason'],
  ...[
    'payment_links.name',
    'payment_links.description_ht',
    'payment_links.description_fr',
    'payment_links.description_en',
  ],
  ...[
    'receipt_requests.address',
    'receipt_requests.last_error',
    'link_notices.last_error',
    'payment_links.thanks',
    'payment_links.notify_email',
    'payment_links.created_by',
  ],
  ...['reference', 'description', 'metadata', 'customer_name', 'customer_email', 'customer_phone'].map(
    (column) => `checkout_sessions.${column}`,
  ),
  ...['checkout_sessions.return_url', 'checkout_sessions.cancel_url'],
];

/** Columns with JSON whose structure is ours, and whose texts come from customers, providers and users. */
const SHAPED = ['payment_history.details', 'reconcile_runs.actor', 'reconcile_lines.line'];

/** Columns whose values are ours alone: ids, hashes, words that the schema restricts, and what is sealed or never shown. */
const OURS =
  /(?:^|[._])(?:id|ids|hash|kind|mode|status|method|methods|currency|role|language|event|source|type|hint|store_id|key_tag|colour|content|body|challenge|transports|position|term|code)$|_(?:id|hash|sealed|interval|currency|data|key|type|kind|reason_code)$|^peye_compatibility\.|^one_time_links\.made_by$|^schema_|^exchange_|^archives\.|^late_checks\.|^payment_counts\.|\.failure_reason$|^api_keys\.(?:addresses|scope)$|^notifications\.|^user_preferences\.list$|\.side$|\.action$|\.signature$|\.what$|\.outcome$|^peye_|^reconcile_runs\.(?:state|totals)$|\.end_reason$|^payment_links\.amount_mode$|^(?:link|session)_payments\.state$|^postings\.(?:entry|account)$|^statements\.|^payouts\.digest$|^payout_lines\.(?:state|reason)$|^disputes\.state$|^api_requests\./;

describe('texts that others have written, in the console', () => {
  let world: World;
  before(async () => {
    world = await startWorld('sqlite');
    await plant(world);
  });
  after(() => world.gateway.stop());

  const person = (role: Role): Promise<ConsolePerson> =>
    consolePerson(world.gateway, role, {
      name: MARK,
      websiteIds: sideOf(role) === 'merchant' ? [world.mine.websiteId] : [],
    });

  it('are in columns that this test knows', async () => {
    const unknown = (await textColumns(world)).filter(
      (column) => !WRITTEN_BY_OTHERS.includes(column) && !OURS.test(column),
    );
    assert.deepEqual(unknown, [], 'state in this file whether another person may have written their values');
  });

  // By day these two roles, which together see every page.
  for (const role of byTier<readonly Role[]>({ day: ['owner', 'merchant_owner'], night: ROLES })) {
    // Contract: CONSOLE-6
    it(`are texts on every page of ${role}`, async () => {
      const pages = await crawl(await person(role));
      assert.ok(pages.some(({ response }) => response.text.includes('qzx')));
      for (const { path, response } of pages) {
        assert.ok(response.status < 400, `${path}: ${response.status}`);
        const type = response.headers.get('content-type') ?? 'text/html';
        if (!type.startsWith('text/html')) {
          assert.match(
            response.headers.get('content-disposition') ?? '',
            /^attachment;/,
            `${path}: a browser shows no file`,
          );
          continue;
        }
        assert.doesNotMatch(response.text, /<script>|<img src=x|<!-->|qzx"|qzx'/, path);
        assert.doesNotMatch(response.text, /href="(?!\/|#|https?:|mailto:|data:image)/, path);
      }
    });
  }

  it('run as scripts in no browser', { skip: NO_BROWSER }, async () => {
    const owner = await person('owner');
    const pages = await crawl(owner);
    const browser: Browser = await launchBrowser();
    try {
      const { page, complaints } = await openTab(browser, world.gateway.url);
      const [[name = '', value = ''] = []] = owner.jar;
      await page.context().addCookies([{ name, value, url: world.gateway.url }]);
      await page.addInitScript('globalThis.qz = () => { globalThis.ran = true; };');
      // By day every third page. The test above reads all of them.
      for (const { path, response } of pages.filter((_, nth) => IS_NIGHT || nth % 3 === 0)) {
        if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
        await page.goto(`${world.gateway.url}/console${path}`);
        assert.equal(await page.evaluate('globalThis.ran'), undefined, path);
      }
      assert.deepEqual(complaints, []);
    } finally {
      await browser.close();
    }
  });
});

async function textColumns({ gateway }: World): Promise<string[]> {
  const { db } = gateway.store;
  const found: string[] = [];
  for (const { name } of await db.query<Row & { name: string }>(TABLES.sqlite)) {
    const columns = await db.query<Row & { name: string; type: string }>(
      `SELECT name, type FROM pragma_table_info('${name}')`,
    );
    found.push(...columns.filter(({ type }) => type === 'TEXT').map((column) => `${name}.${column.name}`));
  }
  return found;
}

/** Puts `MARK` into these columns of every row. Texts that are JSON stay JSON, and addresses stay addresses. */
async function plant({ gateway }: World): Promise<void> {
  const there = await textColumns({ gateway } as World);
  await gateway.store.db.transaction(async (tx) => {
    for (const column of WRITTEN_BY_OTHERS.filter((each) => there.includes(each))) {
      const [table, name = ''] = column.split('.');
      const value = /json$|metadata/.test(name)
        ? JSON.stringify({ [MARK]: MARK })
        : name.endsWith('url')
          ? `https://shop.example/?${MARK}`
          : // The store takes no longer name of a refund.
            column === 'refunds.name'
            ? MARK.slice(0, 64)
            : MARK;
      // E-mail addresses are unique, and in lower case.
      const text = column === 'users.email' ? 'lower(id || $1)' : '$1';
      if (!SHAPED.includes(column)) {
        await tx.query(`UPDATE ${table} SET ${name} = ${text} WHERE ${name} IS NOT NULL`, [value]);
        continue;
      }
      // The structure of the JSON is ours, and its texts come from customers and providers.
      const found = `SELECT DISTINCT ${name} AS text FROM ${table} WHERE ${name} IS NOT NULL`;
      for (const { text: before } of await tx.query<Row & { text: string }>(found)) {
        const planted = before.replaceAll(
          /"(?!(?:kind|result|method|status|currency)")(\w+)":"[^"]*"/g,
          (_, field) => `"${field}":${JSON.stringify(MARK)}`,
        );
        await tx.query(`UPDATE ${table} SET ${name} = $2 WHERE ${name} = $1`, [before, planted]);
      }
    }
  });
}
