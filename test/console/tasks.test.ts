import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { TOTP } from 'otpauth';
import type { Browser } from 'playwright-core';
import type { Role } from '../../src/core/roles.ts';
import { launchBrowser, NO_BROWSER } from '../support/browser.ts';
import { consolePerson, PASSWORD } from '../support/console.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { byTier } from '../support/tier.ts';
import { openWalk, type Walk } from './walk.ts';
import { startWorld, type World } from './world.ts';

// The tasks for which people use the console, done with links and buttons alone: only the first address is typed. Each task is done
// with scripts on a phone, and without scripts on a desktop; by day the first day is done in one of these ways, and the others in the other.
const PHONE = { javaScriptEnabled: true, viewport: { width: 360, height: 740 } };
const DESKTOP = { javaScriptEnabled: false, viewport: { width: 1280, height: 800 } };

const describeWay = ({ javaScriptEnabled, viewport }: typeof PHONE) =>
  `${javaScriptEnabled ? 'with' : 'without'} scripts, ${viewport.width} pixels`;

describe('a merchant’s first day', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let gateway: TestGateway;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    const settings = { ...receiver.settings, ROLES: 'api,worker,console' };
    [browser, gateway] = await Promise.all([launchBrowser(), startTestGateway('sqlite', { settings })]);
  });
  after(async () => {
    await browser.close();
    await gateway.stop();
    await receiver.close();
  });

  for (const way of byTier({ day: [PHONE], night: [PHONE, DESKTOP] })) {
    it(`from the invitation to a rotated key: ${describeWay(way)}`, async () => {
      const owner = await openWalk(browser, gateway.url, way);
      await owner.signIn(await consolePerson(gateway, 'owner'));
      await owner.menu('Websites');
      await owner.follow('Create website');
      await owner.press('Create website');
      // The summary has the focus, and says which field is meant.
      await owner.focusOn('wrong');
      assert.match(await owner.text(), /Name: /);
      await owner.fill('Name', `Lakay ${way.viewport.width}`);
      await owner.press('Create website');
      await owner.follow('I’ve saved it');
      await owner.follow('Edit');
      await owner.fill('Colour', '#b5332a');
      await owner.press('Save');
      assert.match(await owner.text(), /MonCash, NatCash/);
      await owner.menu('Team');
      await owner.follow('Invite a user');
      await owner.fill('E-mail address', `marie${way.viewport.width}@lakay.example`);
      await owner.page.getByLabel('Merchant: owner', { exact: true }).check();
      await owner.press('Invite');
      assert.match(await owner.text(), /Choose at least one website for the role Merchant: owner/);
      await owner.page.getByLabel(`Lakay ${way.viewport.width}`, { exact: true }).check();
      await owner.press('Invite');
      const link = await owner.page.locator('#secret').innerText();
      await owner.close();

      const merchant = await openWalk(browser, gateway.url, way);
      await merchant.open(link);
      await merchant.fill('Your name', 'Marie Joseph');
      await merchant.fill('New password', PASSWORD);
      await merchant.press('Continue');
      assert.match(await merchant.text(), /You need two-factor authentication to make changes/);
      assert.match(await merchant.text(), /Passkeys need HTTPS and a domain name/);
      await merchant.press('Add an authenticator app');
      const href = await merchant.page.getByRole('link', { name: 'Open the app on this device' }).getAttribute('href');
      const secret = new URL(href ?? '').searchParams.get('secret') ?? '';
      await merchant.fill('Code from the app', new TOTP({ secret }).generate());
      await merchant.press('Confirm');
      await merchant.follow('I’ve saved them');
      assert.equal(merchant.path(), '/');

      await merchant.follow('Set the callback URL for webhooks');
      await merchant.fill('Callback URL', `${receiver.origin}/hook${way.viewport.width}`);
      await merchant.press('Save');
      await merchant.press('Send in test mode');
      assert.match(await merchant.text(), /200/);
      await merchant.menu('Overview');
      await merchant.follow('Create a test key');
      await merchant.fill('Name', 'server');
      await merchant.press('Create key');
      const command = await merchant.page.locator('#first').innerText();
      // The gateway responds in this process, which must not block.
      const { stdout } = await promisify(execFile)('sh', ['-c', command]);
      const { transaction_id, payment_url } = JSON.parse(stdout);
      await merchant.follow('I’ve saved it');

      const customer = await openWalk(browser, gateway.url, way);
      await customer.page.goto(payment_url);
      await customer.page.locator('[name=phone]').fill('37000001');
      await customer.page.locator('[name=pin]').fill('1234');
      await customer.page.getByRole('button', { name: 'Continue' }).click();
      await customer.page.locator('[name=code]').fill('123456');
      await customer.page.locator('form button').first().click();
      await customer.page.getByText('Payment successful').waitFor();
      await customer.close();

      await merchant.menu('Payments');
      await merchant.follow(transaction_id);
      await merchant.until(/Webhook, attempt 1/);
      assert.match(await merchant.text(), /Outcome: Paid\s+[^\n]+\s+Customer confirmed/);
      assert.match(await merchant.text(), /200 · \d+ ms/);
      await merchant.page.locator('summary', { hasText: 'Request' }).click();
      assert.match(await merchant.text(), /"event":"payment.success"/);
      await merchant.follow(`${receiver.origin}/hook${way.viewport.width}`);
      await merchant.menu('Websites');
      await merchant.follow(`Lakay ${way.viewport.width}`);
      await merchant.follow('server');
      assert.doesNotMatch(await merchant.text(), /The old key works/);
      await merchant.follow('Rotate key');
      // The page names the key, and leads back to it.
      assert.match(await merchant.text(), /«\sserver tk_test_…/);
      await merchant.press('Rotate key');
      await merchant.follow('I’ve saved it');
      assert.match(await merchant.text(), /The old key works until/);
      await merchant.menu('Marie Joseph');
      assert.match(await merchant.text(), /This browser/);
      await merchant.press('Sign out');
      assert.equal(merchant.path(), '/sign-in');
      await merchant.close();
    });
  }
});

describe('a day’s work', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let world: World;
  before(async () => {
    [browser, world] = await Promise.all([launchBrowser(), startWorld('sqlite')]);
  });
  after(async () => {
    await browser.close();
    await world.gateway.stop();
  });

  /** What a user of each role does, starting on the first page. */
  const DAYS: Partial<Record<Role, (walk: Walk) => Promise<void>>> = {
    operator: async (walk) => {
      await walk.follow('the provider’s records');
      await walk.page.locator('main tbody a').first().click();
      await walk.met();
      await walk.fill('Resolution note', 'Refunded by hand. The shop was informed.');
      await walk.press('Resolve');
      assert.match(await walk.text(), /Refunded by hand/);
      await walk.menu('Webhooks');
      await walk.follow('Resend several');
      await walk.fill('From (Haiti time)', '2026-01-01T00:00');
      await walk.press('Apply');
      assert.match(await walk.text(), /webhooks? would be resent|No webhooks match/);
      await walk.menu('Subscriptions');
      await walk.menu('Reconciliation');
      await walk.fill('First day', '2026-01-01');
      await walk.fill('Last day', '2026-01-02');
      await walk.press('Reconcile');
      assert.match(await walk.text(), /Reconciliation requested/);
      await walk.press('Stop');
      await walk.menu('System');
    },
    support: async (walk) => {
      await walk.menu('Payments');
      await walk.fill('Search', '50937000001');
      await walk.page.locator('form.find .seek button').click();
      await walk.follow(world.mine.ids.payment);
      await walk.press('Check with provider');
      await walk.press('Resend webhook');
      await walk.fill('Note', 'Called: the money has left the phone.');
      await walk.press('Add note');
      assert.match(await walk.text(), /the money has left the phone/);
    },
    auditor: async (walk) => {
      await walk.menu('Audit log');
      await walk.fold('Action');
      await walk.page.locator('.pop input[value="payment.note"]').press('Space');
      await walk.page.locator('details[open] .pop button').click();
      assert.match(await walk.text(), /Clear/);
      await walk.follow('Check');
      await walk.menu('Exports');
      await walk.fold('Payments');
      const [download] = await Promise.all([
        walk.page.waitForEvent('download'),
        walk.page.getByRole('button', { name: 'Download CSV' }).first().click(),
      ]);
      assert.match(download.suggestedFilename(), /\.csv$/);
    },
    merchant_developer: async (walk) => {
      await walk.menu('Payments');
      await walk.follow('New test payment');
      await walk.press('Create payment');
      await walk.press('Finish test payment');
      assert.match(await walk.text(), /Test payment finished/);
    },
    merchant_viewer: async (walk) => {
      await walk.menu('Payments');
      await walk.page.locator('main tbody a').first().click();
      await walk.met();
      assert.match(await walk.text(), /Timeline/);
      assert.equal(await walk.page.locator('main form').count(), 0);
    },
  };

  // The operator resolves one discrepancy in each of the two ways. There are two, because each merchant has one.
  for (const way of byTier({ day: [DESKTOP], night: [PHONE, DESKTOP] })) {
    for (const [role, day] of Object.entries(DAYS) as [Role, (walk: Walk) => Promise<void>][]) {
      it(`of ${role}: ${describeWay(way)}`, async () => {
        const walk = await openWalk(browser, world.gateway.url, way);
        const websiteIds = role.startsWith('merchant') ? [world.mine.websiteId] : [];
        await walk.signIn(await consolePerson(world.gateway, role, { websiteIds }));
        await day(walk);
        await walk.close();
      });
    }
  }
});
