import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { encode } from 'uqr';
import { readPicture } from '../../src/platform/html/picture.ts';
import { qrPng } from '../../src/platform/html/qr-code.ts';
import { ask, fieldsOf } from '../links/link-visitor.ts';
import { peye, peyeJson } from '../support/cli.ts';
import { type EmptyStore, newStore, onSqliteByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

onSqliteByDay('peye links', (engine) => {
  let store: EmptyStore;
  let gateway: TestGateway;
  before(async () => {
    store = await newStore(engine);
    gateway = await startTestGateway(engine, { sharedStore: store });
  });
  after(async () => {
    await gateway?.stop();
    await store?.drop();
  });

  const settings = () => ({ ...store.settings, PUBLIC_URL: 'https://pay.example/peye' });
  const run = (...args: string[]) => peye(['links', ...args], { settings: settings() });
  const json = (...args: string[]) => peyeJson(['links', ...args], { settings: settings() });
  const create = (...args: string[]) =>
    json('create', '--website', gateway.website.id, '--mode', 'test', '--name', 'Mango', '--ht', 'Douz mango', ...args);

  it('create, show, list and deactivate have one JSON for a link, as the API has', async () => {
    const created = await create(
      '--amount',
      '12.5',
      '--currency',
      'USD',
      '--stock',
      '3',
      '--expires',
      '2098-12-31',
      '--thanks',
      'Mèsi',
    );
    assert.match(created.url, /^https:\/\/pay\.example\/peye\/l\/[346789BCDFGHJKMNPQRTVWXY]{8}$/);
    assert.deepEqual(
      [created.amount, created.stock, created.expires_at, created.descriptions],
      ['12.50', 3, '2099-01-01T05:00:00.000000Z', { ht: 'Douz mango', fr: null, en: null }],
    );
    const shown = await json('show', created.code.toLowerCase());
    assert.deepEqual(shown, { ...created, paid_after_failure: 0 });
    const { share: _, ...listed } = created;
    assert.deepEqual((await json('list', '--website', gateway.website.id))[0], listed);
    const { created_by: by, ...served } = listed;
    const { data } = (await gateway.api.get(`${gateway.url}/api/links/v1/links/${created.code}`)).json;
    assert.deepEqual({ ...data, url: served.url }, served);
    assert.ok(by.length > 0);
    assert.equal((await json('deactivate', created.id)).state, 'deactivated');
    assert.deepEqual(await json('list', '--active', '--mode', 'live'), []);
  });

  it('show lets no name control the terminal, not even in the messages', async () => {
    const { code } = await create('--amount', '5', '--name', 'Mango \u001b[2J\u202e');
    const { stdout } = await run('show', code);
    assert.ok(!stdout.includes('\u001b') && !stdout.includes('\u202e'), stdout);
    assert.match(stdout, /\[en\]\nMango \\u\{1b\}\[2J/);
  });

  it('show lists the payments of a link, newest first', async () => {
    const { code, url } = await create('--amount', '5');
    const at = `${gateway.url}${new URL(url).pathname.replace('/peye', '')}`;
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      const { location } = await ask(at, { form: fieldsOf(await ask(at)) });
      ids.unshift(/\/pay\/(\d+)\//.exec(location)?.[1] ?? '');
    }
    const { payments } = await json('show', code, '--payments', '2');
    assert.deepEqual(
      payments.map(({ transaction_id: id }: { transaction_id: string }) => id),
      ids.slice(0, 2),
    );
    const { stdout } = await run('show', code, '--payments', '9');
    for (const id of ids) assert.match(stdout, new RegExp(`^${id} +5\\.00 HTG +Not opened yet +moncash`, 'm'));
  });

  it('recount counts the units again from the payments', async () => {
    const { code, id, url, max_quantity, asks_email } = await create(
      ...['--amount', '5', '--stock', '3', '--max-quantity', '2', '--ask-email'],
    );
    assert.deepEqual([max_quantity, asks_email], [2, true]);
    assert.match((await run('show', code)).stdout, /Most per payment +2[\s\S]*Optional details +e-mail address/);
    const at = `${gateway.url}${new URL(url).pathname.replace('/peye', '')}`;
    await ask(at, { form: fieldsOf(await ask(at)) });
    const { db } = gateway.store;
    await db.transaction((tx) => tx.query('UPDATE payment_links SET open_units = 3 WHERE id = $1', [id]));
    assert.equal((await json('show', code)).places_left, 0);
    const recounted = await json('recount', code);
    assert.equal(recounted.places_left, 2);
    assert.equal((await json('show', code)).places_left, 2);
    assert.match((await run('recount', code)).stdout, new RegExp(code));
    assert.equal((await run('recount', '34678994')).code, 1);
  });

  it('show prints the message to customers in three languages', async () => {
    const { code, share } = await create('--amount', '1500');
    assert.equal(share.ht.text, `Mango – 1,500\u00a0HTG\nPeye isit la: https://pay.example/peye/l/${code}?lang=ht`);
    for (const language of ['ht', 'fr', 'en']) {
      const { text, whatsapp } = share[language];
      assert.equal(new URL(whatsapp).origin, 'https://wa.me');
      assert.equal(new URL(whatsapp).searchParams.get('text'), text);
    }
    const { stdout } = await run('show', code);
    for (const part of [`https://pay.example/peye/l/${code}`, 'https://wa.me/?text=', '1500.00 HTG', 'Douz mango']) {
      assert.ok(stdout.includes(part), part);
    }
  });

  it('show --qr writes the code into a new file, and overwrites none', async () => {
    const { code } = await create('--amount', '5');
    const [svg, png] = [join(store.folder, 'a.svg'), join(store.folder, 'a.png')];
    await json('show', code, '--qr', svg);
    await json('show', code, '--qr', png);
    assert.match(readFileSync(svg, 'utf8'), /^<svg /);
    assert.deepEqual(readPicture(readFileSync(png)), { type: 'png', width: 370, height: 370 });
    const again = await run('show', code, '--qr', png);
    assert.deepEqual([again.code, again.stdout], [1, '']);
    assert.match(again.stderr, /already exists/);
    const other = await run('show', code, '--qr', join(store.folder, 'a.gif'));
    assert.equal(other.code, 2);
    assert.ok(!existsSync(join(store.folder, 'a.gif')));
  });

  it('explain in one line why a change is not possible', async () => {
    const wrong: [args: string[], code: number, message: RegExp][] = [
      [['show', '34678994'], 1, /no payment link 34678994\. To list links: `\S*peye links list`/],
      [
        ['create', '--website', gateway.website.id, '--mode', 'test', '--name', 'x', '--ht', 'x'],
        1,
        /^peye: enter an amount/,
      ],
      [
        ['create', '--website', gateway.website.id, '--mode', 'test', '--name', 'x', '--amount', '5'],
        1,
        /one language/,
      ],
      [
        ['create', '--website', gateway.website.id, '--mode', 'test', '--name', 'x', '--method', 'card'],
        2,
        /moncash, natcash, lakaypay_card/,
      ],
      [['create', '--website', gateway.website.id, '--mode', 'test', '--name', 'x', '--stock', '0'], 2, /whole number/],
      [
        ['create', '--website', gateway.website.id, '--mode', 'test', '--name', 'x', '--ht', 'x', '--amount', '1,500'],
        1,
        /^peye: amount: enter an amount from 1 to /,
      ],
      [['create'], 2, /--website/],
    ];
    for (const [args, code, message] of wrong) {
      const failed = await run(...args);
      assert.equal(failed.code, code, failed.stderr);
      assert.match(failed.stderr, message);
      assert.match(failed.stderr, /^peye: [^\n]+\n$/);
    }
  });
});

describe('a QR code as a PNG', () => {
  it('is the code, module for module, with a border', async () => {
    const text = 'https://pay.example/l/K7MQ4XRT';
    const png = await qrPng(text);
    const { data, size } = encode(text, { ecc: 'M', border: 4 });
    const side = png.readUInt32BE(16);
    assert.equal(side, size * 10);
    const pixels = inflateSync(png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8));
    const rowBytes = 1 + Math.ceil(side / 8);
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const isLight = ((pixels[y * rowBytes + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
        assert.equal(isLight, data[Math.floor(y / 10)]?.[Math.floor(x / 10)] !== true, `${x},${y}`);
      }
    }
  });
});
