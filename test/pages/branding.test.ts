import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Brand } from '../../src/features/websites/brand.ts';
import { contactView } from '../../src/pages/views/contact.ts';
import { launchBrowser, NO_BROWSER, openTab } from '../support/browser.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { violations } from '../support/page-checks.ts';
import { jpeg, png, webp } from '../support/pictures.ts';
import { newPayment, payByWallet, textOf } from './visitor.ts';

const COLOUR = '#7a1fa2';
const SIZE = { width: 320, height: 80 };

const pathOf = ({ logo }: Brand) => `/logos/${logo?.hash}.${logo?.type}`;

describe('a logo', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway('sqlite', { settings: { PAGE_LIMIT_PER_MINUTE: '10', TRUST_PROXY: '127.0.0.1' } });
  });
  after(() => gateway.stop());
  const keep = async (logo: Buffer) => (await gateway.store.operator.changeWebsite(gateway.website.id, { logo })).brand;
  const ask = (path: string, address = '10.0.0.1', method = 'GET') =>
    fetch(gateway.url + path, { method, headers: { 'x-forwarded-for': address } });

  for (const [type, bytes] of [
    ['image/png', png(SIZE)],
    ['image/jpeg', jpeg(SIZE)],
    ['image/webp', webp(SIZE)],
  ] as const) {
    it(`is served as ${type}, cached for ever and never sniffed`, async () => {
      const response = await ask(pathOf(await keep(bytes)));
      assert.equal(response.status, 200);
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
      const header = (name: string) => response.headers.get(name);
      assert.equal(header('content-type'), type);
      assert.equal(header('content-length'), String(bytes.length));
      assert.equal(header('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(header('x-content-type-options'), 'nosniff');
      assert.match(header('content-security-policy') ?? '', /^default-src 'none'/);
    });
  }

  it('that was replaced or never existed gives 404, which no cache stores', async () => {
    const old = await keep(png({ width: 40, height: 40 }));
    const brand = await keep(png({ width: 41, height: 40 }));
    const wrong = ['/logos/', '/logos/x.png', `/logos/${brand.logo?.hash}`, `/logos/${brand.logo?.hash}.webp`];
    for (const path of [pathOf(old), ...wrong, `/logos/..%2f${brand.logo?.hash}.png`]) {
      const response = await ask(path, '10.0.0.2');
      assert.equal(response.status, 404, path);
      assert.equal(response.headers.get('cache-control'), 'no-store', path);
    }
  });

  it('counts against the limit of pages', async () => {
    const path = pathOf(await keep(png(SIZE)));
    for (let left = 10; left > 0; left--) assert.equal((await ask(path, '10.0.0.3')).status, 200);
    assert.equal((await ask(path, '10.0.0.3')).status, 429);
    assert.equal((await ask(path, '10.0.0.4')).status, 200);
  });
});

describe('a page of a website with a logo and a colour', { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let gateway: TestGateway;
  before(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(), startTestGateway('sqlite')]);
    await gateway.store.operator.changeWebsite(gateway.website.id, { logo: png(SIZE), colour: COLOUR });
  });
  after(async () => {
    await browser.close();
    await gateway.stop();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`shows both, ${colorScheme}, and nothing moves when the logo arrives`, async () => {
      const { page, complaints } = await openTab(browser, gateway.url, { colorScheme });
      const { payment_url } = await newPayment(gateway, 'moncash');
      let letThrough = () => {};
      const held = new Promise<void>((done) => {
        letThrough = done;
      });
      await page.route('**/logos/**', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(payment_url, { waitUntil: 'domcontentloaded' });
      const heading = () => page.evaluate<number>("document.querySelector('h1').getBoundingClientRect().top");
      const before = await heading();
      letThrough();
      // One evaluation waits for the logo, because the page's policy blocks repeated evaluation of a condition.
      const width = "(async (logo) => logo.decode().then(() => logo.naturalWidth))(document.querySelector('.logo'))";
      assert.equal(await page.evaluate<number>(width), 320);
      assert.equal(await heading(), before);
      const colour = await page.evaluate<string>("getComputedStyle(document.querySelector('button')).backgroundColor");
      assert.equal(colour, 'rgb(122, 31, 162)');
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(complaints, []);
      await page.context().close();
    });
  }

  it('does not wait for a logo that never arrives', async () => {
    const { page } = await openTab(browser, gateway.url);
    await page.route('**/logos/**', () => {});
    const { payment_url } = await newPayment(gateway, 'moncash');
    await page.goto(payment_url, { waitUntil: 'domcontentloaded' });
    await payByWallet(page, '37000001');
    assert.match(await textOf(page, 'h1'), /Payment successful/);
    await page.context().close();
  });
});

describe('the contact of a merchant', () => {
  const linksOf = (contact: string) =>
    [...String(contactView(contact)).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  for (const [contact, ...links] of [
    ['+509 37 12 34 56', 'tel:+50937123456', 'https://wa.me/50937123456'],
    ['3712-3456', 'tel:+50937123456', 'https://wa.me/50937123456'],
    ['509 (37) 12.34.56', 'tel:+50937123456', 'https://wa.me/50937123456'],
    // A landline.
    ['+509 28 12 34 56', 'tel:+50928123456'],
    ['+1 (305) 555-0100', 'tel:+13055550100', 'https://wa.me/13055550100'],
    [
      'WhatsApp 37 00 00 01, kafe@mon.ht, 8:00-17:00',
      'tel:+50937000001',
      'https://wa.me/50937000001',
      'mailto:kafe%40mon.ht',
    ],
    ['12 Rue Capois, 2026'],
    ['facture 123456789012'],
    ['+1234567890123456789'],
    ['javascript:alert(1)@x "onclick=y'],
    ['🎉 مرحبا <b>@</b>'],
  ] as const) {
    it(`“${contact}” has ${links.length} links`, () => {
      assert.deepEqual(linksOf(contact), links);
      const shown = String(contactView(contact)).replaceAll(/ <a[^>]*>WhatsApp<\/a>|<[^>]*>/g, '');
      assert.equal(
        shown.trim().replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
        contact,
      );
    });
  }
});
