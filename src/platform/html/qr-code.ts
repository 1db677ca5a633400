import { crc32, deflateSync } from 'node:zlib';
import { type Html, trustedHtml } from './html.ts';

/** Light modules around the code: readers need four. */
const BORDER = 4;
/** Pixels of a module in a PNG: the code of an address is about three hundred pixels wide, which a phone prints sharply. */
const SCALE = 10;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A text as a QR code, dark on light, as SVG. It stays readable when a seventh of it is worn off. */
export async function qrSvg(text: string): Promise<Html> {
  const { renderSVG } = await import('uqr');
  // The SVG is a drawing: it does not contain the text.
  return trustedHtml(renderSVG(text, { ecc: 'M', border: BORDER }));
}

/** The same as a PNG, black on white, one bit for each pixel. */
export async function qrPng(text: string): Promise<Buffer> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const side = size * SCALE;
  const rowBytes = 1 + Math.ceil(side / 8);
  const pixels = Buffer.alloc(rowBytes * side);
  for (let y = 0; y < side; y++) {
    const modules = data[Math.floor(y / SCALE)] ?? [];
    for (let x = 0; x < side; x++) {
      const isDark = modules[Math.floor(x / SCALE)] === true;
      const at = y * rowBytes + 1 + (x >> 3);
      if (!isDark) pixels[at] = (pixels[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit of grey for each pixel; compression, filter and interlacing have only one usual value in PNG.
  header[8] = 1;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
