import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { findLink } from '../../src/features/links/store/payment-links.ts';
import { findWebsite } from '../../src/features/websites/store/websites.ts';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { type ConsolePerson, consolePerson } from '../support/console.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { noisyPng, png } from '../support/pictures.ts';
import { looksOf } from '../support/tier.ts';
import { changeWebsite } from '../support/websites.ts';
import { openWalk } from './walk.ts';

/** Debian's reader of QR codes, which shares no code with the module that draws ours. */
const ZBARIMG = process.env.ZBARIMG_PATH ?? '/usr/bin/zbarimg';

/** The size of a page of A5, in pixels. */
const A5 = { width: 559, height: 794 };

/** Sellers use a phone. Those who use a desktop computer may have scripts switched off. */
const WAYS = [
  { javaScriptEnabled: true, viewport: { width: 360, height: 740 } },
  { javaScriptEnabled: false, viewport: { width: 1280, height: 800 } },
] as const;

describe('payment links in a browser', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let gateway: TestGateway;
  let seller: ConsolePerson;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'peye-qr-'));
    [browser, gateway] = await Promise.all([launchBrowser(), startTestGateway('sqlite')]);
    const { website, store } = gateway;
    await changeWebsite(store.db, website.id, { name: 'Boutik Tantine', logo: png({ width: 300, height: 120 }) });
    seller = await consolePerson(gateway, 'merchant_owner', { websiteIds: [website.id] });
  });
  after(async () => {
    await browser.close();
    await gateway.stop();
    await rm(folder, { recursive: true });
  });

  const newLink = (fields: object = {}) =>
    gateway.store.operator.createLink({
      websiteId: gateway.website.id,
      mode: 'test',
      name: 'Panye mango',
      amount: '1500',
      descriptions: { ht: 'Douz' },
      ...fields,
    });
  const urlOf = ({ code }: { code: string }) => `${gateway.url}/l/${code}`;
  const read = async (name: string, picture: Uint8Array): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, picture);
    const { stdout } = await promisify(execFile)(ZBARIMG, ['--quiet', '--raw', file]);
    return stdout.trim();
  };
  const openPage = async (path: string, options: Parameters<typeof openTab>[2] = {}) => {
    const { page, complaints } = await openTab(browser, gateway.url, options);
    const [[name = '', value = ''] = []] = seller.jar;
    await page.context().addCookies([{ name, value, url: gateway.url }]);
    await page.goto(`${gateway.url}/console${path}`);
    return { page, complaints };
  };

  it('the browser shrinks a logo of two megabytes; without scripts the form shows the limits', async () => {
    const path = `/websites/${gateway.website.id}`;
    const upload = async (page: Page, buffer: Buffer) => {
      await page.locator('[name=logo]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
      const button = page.locator('form[action$="/logo"] button');
      await Promise.all([page.waitForEvent('load'), button.click()]);
    };
    const stored = async () => (await findWebsite(gateway.store.db, gateway.website.id))?.brand.logo;
    const { page, complaints } = await openPage(path);
    await upload(page, noisyPng({ width: 1_200, height: 560 }));
    assert.match(page.url(), /done=changed/);
    const logo = await stored();
    assert.equal(logo?.type, 'webp');
    assert.ok(Math.abs((logo?.width ?? 0) / (logo?.height ?? 1) - 1_200 / 560) < 0.05);
    const former = logo?.hash;
    await upload(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    assert.match(await page.locator('#e-logo').innerText(), /SVG/);
    const plain = await openPage(path, { javaScriptEnabled: false });
    await upload(plain.page, noisyPng({ width: 500, height: 400 }));
    assert.match(await plain.page.locator('#e-logo').innerText(), /bytes \(maximum 10,000\)/);
    await upload(plain.page, noisyPng({ width: 1_200, height: 900 }));
    assert.match(await plain.page.locator('#e-logo').innerText(), /maximum is 2 MB/);
    assert.equal((await stored())?.hash, former);
    // The browser reports the status of a refused form.
    assert.deepEqual(
      complaints.filter((each) => !each.includes('422')),
      [],
    );
  });

  it('the browser shrinks the picture of a link to forty kilobytes', async () => {
    const link = await newLink({});
    const { page, complaints } = await openPage(`/links/${link.id}`);
    const buffer = noisyPng({ width: 800, height: 600 });
    await page.locator('[name=picture]').setInputFiles({ name: 'mango.png', mimeType: 'image/png', buffer });
    const button = page.locator('form[action$="/picture"] button');
    await Promise.all([page.waitForEvent('load'), button.click()]);
    assert.match(page.url(), /done=picture/);
    assert.ok((await page.evaluate<number>("document.querySelector('img.picture').decode().then(() => 1)")) === 1);
    const picture = (await findLink(gateway.store.db, link.id))?.picture;
    assert.equal(picture?.type, 'webp');
    assert.ok(Math.abs((picture?.width ?? 0) / (picture?.height ?? 1) - 4 / 3) < 0.02);
    await page.goto(urlOf(link));
    await page.locator('img.picture').scrollIntoViewIfNeeded();
    assert.deepEqual(complaints, []);
  });

  for (const way of looksOf(WAYS, 0)) {
    it(`from no link to a paid link: ${way.javaScriptEnabled ? 'a phone' : 'a desktop, without scripts'}`, async () => {
      const name = `Panye mango ${way.viewport.width}`;
      const walk = await openWalk(browser, gateway.url, way);
      await walk.signIn(seller);
      await walk.menu('Payment links');
      await walk.follow('New test link');
      await walk.press('Create link');
      // The summary has the focus, and says which field is meant.
      await walk.focusOn('wrong');
      await walk.fill('Product or service', name);
      await walk.fill('Description in English', 'Twelve mangoes');
      await walk.fill('Amount', '1,500');
      await walk.press('Create link');
      assert.match(await walk.text(), /Link created\. Send it or print it\./);
      await walk.fold('In other languages');
      const messages = await walk.page.locator('pre.message').allInnerTexts();
      assert.ok(messages.length === 3 && messages.every((text) => text.includes(name)), messages.join());
      const url = await walk.page.locator('#link-url').innerText();

      const customer = await openWalk(browser, gateway.url, way);
      await customer.open(url);
      assert.match(await customer.text(), /1,500\sHTG/);
      await customer.page.getByRole('radio', { name: /MonCash/ }).check();
      await customer.press('Continue');
      await customer.page.locator('[name=phone]').fill('37000001');
      await customer.page.locator('[name=pin]').fill('1234');
      await customer.page.getByRole('button', { name: 'Continue' }).click();
      await customer.page.locator('[name=code]').fill('123456');
      await customer.page.locator('form button').first().click();
      await customer.page.getByText('Payment successful').waitFor();
      await customer.page.context().close();

      await walk.menu('Payment links');
      assert.match(await walk.text(), /1,500\sHTG/);
      await walk.follow(name);
      assert.match(await walk.text(), /Received \(HTG\)\s+1,500\sHTG/);
      await walk.follow('All payments of this link');
      assert.match(await walk.text(), /Payment link:\s+Panye mango/);
      await walk.page.locator('main tbody a').first().click();
      await walk.met();
      await walk.follow(name);
      await walk.follow('Printable poster');
      await walk.follow('« Payment links');
      await walk.follow('Duplicate');
      assert.equal(await walk.page.getByLabel('Product or service').inputValue(), name);
      await walk.press('Create link');
      await walk.follow('Deactivate');
      await walk.press('Deactivate');
      assert.match(await walk.text(), /Link deactivated\./);
      assert.match(await walk.text(), /It no longer accepts payments/);
      await walk.close();
    });
  }

  it('have QR codes that another program reads: the PNG, the SVG as a browser draws it, and the poster as a camera sees it', async () => {
    const link = await newLink();
    const { page } = await openPage(`/links/${link.id}`);
    for (const type of ['PNG', 'SVG'] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: `QR code as ${type}` }).click(),
      ]);
      assert.equal(download.suggestedFilename(), `peye-${link.code}.${type.toLowerCase()}`);
      const bytes = await readFile(await download.path());
      if (type === 'PNG') {
        assert.equal(await read('qr.png', bytes), urlOf(link));
        continue;
      }
      await page.setContent(String(bytes));
      assert.equal(await read('svg.png', await page.locator('svg').screenshot()), urlOf(link));
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      const poster = await openPage(`/links/${link.id}/poster`, { colorScheme });
      assert.equal(await read(`${colorScheme}.png`, await poster.page.screenshot({ fullPage: true })), urlOf(link));
      await poster.page.emulateMedia({ media: 'print', colorScheme });
      await poster.page.setViewportSize(A5);
      assert.equal(await read(`print-${colorScheme}.png`, await poster.page.screenshot()), urlOf(link));
      assert.deepEqual(poster.complaints, []);
      await poster.page.context().close();
    }
    await page.context().close();
  });

  it('have a poster of exactly one page of A5, however much there is to say', async () => {
    const long = await newLink({
      name: 'Lekòl nasyonal '.repeat(17).trim(),
      descriptions: { fr: 'L’école de toute l’année. '.repeat(19) },
      amountMode: 'chosen',
      amount: null,
      expiresAtUs: gateway.store.clock() + 86_400_000_000,
    });
    const wide = await newLink({ name: 'M'.repeat(255), descriptions: { ht: 'W'.repeat(500) } });
    for (const link of [await newLink({ mode: 'live' }), long, wide]) {
      const { page } = await openPage(`/links/${link.id}/poster`);
      for (const options of [{ format: 'A5' }, { format: 'Letter', preferCSSPageSize: true }] as const) {
        const pdf = (await page.pdf(options)).toString('latin1');
        const boxes = [...pdf.matchAll(/\/MediaBox\s*\[0 0 (\d+)\S* (\d+)/g)].map(([, ...sides]) => sides.map(Number));
        assert.equal([...pdf.matchAll(/\/Type\s*\/Page\b/g)].length, 1, link.name);
        assert.deepEqual([boxes.length, boxes[0]?.[0]], [1, 420]);
        assert.ok((boxes[0]?.[1] ?? 0) >= 594 && (boxes[0]?.[1] ?? 0) <= 596);
      }
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize(A5);
      // Nothing is cut off but names and descriptions, and the code is not squeezed.
      const { over, side } = await page.evaluate<{ over: string[]; side: number }>(`(() => {
        const poster = document.querySelector('.poster').getBoundingClientRect();
        const inside = [...document.querySelectorAll('.poster > *, .poster ol')];
        return {
          over: inside.filter((each) => each.getBoundingClientRect().bottom > poster.bottom + 1).map((each) => each.outerHTML),
          side: document.querySelector('.poster svg').getBoundingClientRect().height,
        };
      })()`);
      assert.deepEqual(over, []);
      assert.ok(side >= 200, `${link.name}: the code is ${side} pixels high`);
      if (link.mode === 'test') assert.match(await page.locator('.poster').innerText(), /TÈS: pa gen lajan reyèl/);
      else assert.doesNotMatch(await page.locator('.poster').innerText(), /TÈS|TEST/);
      assert.match(await page.locator('.poster').innerText(), /Boutik Tantine/);
      await page.context().close();
    }
  });
});
