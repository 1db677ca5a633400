import { crc32 } from 'node:zlib';

/** Pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** What an image file contains. */
interface Picture extends Size {
  readonly type: 'png' | 'jpg' | 'webp';
}

/** Why a file is not accepted as a picture. */
export type PictureFault = 'damaged' | 'animated' | 'svg' | 'gif' | 'unknown';

const PNG = '\x89PNG\r\n\x1a\n';
/** Start of frame: baseline, extended and progressive, which browsers show. */
const JPEG_FRAMES = [0xc0, 0xc1, 0xc2];
const JPEG_SCAN = 0xda;
const JPEG_END = 0xd9;

/**
 * Reads type and size of a picture from its bytes, whatever the name of the file: a complete, still PNG, JPEG or WebP, with nothing
 * before or after it. Otherwise returns the fault.
 */
export function readPicture(bytes: Buffer): Picture | PictureFault {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith(PNG)) return readPng(bytes);
  if (start.startsWith('\xff\xd8\xff')) return readJpeg(bytes);
  if (/^RIFF.{4}WEBP$/s.test(start)) return readWebp(bytes);
  if (/<svg[\s>]/i.test(bytes.toString('latin1', 0, 2_000))) {
    return 'svg';
  }
  if (start.startsWith('GIF8')) return 'gif';
  return 'unknown';
}

function readPng(bytes: Buffer): Picture | PictureFault {
  let size: Size | undefined;
  let hasPixels = false;
  for (let at = PNG.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return 'damaged';
    const chunk = bytes.toString('latin1', at + 4, at + 8);
    // IHDR must be the first chunk, and the only one of its kind: a browser uses the size in the first one, whatever a second one says.
    if ((chunk === 'IHDR') !== (size === undefined)) return 'damaged';
    if (!size) {
      if (length !== 13) return 'damaged';
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (chunk === 'acTL') return 'animated';
    if (chunk === 'IDAT') hasPixels = true;
    if (chunk === 'IEND') return hasPixels && end === bytes.length ? { type: 'png', ...size } : 'damaged';
    at = end;
  }
  return 'damaged';
}

function readJpeg(bytes: Buffer): Picture | PictureFault {
  let size: Size | undefined;
  let hasPixels = false;
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return 'damaged';
    const marker = bytes[at + 1] ?? 0;
    // A marker may have any number of these bytes before it.
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === JPEG_END) return size && hasPixels && at + 2 === bytes.length ? { type: 'jpg', ...size } : 'damaged';
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0;
    if (length < 2 || at + 2 + length > bytes.length) return 'damaged';
    if (JPEG_FRAMES.includes(marker)) {
      if (size || length < 8) return 'damaged';
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    at += 2 + length;
    if (marker === JPEG_SCAN) {
      hasPixels = true;
      at = endOfScan(bytes, at);
    }
  }
  return 'damaged';
}

/** The position of the next marker: after the pixels of a scan, which may hold restart markers. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; ; at += 2) {
    at = bytes.indexOf(0xff, at);
    const next = bytes[at + 1];
    if (at < 0 || next === undefined) return bytes.length;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
}

function readWebp(bytes: Buffer): Picture | PictureFault {
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return 'damaged';
  let canvas: Size | undefined;
  let picture: Size | undefined;
  for (let at = 12; at < bytes.length; ) {
    if (at + 8 > bytes.length) return 'damaged';
    const length = bytes.readUInt32LE(at + 4);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (data.length < length) return 'damaged';
    const chunk = bytes.toString('latin1', at, at + 4);
    if (chunk === 'ANIM' || chunk === 'ANMF') return 'animated';
    if (chunk === 'VP8X' && data.length >= 10) {
      if (((data[0] ?? 0) & 0x02) !== 0) return 'animated';
      canvas = { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
    }
    if (chunk === 'VP8 ' || chunk === 'VP8L') {
      if (picture) return 'damaged';
      picture = chunk === 'VP8L' ? losslessSize(data) : lossySize(data);
      if (!picture) return 'damaged';
    }
    // A chunk of odd length is followed by a padding byte.
    at += 8 + length + (length % 2);
  }
  if (!picture || (canvas && (canvas.width !== picture.width || canvas.height !== picture.height))) return 'damaged';
  return { type: 'webp', ...picture };
}

function lossySize(data: Buffer): Size | undefined {
  if (data.length < 10 || data.toString('latin1', 3, 6) !== '\x9d\x01\x2a') return undefined;
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

function losslessSize(data: Buffer): Size | undefined {
  if (data.length < 5 || data[0] !== 0x2f) return undefined;
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
