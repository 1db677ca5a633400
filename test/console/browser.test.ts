import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { openUsers } from '../../src/app/open-users.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { EXECUTABLE, launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { consolePerson, PASSWORD } from '../support/console.ts';
import { freePort, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type ShiftedClock, shiftedClock } from '../support/shifted-clock.ts';

describe('the console in a browser', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let gateway: TestGateway;
  const clock: ShiftedClock = shiftedClock();
  before(async () => {
    const port = await freePort();
    // Passkeys belong to a host name. An IP address cannot have them.
    const settings = { ROLES: 'api,console', PORT: String(port), PUBLIC_URL: `http://localhost:${port}` };
    [browser, gateway] = await Promise.all([
      launchBrowser(),
      startTestGateway('sqlite', { settings, clock: clock.now }),
    ]);
  });
  after(async () => {
    await browser.close();
    await gateway.stop();
  });

  const open = (options?: BrowserContextOptions) => openTab(browser, new URL(gateway.url).origin, options);
  const go = (page: Page, path: string) => page.goto(`${gateway.url}/console${path}`);
  const pathOf = (page: Page) => new URL(page.url()).pathname.replace(/^\/console/, '');
  const send = async (page: Page, action: string) => {
    const button = page.locator(`form[action$="${action}"] button:not([type])`).first();
    // On a phone the menu is shown by a link.
    if (!(await button.isVisible())) await page.locator('a.to-menu').click();
    await Promise.all([page.waitForEvent('load'), button.click()]);
  };
  const code = (secret: string) => new TOTP({ secret }).generate({ timestamp: clock.now() / 1000 });
  const invited = async (role: 'owner' | 'merchant_developer') => {
    const users = openUsers(readConfig(gateway.settings), gateway.store, createLog('silent'));
    const websiteIds = role === 'owner' ? [] : [gateway.website.id];
    const email = `${role}${Math.random()}@console.example`;
    return { email, link: (await users.inviteUser(null, { email, role, websiteIds })).link };
  };

  it('warns two minutes before the session ends, in every tab, and keeps the session on request', async () => {
    const { page: first } = await open();
    const context = first.context();
    const user = await consolePerson(gateway, 'merchant_owner');
    const token = user.jar.get('peye_console') ?? '';
    await context.addCookies([{ name: 'peye_console', value: token, url: new URL(gateway.url).origin }]);
    await context.clock.install();
    await go(first, '/account');
    const second = await context.newPage();
    await go(second, '/account');
    const tabs = [first, second];
    const both = async (minutes: number) => {
      clock.forward(minutes * 60);
      await context.clock.fastForward(minutes * 60_000);
    };
    const warning = (tab: Page) => tab.locator('.session .notice');
    await both(27);
    for (const tab of tabs) assert.equal(await warning(tab).isVisible(), false);
    await first.locator('[name=name]').focus();
    await both(1.5);
    for (const tab of tabs) await warning(tab).waitFor({ state: 'visible' });
    assert.equal(await first.locator('[name=name]:focus').count(), 1, 'the warning does not take the focus');
    const save = first
      .locator('form', { has: first.locator('[name=name]') })
      .locator('button')
      .last();
    await first.setViewportSize({ width: 390, height: 844 });
    await save.focus();
    const isCovered = await first.evaluate<boolean>(`(() => {
      document.activeElement.scrollIntoView({ block: 'end' });
      const { left, top, width, height } = document.activeElement.getBoundingClientRect();
      return !document.activeElement.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    })()`);
    assert.equal(isCovered, false, 'nor does it cover the button');
    await warning(first).getByRole('button', { name: 'Stay signed in' }).click();
    for (const tab of tabs) await warning(tab).waitFor({ state: 'hidden' });
    await both(29);
    for (const tab of tabs) await warning(tab).waitFor({ state: 'visible' });
    assert.equal((await user.get('/account')).status, 200, 'the session did not end after 30 minutes');
    await both(31);
    await warning(first).getByText('Your session has ended').waitFor();
    assert.equal(await warning(first).getByRole('button').isVisible(), false);
    await context.close();
  });

  /** Accepts an invitation, and adds an authenticator. Returns its secret, and the recovery codes. */
  async function begin(page: Page, link: string): Promise<{ secret: string; codes: string[] }> {
    await page.goto(link);
    await page.locator('[name=name]').fill('Marie Joseph');
    await page.locator('[name=password]').fill(PASSWORD);
    await send(page, new URL(link).pathname);
    assert.equal(pathOf(page), '/account/factors');
    await send(page, '/account/factors/totp');
    const secret = (await page.locator('.qr ~ p code').innerText()).replaceAll(' ', '');
    await page.locator('[name=name]').fill('Phone');
    await page.locator('[name=code]').fill(code(secret));
    await send(page, '/account/factors/totp/confirm');
    const codes = (await page.locator('#codes').innerText()).split('\n');
    assert.equal(codes.length, 10);
    // The code was used up.
    clock.forward(30);
    return { secret, codes };
  }

  async function signIn(page: Page, email: string): Promise<void> {
    await go(page, '/sign-in');
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(PASSWORD);
    await send(page, '/sign-in');
    assert.equal(pathOf(page), '/sign-in/factor');
  }

  it('leads a user from the invitation through an authenticator and a passkey to a step up', async () => {
    const { page, complaints } = await open();
    const { email, link } = await invited('owner');
    await begin(page, link.url);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await go(page, '/account/factors');
    await page.locator('.new-passkey [name=name]').fill('Laptop');
    await Promise.all([
      page.waitForURL(`${gateway.url}/console/account`),
      page.locator('.new-passkey form button').click(),
    ]);
    assert.match(await page.locator('main').innerText(), /Laptop/);
    await send(page, '/sign-out');
    assert.equal(pathOf(page), '/sign-in');
    await signIn(page, email);
    await Promise.all([page.waitForURL(`${gateway.url}/console`), page.locator('button.passkey').click()]);
    // Six minutes later, a sensitive page requires the passkey again, and is shown afterwards.
    clock.forward(6 * 60);
    await go(page, '/people/invite');
    assert.equal(pathOf(page), '/step-up');
    await Promise.all([
      page.waitForURL(`${gateway.url}/console/people/invite`),
      page.locator('button.passkey').click(),
    ]);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('refuses a code that was used before, and ends a session in another browser', async () => {
    const [mine, other] = [await open(), await open()];
    const { email, link } = await invited('merchant_developer');
    const { secret } = await begin(mine.page, link.url);
    await signIn(other.page, email);
    const given = code(secret);
    await other.page.locator('[name=code]').fill(given);
    await send(other.page, '/sign-in/factor');
    await go(other.page, '/account');
    assert.equal(pathOf(other.page), '/account');
    await go(mine.page, '/account');
    await send(mine.page, '/account/sessions/end');
    await go(other.page, '/account');
    assert.equal(pathOf(other.page), '/sign-in');
    await signIn(other.page, email);
    await other.page.locator('[name=code]').fill(given);
    // A refused form gets a 422, which the browser logs as an error.
    other.complaints.length = 0;
    await send(other.page, '/sign-in/factor');
    assert.equal(pathOf(other.page), '/sign-in/factor');
    assert.equal(await other.page.locator('.notice.bad').count(), 1);
    assert.deepEqual(mine.complaints, []);
    for (const { page } of [mine, other]) await page.context().close();
  });

  it('works without scripts, except passkeys', async () => {
    const { page, complaints } = await open({ javaScriptEnabled: false });
    const { email, link } = await invited('owner');
    const { secret, codes } = await begin(page, link.url);
    await go(page, '/account');
    await send(page, '/sign-out');
    await signIn(page, email);
    assert.equal(await page.locator('button.passkey:visible').count(), 0);
    await page.locator('[name=recovery_code]').fill(codes[0] ?? '');
    await send(page, '/sign-in/factor');
    assert.equal(pathOf(page), '');
    clock.forward(6 * 60);
    await go(page, '/people/invite');
    await page.locator('[name=code]').fill(code(secret));
    await send(page, '/step-up');
    assert.equal(pathOf(page), '/people/invite');
    await go(page, '/account/factors');
    assert.match(await page.locator('.new-passkey').innerText(), /script/i);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('shows the next person nothing when they press the back button after a sign-out', async () => {
    const { page } = await open();
    const person = await consolePerson(gateway, 'owner');
    const [[name = '', value = ''] = []] = person.jar;
    await page.context().addCookies([{ name, value, url: gateway.url }]);
    await go(page, '/account');
    assert.match(await page.locator('main').innerText(), new RegExp(person.user.email));
    await send(page, '/sign-out');
    await page.goBack();
    await page.waitForLoadState();
    assert.doesNotMatch(await page.locator('body').innerText(), new RegExp(person.user.email));
    await page.context().close();
  });

  it('shows every column of a list although texts without spaces are long, and time fields in full width', async () => {
    const long = { customer_name: 'N'.repeat(255), reference: 'R'.repeat(255) };
    assert.equal((await gateway.api.post('/payments', paymentRequest(long))).status, 201);
    const { page } = await open({ viewport: { width: 1280, height: 800 } });
    const person = await consolePerson(gateway, 'owner');
    await page.context().addCookies([...person.jar].map(([name, value]) => ({ name, value, url: gateway.url })));
    await go(page, '/payments');
    const last = await page.locator('thead th').last().boundingBox();
    assert.ok(last && last.x < 1200, `the last column starts at ${last?.x}`);
    await go(page, '/audit');
    await page.locator('.chip summary', { hasText: 'Date' }).click();
    const time = await page.locator('[type="datetime-local"]').first().boundingBox();
    assert.ok(time && time.width >= 230, `a time field is ${time?.width} pixels wide`);
    await page.context().close();
  });

  it('moves the focus through header, menu, content and footer, in the order in which they are seen', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 800 } });
    const person = await consolePerson(gateway, 'owner');
    await page.context().addCookies([...person.jar].map(([name, value]) => ({ name, value, url: gateway.url })));
    await go(page, '/payments');
    const parts: string[] = [];
    const focused = `document.activeElement.closest('header, nav.menu, main, footer, .skip')?.tagName ?? 'END'`;
    for (let part = ''; part !== 'END' && parts.length < 100; parts.push(part)) {
      await page.keyboard.press('Tab');
      part = await page.evaluate<string>(focused);
    }
    assert.deepEqual(
      parts.filter((part, at) => part !== parts[at - 1]),
      ['A', 'HEADER', 'NAV', 'MAIN', 'FOOTER', 'END'],
    );
    await page.context().close();
  });

  it('opens the menu at the top of a phone without scripts, and closes it', async () => {
    const { page } = await open({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
    const person = await consolePerson(gateway, 'owner');
    await page.context().addCookies([...person.jar].map(([name, value]) => ({ name, value, url: gateway.url })));
    await go(page, '/payments');
    const menu = page.locator('nav.menu');
    assert.equal(await menu.isVisible(), false);
    await page.locator('a.to-menu').click();
    const box = await menu.boundingBox();
    assert.ok(box && Math.abs(box.y) < 100, `the menu is at ${box?.y}`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await menu.isVisible(), false);
    await page.context().close();
  });

  it('accepts forms over plain HTTP, where a browser does not send Sec-Fetch-Site', async () => {
    const port = await freePort();
    const PUBLIC_URL = `http://console.example:${port}`;
    const plain = await startTestGateway('sqlite', {
      settings: { ROLES: 'api,console', PORT: String(port), PUBLIC_URL },
    });
    const named = await chromium.launch({
      executablePath: EXECUTABLE,
      args: ['--headless', '--no-sandbox', '--host-resolver-rules=MAP console.example 127.0.0.1'],
    });
    try {
      const { user } = await consolePerson(plain, 'merchant_viewer', { standing: 'none' });
      const { page } = await openTab(named, PUBLIC_URL);
      await page.goto(`${PUBLIC_URL}/console/sign-in`);
      await page.locator('[name=email]').fill(user.email);
      await page.locator('[name=password]').fill(PASSWORD);
      await send(page, '/sign-in');
      assert.equal(pathOf(page), '');
    } finally {
      await named.close();
      await plain.stop();
    }
  });
});
