import { crc32, deflateSync } from 'node:zlib';

/** White around the code, in modules, without which readers may not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4;
/** What is printed gets folded and dirty: 15 % of it may be missing. */
const OPTIONS = { ecc: 'M', border: QUIET_ZONE } as const;
/** Large enough to be printed over a hand's width. */
const PNG_PIXELS = 1_000;
const PNG_BEGIN = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A QR code of a text as an SVG, black on white. */
export async function qrSvg(text: string): Promise<string> {
  const { renderSVG } = await import('uqr');
  return renderSVG(text, OPTIONS);
}

/** The same as a PNG of about PNG_PIXELS a side, each module of whole pixels. */
export async function qrPng(text: string): Promise<Buffer> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, OPTIONS);
  const scale = Math.ceil(PNG_PIXELS / size);
  const side = size * scale;
  const bytes = Math.ceil(side / 8);
  const rows = data.flatMap((modules) => {
    // A byte for how the row is filtered, and a bit for each pixel: 1 is white.
    const row = Buffer.alloc(1 + bytes);
    for (let x = 0; x < side; x++) {
      if (!modules[Math.floor(x / scale)]) row[1 + (x >> 3)]! |= 0x80 >> (x & 7);
    }
    return Array.from({ length: scale }, () => row);
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // One bit of grey, deflated, filtered by rows, not interlaced.
  head.set([1, 0, 0, 0, 0], 8);
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([PNG_BEGIN, ...chunks]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
