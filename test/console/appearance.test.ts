import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { ROLES, type Role, sideOf } from '../../src/core/roles.ts';
import { LANGUAGES, type Language } from '../../src/platform/messages/language.ts';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { type ConsolePerson, consoleClient, consolePerson } from '../support/console.ts';
import { unseenTargets, violations } from '../support/page-checks.ts';
import { changeWebsite } from '../support/websites.ts';
import { type CrawledPage, crawl, routeOf, STARTS } from './crawl.ts';
import { startWorld, type World } from './world.ts';

/** The compressed size that a page, its style and its script may have together. */
const MAX_BYTES = 20_000;

/**
 * `npm run test:console`: every page of every role in every language, light and dark, on a phone and on a desktop. Otherwise only two roles
 * that see different pages, and each page in one of three looks.
 */
const IS_WHOLE = process.env.PAGES === 'all';

interface Look {
  readonly language: Language;
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

const LOOKS: readonly Look[] = LANGUAGES.flatMap((language) =>
  (['light', 'dark'] as const).flatMap((colorScheme) => [360, 1280].map((width) => ({ language, colorScheme, width }))),
);

/** Each language once. Each colour scheme and each width is in at least one of them. */
const FEW: readonly Look[] = [
  { language: 'en', colorScheme: 'light', width: 360 },
  { language: 'fr', colorScheme: 'dark', width: 1280 },
  { language: 'ht', colorScheme: 'dark', width: 360 },
];

/** The two roles together see every page. */
const SEEN_BY: readonly Role[] = IS_WHOLE ? ROLES : ['owner', 'merchant_owner'];

/** Pages to which no link of a page leads that is crawled: nothing needs attention in this world. */
const UNLINKED = ['/account/factors', '/step-up', '/overview/overdue', '/overview/waiting', '/overview/receipts'];

/** Pages of states that are rare: an exhausted webhook, and approved card payments. */
async function rarePages({ gateway, mine: { websiteId, ids } }: World): Promise<string[]> {
  const { db } = gateway.store;
  const giveUp = "UPDATE deliveries SET status = 'exhausted', next_attempt_at_us = NULL WHERE id = $1";
  await db.transaction((tx) => tx.query(giveUp, [ids.delivery]));
  await changeWebsite(db, websiteId, { cardLiveApproved: true });
  return [`/overview/websites/${websiteId}/dismiss?kind=exhausted`, `/websites/${websiteId}/card/withdraw`];
}

describe('every page of the console', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let world: World;
  /** A user of each role, and the pages that links lead to. */
  const found = new Map<Role, { person: ConsolePerson; pages: readonly CrawledPage[] }>();
  before(async () => {
    [browser, world] = await Promise.all([launchBrowser(), startWorld('sqlite')]);
    const rare = await rarePages(world);
    for (const role of SEEN_BY) {
      const websiteIds = sideOf(role) === 'merchant' ? [world.mine.websiteId] : [];
      const person = await consolePerson(world.gateway, role, { language: 'fr', websiteIds });
      const pages = await crawl(person, [...STARTS, ...UNLINKED, ...(role === 'owner' ? rare : [])]);
      if (role === 'owner')
        for (const path of rare) assert.equal(pages.find((page) => page.path === path)?.response.status, 200, path);
      found.set(role, { person, pages });
    }
  });
  after(async () => {
    await browser.close();
    await world.gateway.stop();
  });

  /** Redirects and downloads are not pages. */
  const isPage = ({ status, headers }: CrawledPage['response']) =>
    status !== 303 && (headers.get('content-type') ?? '').startsWith('text/html');

  /** One page of each route. */
  const different = (pages: readonly CrawledPage[]) => [
    ...new Map(
      pages.filter(({ response }) => isPage(response)).map((page) => [routeOf('GET', page.path), page]),
    ).values(),
  ];

  for (const [at, look] of (IS_WHOLE ? LOOKS : FEW).entries()) {
    const { language, colorScheme, width } = look;
    it(`${language}, ${colorScheme}, ${width} pixels: accessible, and no wider than the window`, async (t) => {
      let looked = 0;
      const { page, complaints } = await openTab(browser, new URL(world.gateway.url).origin, {
        colorScheme,
        viewport: { width, height: 740 },
        locale: language === 'fr' ? 'fr-FR' : 'en-GB',
      });
      const look = async (path: string, label: string) => {
        looked++;
        await page.goto(`${world.gateway.url}/console${path}`);
        // Collapsed parts are checked too.
        await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
        assert.deepEqual(await violations(page), [], label);
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        assert.ok(wide <= width, `${label}: ${wide} pixels wide`);
        if (width === 360) assert.deepEqual(await smallButtons(page), [], label);
        assert.deepEqual(await unseenTargets(page), [], label);
      };
      for (const path of ['/sign-in', '/sign-in/lost-password', `/invitations/${'T'.repeat(43)}`])
        await look(`${path}?lang=${language}`, path);
      complaints.length = 0;
      for (const [role, { person, pages: all }] of found) {
        await person.submit('/account', '/account/profile', { language });
        const { url } = world.gateway;
        await page.context().addCookies([...person.jar].map(([name, value]) => ({ name, value, url })));
        const pages = different(all).filter((_, number) => IS_WHOLE || number % FEW.length === at);
        assert.ok(pages.length >= 4);
        for (const { path } of pages) await look(path, `${role}: ${path}`);
      }
      const half = await consolePerson(world.gateway, 'owner', { language, standing: 'half' });
      const { url } = world.gateway;
      await page.context().addCookies([...half.jar].map(([name, value]) => ({ name, value, url })));
      await look('/sign-in/factor', 'the second step of signing in');
      assert.deepEqual(complaints, []);
      await page.context().close();
      if (IS_WHOLE)
        t.diagnostic(`covered: ${looked} pages of ${SEEN_BY.join(', ')}: ${language}, ${colorScheme}, ${width} pixels`);
    });
  }

  it('is small, with style and script', async () => {
    const compressedSize = async (text: string) => gzipSync(text).length;
    const signedOut = consoleClient(world.gateway.url);
    const { text } = await signedOut.get('/sign-in');
    const assets = [...text.matchAll(/(?:href|src)="\/console(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    assert.equal(assets.length, 2);
    let shared = 0;
    for (const path of assets) shared += await compressedSize((await signedOut.get(path)).text);
    for (const [role, { pages }] of found) {
      for (const { path, response } of pages) {
        const bytes = shared + (await compressedSize(response.text));
        assert.ok(bytes <= MAX_BYTES, `${role}: ${path}: ${bytes} bytes`);
      }
    }
  });
});

/** Buttons, fields and entries of menus that are less than 44 pixels high. Links within a text are as high as the text. */
function smallButtons(page: Page): Promise<string[]> {
  return page.evaluate<
    string[]
  >(`[...document.querySelectorAll('button, .button, select, textarea, input:not([type=hidden], [type=checkbox], [type=radio]), nav a')]
    .filter((element) => element.getClientRects().length > 0 && element.getBoundingClientRect().height < 44).map((element) => element.outerHTML)`);
}
