import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openTab } from '../support/browser.ts';
import type { ConsolePerson } from '../support/console.ts';
import { until } from '../support/gateway.ts';
import { violations } from '../support/page-checks.ts';

/** A user with a browser, who finds links and buttons by their texts. Each page is checked, and if scripts run, axe checks it too. */
export interface Walk {
  readonly page: Page;
  /** Opens the first page with the session of a user. */
  signIn(person: ConsolePerson): Promise<void>;
  /** Opens a link that the user has received. */
  open(link: string): Promise<void>;
  /** Follows a link of the menu. */
  menu(name: string): Promise<void>;
  /** Follows a link of the page by its text. */
  follow(name: string): Promise<void>;
  /** Presses a button of the page, or of the menu. */
  press(name: string): Promise<void>;
  fill(label: string, value: string): Promise<void>;
  /** Opens a part of the page, if it is collapsed. */
  fold(name: string): Promise<void>;
  /** Checks the current page, for pages that no other function here has opened. */
  met(): Promise<void>;
  /** Loads the page again and again until it contains `text`. */
  until(text: RegExp): Promise<void>;
  text(): Promise<string>;
  /** Waits until an element of this class has the focus: a browser gives it some time after the page has loaded. */
  focusOn(className: string): Promise<void>;
  /** The path of the current page, without `/console`. */
  path(): string;
  /** Ends the walk, and fails if the browser has reported errors. */
  close(): Promise<void>;
}

/** Starts a walk. */
export async function openWalk(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Walk> {
  const { page, complaints } = await openTab(browser, origin, options);
  const path = () => new URL(page.url()).pathname.replace(/^\/console/, '');
  const met = async () => {
    await page.waitForLoadState();
    if (options.javaScriptEnabled !== false) assert.deepEqual(await violations(page), [], page.url());
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(wide <= (options.viewport?.width ?? wide), `${page.url()}: ${wide} pixels wide`);
  };
  const click = async (place: Locator) => {
    await Promise.all([page.waitForEvent('load'), place.first().click()]);
    await met();
  };
  /** On a phone the menu is shown by a link. */
  const unfoldMenu = async () => {
    const link = page.locator('a.to-menu');
    if (await link.isVisible()) await link.click();
  };
  return {
    page,
    async signIn(person) {
      await page.context().addCookies([...person.jar].map(([name, value]) => ({ name, value, url: origin })));
      await page.goto(`${origin}/console`);
      await met();
    },
    async open(link) {
      await page.goto(link);
      await met();
    },
    async menu(name) {
      await unfoldMenu();
      await click(page.locator('nav.menu').getByRole('link', { name }));
    },
    follow: (name) => click(page.locator('main').getByRole('link', { name })),
    async press(name) {
      const button = page.getByRole('button', { name });
      if (!(await button.first().isVisible())) await unfoldMenu();
      await click(button);
    },
    fill: (label, value) => page.locator('main').getByLabel(label, { exact: true }).first().fill(value),
    async fold(name) {
      const summary = page.locator('summary', { hasText: name }).first();
      // On a wide screen nothing is collapsed.
      if (await summary.isVisible()) await summary.click();
    },
    met,
    until: (text) =>
      until(`the page says ${text}`, async () => {
        await page.reload();
        return text.test(await page.locator('main').innerText());
      }),
    text: () => page.locator('body').innerText(),
    focusOn: (className) => page.locator(`.${className}:focus`).waitFor(),
    path,
    async close() {
      // A refused form gets a 422, which the browser logs as an error.
      assert.deepEqual(
        complaints.filter((each) => !each.includes('status of 422')),
        [],
      );
      await page.context().close();
    },
  };
}
