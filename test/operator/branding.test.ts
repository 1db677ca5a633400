import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { requireWebsite } from '../../src/features/websites/require-website.ts';
import { findPicture } from '../../src/features/websites/store/pictures.ts';
import { websiteJson } from '../../src/features/websites/website-json.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { jpeg, png, pngChunk, webp } from '../support/pictures.ts';
import { assertRefused, type OperatorStore, operatorStore } from './operator-store.ts';

const SIZE = { width: 120, height: 40 };
const PNG = png(SIZE);

const REFUSED: [name: string, bytes: Buffer, message: RegExp][] = [
  ['an empty file', Buffer.alloc(0), /empty/],
  ['10,001 bytes', Buffer.concat([PNG, Buffer.alloc(10_001 - PNG.length)]), /10,001 bytes \(maximum 10,000\)/],
  ['an SVG', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG.*scripts/],
  ['an SVG after a byte order mark', Buffer.from('\ufeff  <SVG onload="alert(1)">'), /SVG/],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00'), /GIF/],
  ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), /not a PNG, JPEG or WebP/],
  ['the beginning of a PNG', PNG.subarray(0, 60), /damaged or incomplete/],
  ['a PNG followed by something else', Buffer.concat([PNG, Buffer.from('<script>')]), /damaged or incomplete/],
  ['a PNG with a wrong checksum', flipped(PNG, 30), /damaged or incomplete/],
  ['an animated PNG', png(SIZE, pngChunk('acTL', Buffer.alloc(8))), /It is animated/],
  ['a PNG with two headers of different sizes', twice(png({ width: 1100, height: 1030 })), /damaged or incomplete/],
  ['a PNG without pixels', Buffer.concat([PNG.subarray(0, 33), PNG.subarray(-12)]), /damaged or incomplete/],
  ['an animated WebP', webp(SIZE, { moves: true }), /It is animated/],
  [
    'a WebP that is longer than its header states',
    Buffer.concat([webp(SIZE), Buffer.alloc(1)]),
    /damaged or incomplete/,
  ],
  ['a WebP that holds no picture', webp(SIZE, { kind: 'XMP ' }), /damaged or incomplete/],
  [
    'a WebP whose frame is smaller than its picture',
    webp(SIZE, { canvas: { width: 40, height: 40 } }),
    /damaged or incomplete/,
  ],
  [
    'a JPEG followed by something else',
    Buffer.concat([jpeg(SIZE), Buffer.from('PK\x03\x04\xff\xd9', 'latin1')]),
    /damaged/,
  ],
  [
    'a JPEG with two frames of different sizes',
    twiceFramed(jpeg({ width: 4000, height: 2000 })),
    /damaged or incomplete/,
  ],
  ['the beginning of a JPEG', jpeg(SIZE).subarray(0, 20), /damaged or incomplete/],
  ['a picture of 31 pixels', png({ width: 31, height: 40 }), /31 × 40 pixels\. Each side must have 32 to 1024/],
  ['a picture of 1,025 pixels', jpeg({ width: 1025, height: 400 }), /1025 × 400/],
  ['a picture that is seven times as wide as it is high', webp({ width: 700, height: 100 }), /6 times as long/],
];

/** With a second header after the pixels, which claims a small picture. */
function twice(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, -12), PNG.subarray(8, 33), bytes.subarray(-12)]);
}

/** With a second frame in front of the pixels, which claims a small picture. */
function twiceFramed(bytes: Buffer): Buffer {
  const scan = bytes.indexOf('\xff\xda', 'latin1');
  return Buffer.concat([bytes.subarray(0, scan), jpeg(SIZE).subarray(8, scan), bytes.subarray(scan)]);
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

onOneEngineByDay("a website's branding for customers", (engine) => {
  let store: OperatorStore;
  before(async () => {
    store = await operatorStore(engine);
  });
  after(() => store?.close());
  const create = async () => (await store.operator.createWebsite({ name: 'Boutik' })).website;
  const change = (id: string, changes: Parameters<typeof store.operator.changeWebsite>[1]) =>
    store.operator.changeWebsite(id, changes);

  it('is only the name, until a brand is set', async () => {
    const website = await create();
    assert.deepEqual(website.brand, { contact: null, colour: null, logo: null });
    assert.equal(website.sendsReceipts, false);
  });

  for (const [type, bytes] of [
    ['png', PNG],
    ['jpg', jpeg(SIZE)],
    ['webp', webp(SIZE)],
  ] as const) {
    it(`a ${type} logo is recognised by its bytes, and stored unchanged`, async () => {
      const { id } = await create();
      const { brand } = await change(id, { logo: bytes });
      assert.ok(brand.logo);
      assert.deepEqual({ ...brand.logo, hash: '' }, { hash: '', type, ...SIZE });
      assert.match(brand.logo.hash, /^[\da-f]{64}$/);
      assert.deepEqual(await findPicture(store.db, 'logos', brand.logo.hash), { type, content: bytes });
      assert.deepEqual((await requireWebsite(store.db, id)).brand, brand);
    });
  }

  for (const [name, size] of [
    ['smallest', { width: 32, height: 32 }],
    ['largest', { width: 1024, height: 1024 }],
    ['longest', { width: 192, height: 32 }],
  ] as const) {
    it(`accepts the ${name} logo`, async () => {
      const { brand } = await change((await create()).id, { logo: jpeg(size) });
      assert.deepEqual({ ...brand.logo, hash: '' }, { hash: '', type: 'jpg', ...size });
    });
  }

  it('accepts a WebP with a chunk of odd length, which a byte of padding follows', async () => {
    const picture = webp(SIZE);
    const bytes = Buffer.concat([
      picture.subarray(0, 12),
      Buffer.from('EXIF\x03\0\0\0abc\0', 'latin1'),
      picture.subarray(12),
    ]);
    bytes.writeUInt32LE(bytes.length - 8, 4);
    const { brand } = await change((await create()).id, { logo: bytes });
    assert.deepEqual({ ...brand.logo, hash: '' }, { hash: '', type: 'webp', ...SIZE });
  });

  for (const [name, bytes, message] of REFUSED) {
    it(`refuses ${name} as a logo, and stores nothing`, async () => {
      const { id } = await create();
      const before = await store.rows('logos');
      await assertRefused(change(id, { logo: bytes, name: 'Other' }), 'invalid', 'logo', message);
      assert.deepEqual(await store.rows('logos'), before);
      assert.equal((await requireWebsite(store.db, id)).name, 'Boutik');
    });
  }

  it('a new logo replaces the old one, and null removes it', async () => {
    const { id } = await create();
    const first = (await change(id, { logo: png({ width: 50, height: 50 }) })).brand.logo;
    const second = (await change(id, { logo: png({ width: 60, height: 50 }) })).brand.logo;
    assert.equal(await findPicture(store.db, 'logos', first?.hash ?? ''), undefined);
    assert.ok(await findPicture(store.db, 'logos', second?.hash ?? ''));
    assert.deepEqual(
      (await change(id, { logo: png({ width: 60, height: 50 }) })).brand.logo,
      second,
      'the same logo again',
    );
    assert.equal((await change(id, { logo: null })).brand.logo, null);
    assert.equal(await findPicture(store.db, 'logos', second?.hash ?? ''), undefined);
    await change(id, { logo: null });
  });

  it('two websites may have the same logo, which stays when one of them removes it', async () => {
    const [one, other] = [await create(), await create()];
    const hash = (await change(one.id, { logo: png({ width: 70, height: 50 }) })).brand.logo?.hash ?? '';
    await change(other.id, { logo: png({ width: 70, height: 50 }) });
    await change(one.id, { logo: null });
    assert.ok(await findPicture(store.db, 'logos', hash));
    await change(other.id, { logo: null });
    assert.equal(await findPicture(store.db, 'logos', hash), undefined);
  });

  it('a colour is stored in one spelling', async () => {
    const { id } = await create();
    assert.equal((await change(id, { colour: '#0B6459' })).brand.colour, '#0b6459');
    assert.equal((await change(id, { colour: '#06C' })).brand.colour, '#0066cc');
    assert.equal((await change(id, { name: 'Magazen' })).brand.colour, '#0066cc');
    assert.equal((await change(id, { colour: null })).brand.colour, null);
  });

  it('a colour that white text cannot be read on is refused, with the nearest shade that will do', async () => {
    const { id } = await create();
    const light = change(id, { colour: '#ffcc00' });
    await assertRefused(light, 'invalid', 'colour', /contrast of 1\.\d+ to 1, and at least 4\.5 to 1 is needed/);
    const shade = await change(id, { colour: '#ffcc00' }).catch(
      (error: Error) => /(#\S{6})\.$/.exec(error.message)?.[1],
    );
    assert.equal((await change(id, { colour: String(shade) })).brand.colour, shade);
    await assertRefused(change(id, { colour: 'red' }), 'invalid', 'colour', /such as #0b6459/);
  });

  it('a contact is one short line', async () => {
    const { id } = await create();
    assert.equal((await change(id, { contact: '+509 37 00 00 01' })).brand.contact, '+509 37 00 00 01');
    await assertRefused(change(id, { contact: 'x'.repeat(256) }), 'invalid', 'contact', /1 to 255/);
    await assertRefused(change(id, { contact: '\u200b\u200d' }), 'invalid', 'contact', /1 to 255/);
    await assertRefused(change(id, { contact: 'one\ntwo' }), 'invalid', 'contact', /one line/);
    assert.equal((await change(id, { contact: '' })).brand.contact, null);
  });

  it('the JSON for operators has the path of the logo, and not its bytes', async () => {
    const { id } = await create();
    const website = await change(id, {
      logo: PNG,
      colour: '#0b6459',
      contact: 'boutik@example.com',
      sendsReceipts: true,
    });
    const json = websiteJson(website, 0);
    assert.deepEqual(json.logo, { path: `/logos/${website.brand.logo?.hash}.png`, type: 'image/png', ...SIZE });
    assert.deepEqual([json.colour, json.contact, json.receipts], ['#0b6459', 'boutik@example.com', true]);
  });
});
