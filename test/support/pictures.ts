import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

type Size = { width: number; height: number };

/** A PNG of one colour, which browsers can show. `extra` has chunks that come before the picture itself. */
export function png({ width, height }: Size, extra: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([0x0b, 0x64, 0x59]))]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    extra,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG that cannot be compressed, such as a photo: three bytes for each pixel. */
export function noisyPng({ width, height }: Size): Buffer {
  const flat = png({ width, height });
  const start = flat.indexOf('IDAT') - 4;
  const rows = Array.from({ length: height }, () => Buffer.concat([Buffer.from([0]), randomBytes(width * 3)]));
  const pixels = pngChunk('IDAT', deflateSync(Buffer.concat(rows), { level: 1 }));
  return Buffer.concat([flat.subarray(0, start), pixels, pngChunk('IEND', Buffer.alloc(0))]);
}

export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The structure of a JPEG, without a picture that could be shown. */
export function jpeg({ width, height }: Size): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const start = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xff, 0xd9]);
  return Buffer.concat([start, frame, scan]);
}

interface WebpOptions {
  /** The size in an extended header, which this option adds. */
  readonly canvas?: Size;
  /** Whether the header claims an animation. */
  readonly moves?: boolean;
  /** The name of the chunk with the picture. */
  readonly kind?: string;
}

/** The structure of a lossless WebP, without a picture that could be shown. */
export function webp(size: Size, { canvas, moves = false, kind = 'VP8L' }: WebpOptions = {}): Buffer {
  const data = Buffer.alloc(10);
  data[0] = 0x2f;
  data.writeUInt32LE(((size.width - 1) | ((size.height - 1) << 14)) >>> 0, 1);
  const frame = Buffer.alloc(10);
  frame[0] = moves ? 0x02 : 0;
  frame.writeUIntLE((canvas ?? size).width - 1, 4, 3);
  frame.writeUIntLE((canvas ?? size).height - 1, 7, 3);
  const chunks = [...(canvas || moves ? [webpChunk('VP8X', frame)] : []), webpChunk(kind, data)];
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  return webpChunk('RIFF', body);
}

function webpChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.from(`${name}....`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
}
