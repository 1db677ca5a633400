import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openTab, type Tab } from '../support/browser.ts';

/** Opens each page of a suite in its own tab. After each test the tabs are closed, and none may have logged a complaint. */
export function tabsOf(
  suite: () => { browser: Browser; origin: string },
): (url: string, options?: BrowserContextOptions) => Promise<Page> {
  let tabs: Tab[] = [];
  afterEach(async () => {
    const complaints = tabs.flatMap((tab) => tab.complaints);
    await Promise.all(tabs.map((tab) => tab.page.context().close()));
    tabs = [];
    assert.deepEqual(complaints, []);
  });
  return async (url, options = {}) => {
    const { browser, origin } = suite();
    const tab = await openTab(browser, origin, options);
    tabs.push(tab);
    await tab.page.goto(url);
    return tab.page;
  };
}
